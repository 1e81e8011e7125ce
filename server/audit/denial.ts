import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, type Session } from '../http/session.ts'

/** An access that was denied: what was asked for, without anything personal, and why. */
export type Denial = {
  /** Method and pattern of the route. */
  route: string
  /** Ids that the request named, by their names. */
  asked: Record<string, string>
  reason: 'not yours or not there' | 'session ended or second factor missing' | 'staff only'
  status: number
  session: Session | null
  address: string
}

/** Where staff and administrators alone may ask; the second is the way to the authentication service. */
const STAFF_ONLY = ['/api/office/', '/auth/v1/admin']
const IS_ID = /^[\w-]{1,64}$/

/**
 * The denial that an answer is, or null. A signed-in account that names somebody's id and is answered
 * 404 is one whether the id is another's or nobody's: the answer tells neither apart. Ids of events are
 * public, so that a missing event is none.
 */
export function denialOf(request: FastifyRequest, reply: FastifyReply): Denial | null {
  const { statusCode: status } = reply
  if (![401, 403, 404].includes(status)) return null
  const caller = callerOf(request)
  const path = pathOf(request)
  const denial = {
    route: `${request.method} ${request.routeOptions.url ?? patternOf(path)}`,
    ...{ asked: askedIn(request), status, address: request.ip },
    session: caller?.session ?? null,
  }
  if (STAFF_ONLY.some((prefix) => path.startsWith(prefix))) {
    return { ...denial, reason: 'staff only' }
  }
  if (status === 404) {
    const isOthers = caller && !path.startsWith('/api/events/') && namesSomebody(denial.asked)
    return isOthers ? { ...denial, reason: 'not yours or not there' } : null
  }
  const isRefused = caller?.isRefused === true || isGatewayCall(request, path)
  return isRefused ? { ...denial, reason: 'session ended or second factor missing' } : null
}

/** Whether a token was shown to the authentication service, which refused it. */
function isGatewayCall(request: FastifyRequest, path: string): boolean {
  return path.startsWith('/auth/v1/') && request.headers.authorization !== undefined
}

function namesSomebody(asked: Record<string, string>): boolean {
  return Object.keys(asked).length > 0
}

/** Ids in the path, and in the query and the body where routes read them; an e-mail address is not kept. */
function askedIn(request: FastifyRequest): Record<string, string> {
  const params: Record<string, unknown> = { ...Object(request.params) }
  const { profileId, data }: Record<string, unknown> = { ...Object(request.body) }
  const { email }: Record<string, unknown> = { ...Object(request.query) }
  const { '*': _, ...ids } = params
  const named = { ...ids, profileId, payment_reference: Object(data).payment_reference }
  return Object.fromEntries([
    ...Object.entries(named).flatMap(([name, value]) => {
      if (value === undefined || value === null) return []
      const id = String(value)
      return [[name, IS_ID.test(id) ? id : 'no id']]
    }),
    ...(email === undefined ? [] : [['email', 'an address']]),
  ])
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

/** The beginning of an address that no route has, without what may be somebody's. */
function patternOf(path: string): string {
  return path
    .split('/')
    .slice(0, 4)
    .join('/')
    .replace(/[^\w/-]/g, '')
    .slice(0, 60)
}
