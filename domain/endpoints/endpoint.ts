import * as z from 'zod/mini'
import { ErrorSchema } from '../contract.ts'
import { ListQuerySchema, listOf } from '../office/contract.ts'
import type { Permission } from '../office/permissions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shapes = { readonly [status: number]: z.ZodMiniType; readonly '4xx'?: z.ZodMiniType }

/**
 * The session that a call of the site needs: none; none, but a signed-in member is recognised; a member's; or
 * that of a member who has proven in this browser to be the owner of the account.
 */
type SessionNeed = 'none' | 'optional' | 'required' | 'proven'

type Shape = {
  /** Only where a name of the path stands for less than any text. */
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Of success, by status; none for a file. */
  readonly response: Shapes
  /** Instead of `REFUSALS`, where some have another shape or status. */
  readonly refusals?: Shapes
}
type SiteEndpoint = Shape & { readonly session: SessionNeed }
/** `permission` is null for everybody who works here. */
type OfficeEndpoint = Shape & { readonly permission: Permission | null }
export type Endpoint = SiteEndpoint | OfficeEndpoint

type EndpointAt<Call> = Call extends `${Method} /api/office/${string}`
  ? OfficeEndpoint
  : Call extends `${Method} /api/${string}`
    ? SiteEndpoint
    : never
type Misspelt<E> = { readonly [P in Exclude<keyof E, keyof SiteEndpoint | 'permission'>]: never }

/** A part of the table, by method and path: who may call, what is sent and what is answered. */
export function endpoints<
  const T extends { readonly [Call in keyof T]: EndpointAt<Call> & Misspelt<T[Call]> },
>(table: T): T {
  return table
}

/** What each call may answer unless its line says otherwise. */
export const REFUSALS = { '4xx': ErrorSchema } as const
/** The response of a change that answers with nothing. */
export const NOTHING = { 204: z.null() } as const

export const SuccessSchema = z.object({ status: z.literal('success') })
export const SUCCESS = { 200: SuccessSchema } as const

/** A list of the office with search, tabs, order and pages, which is a file too (platform/http/list.ts). */
export function officeList<const P extends Permission, Row extends z.ZodMiniType>(
  permission: P,
  row: Row,
) {
  return { permission, query: ListQuerySchema, response: { 200: listOf(row) } }
}

/** The names in a path. */
export type ParamNames<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
