import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, type Session } from '../http/session.ts'

export type Denial = {
  route: string
  asked: Record<string, string>
  reason: 'not yours or not there' | 'session ended or second factor missing' | 'staff only'
  status: number
  session: Session | null
  address: string
}

const IS_ID = /^[\w-]{1,64}$/

/** The denial that a response amounts to, or null. A 404 on another person's id counts. */
export function denialOf(request: FastifyRequest, reply: FastifyReply): Denial | null {
  const { statusCode: status } = reply
  if (![401, 403, 404].includes(status)) return null
  const caller = callerOf(request)
  const { url: route = 'none' } = request.routeOptions
  const denial = {
    route: `${request.method} ${route}`,
    asked: idsIn(request),
    status,
    address: request.ip,
    session: caller?.session ?? null,
  }
  if (route.startsWith('/api/office/') || isAdministration(request, route)) {
    return { ...denial, reason: 'staff only' }
  }
  if (status === 404) {
    const isOthers = caller && !route.startsWith('/api/events/') && hasIds(denial.asked)
    return isOthers ? { ...denial, reason: 'not yours or not there' } : null
  }
  const isRefused = caller?.isRefused === true || isGatewayCall(request, route)
  return isRefused ? { ...denial, reason: 'session ended or second factor missing' } : null
}

/** Of the authentication service, whose calls share one route of the gateway. */
function isAdministration({ params }: FastifyRequest, route: string): boolean {
  const { '*': rest }: Record<string, unknown> = { ...Object(params) }
  return route === '/auth/v1/*' && String(rest).startsWith('admin')
}

function isGatewayCall(request: FastifyRequest, route: string): boolean {
  return route.startsWith('/auth/v1/') && request.headers.authorization !== undefined
}

function hasIds(params: Record<string, string>): boolean {
  return Object.keys(params).length > 0
}

/** Ids in the path, query and body; an e-mail address is not stored. */
function idsIn(request: FastifyRequest): Record<string, string> {
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
