import { createContext, data, type RouterContextProvider } from 'react-router'
import type { ParamNames } from '../domain/endpoints/endpoint.ts'
import type { Api, Call, FileCall } from '../domain/endpoints/index.ts'
import { isSignedIn } from './signed-in.ts'

export type ApiFetch = (path: string, init?: RequestInit) => Promise<ApiResponse>
type ApiResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>

/** During rendering, an in-process call without the visitor's cookies. */
export const apiFetch = createContext<ApiFetch>((path, init) => fetch(path, init))

export type Read = Exclude<Extract<Call, `GET ${string}`>, FileCall>
export type Write = Exclude<Call, Read | FileCall>

export type Params<K extends Call> = [ParamNames<K>] extends [never]
  ? unknown
  : { params: Record<ParamNames<K>, string | number> }
type Query<K extends Call> = Api[K] extends { query: infer Q }
  ? Record<never, never> extends Q
    ? { query?: Q }
    : { query: Q }
  : unknown
type Body<K extends Call> = Api[K] extends { body: infer B }
  ? undefined extends B
    ? { body?: B }
    : { body: B }
  : unknown

export type ReadOptions<K extends Read> = Params<K> & Query<K> & { signal?: AbortSignal }
export type WriteOptions<K extends Write> = Params<K> &
  Query<K> &
  Body<K> & { idempotencyKey?: string }
export type FileOptions<K extends Call> = Params<K> & Query<K> & Body<K>
export type OptionsLeft<O> = Record<never, never> extends O ? [options?: O] : [options: O]

/** `code` is a Reason of domain/refusals.ts, `message` its sentence. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** With data beside the sentence, such as the free times of slot_taken. */
  readonly body: Record<string, unknown>
  /** In seconds, or null. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    body: Record<string, unknown>,
    { retryAfter = null }: { retryAfter?: number | null } = {},
  ) {
    super(typeof body.error === 'string' ? body.error : UNEXPECTED)
    this.name = 'ApiError'
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'unexpected'
    this.body = body
    this.retryAfter = retryAfter
  }
}

const UNEXPECTED = 'An unexpected error occurred. Please try again later.'

/** Throws ApiError in the browser; during rendering a refusal becomes the page's status. */
export async function get<K extends Read>(
  context: Readonly<RouterContextProvider>,
  call: K,
  ...[options]: OptionsLeft<ReadOptions<K>>
): Promise<Api[K]['response']> {
  const init = { headers: { accept: 'application/json' }, ...signalIn(options) }
  const response = await withSession(() => context.get(apiFetch)(addressOf(call, options), init))
  return readResponse(response)
}

/** For the browser only. Throws ApiError. */
export async function send<K extends Write>(
  call: K,
  ...[options]: OptionsLeft<WriteOptions<K>>
): Promise<Api[K]['response']> {
  const request = requestOf(call, options)
  request.headers.set('accept', 'application/json')
  if (hasProperty(options, 'idempotencyKey'))
    request.headers.set('idempotency-key', String(options.idempotencyKey))
  return readResponse(await withSession(() => fetch(addressOf(call, options), request)))
}

/** The method of the call, and the body in `options` as JSON. */
export function requestOf(call: string, options: unknown): RequestInit & { headers: Headers } {
  const headers = new Headers()
  const request = { method: call.slice(0, call.indexOf(' ')), headers }
  if (!hasProperty(options, 'body')) return request
  headers.set('content-type', 'application/json')
  return { ...request, body: JSON.stringify(options.body) }
}

let renewals = 0
let renewing: Promise<boolean> | undefined

/**
 * After a 401 in the browser, renews the session once for all waiting calls and retries. Safe for
 * writes, because the API authenticates before it reads the body.
 */
export async function withSession<R extends ApiResponse>(call: () => Promise<R>): Promise<R> {
  const before = renewals
  const response = await call()
  if (response.status !== 401 || import.meta.env.SSR || !isSignedIn()) return response
  // Another call may have renewed the session since this one was sent.
  return renewals !== before || (await renewOnce()) ? call() : response
}

function renewOnce(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renew(): Promise<boolean> {
  const { renewSession } = await import('./auth-client.ts')
  const isAlive = await renewSession()
  if (isAlive) renewals += 1
  return isAlive
}

/** The path of the call with the `params` and `query` in `options`. */
export function addressOf(call: string, options: unknown): string {
  const params = hasProperty(options, 'params') ? Object(options.params) : {}
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(
    hasProperty(options, 'query') ? Object(options.query) : {},
  )) {
    if (value !== undefined && value !== '') query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError || (hasProperty(error, 'data') && hasProperty(error.data, 'code'))
  )
}

/** The body as JSON, null for 204. Throws ApiError for a refusal. */
export async function readResponse(response: ApiResponse) {
  const body = await readBody(response)
  if (response.ok) return body
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'))
  const refused = new ApiError(response.status, Object(body), { retryAfter })
  // React Router would turn a thrown Error into status 500.
  if (import.meta.env.SSR) throw data({ code: refused.code }, { status: refused.status })
  throw refused
}

/** RFC 9110 §10.2.3; null for a date, which our server never sends. */
function parseRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}

async function readBody(response: ApiResponse) {
  if (response.status === 204) return null
  // A proxy may respond with HTML.
  if (!response.headers.get('content-type')?.includes('json')) return response.ok ? null : {}
  return response.json()
}

function signalIn(options: unknown): { signal?: AbortSignal } {
  if (hasProperty(options, 'signal') && options.signal instanceof AbortSignal) {
    return { signal: options.signal }
  }
  return {}
}

function hasProperty<Name extends string>(
  value: unknown,
  name: Name,
): value is Record<Name, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    Object(value)[name] !== undefined
  )
}
