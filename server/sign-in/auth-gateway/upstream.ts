import type { FastifyRequest } from 'fastify'
import type { AuthService } from '../../platform/auth-service.ts'

/** A fully read response of the authentication service, so that several callers can share it. */
export type Upstream = { status: number; headers: Record<string, string>; body: string }

type UpstreamCall = {
  method: string
  path: string
  bearer?: string
  body?: string
  knownTo?: string[]
}

const SENT_ON = ['content-type', 'x-supabase-api-version', 'x-client-info', 'user-agent']
const SENT_BACK = [
  'content-type',
  'x-supabase-api-version',
  'x-sb-error-code',
  'retry-after',
  'location',
]

/** Sends no cookies. Rejects when the service cannot be reached. */
export async function callUpstream(
  auth: AuthService,
  request: FastifyRequest,
  { method, path, bearer, body, knownTo = [] }: UpstreamCall,
): Promise<Upstream> {
  const headers = pick(SENT_ON, (name) => request.headers[name])
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`
  const answer = await auth.call(path, {
    method,
    headers,
    address: request.ip,
    knownTo,
    ...(body === undefined ? {} : { body }),
  })
  return {
    status: answer.status,
    headers: pick(SENT_BACK, (name) => answer.headers.get(name)),
    body: await answer.text(),
  }
}

export type Refresher = {
  refresh(request: FastifyRequest, refreshToken: string): Promise<Upstream>
  /** After sign-out, so that a shared response does not sign anybody in again. */
  forget(refreshToken: string): void
}

/**
 * Shares one exchange of a refresh token for two seconds: several tabs would otherwise each rotate
 * it, and a service without a reuse window would end the session. Failures are not shared, so the
 * next call retries.
 */
export function createRefresher(auth: AuthService): Refresher {
  const flights = new Map<string, Promise<Upstream>>()

  async function exchange(request: FastifyRequest, refreshToken: string): Promise<Upstream> {
    let isAnswered = false
    try {
      const answer = await callUpstream(auth, request, {
        method: 'POST',
        path: '/token?grant_type=refresh_token',
        body: JSON.stringify({ refresh_token: refreshToken }),
      })
      isAnswered = answer.status === 200 || isRefusal(answer.status)
      return answer
    } finally {
      if (!isAnswered) flights.delete(refreshToken)
    }
  }

  return {
    refresh(request, refreshToken) {
      const inFlight = flights.get(refreshToken)
      if (inFlight) return inFlight
      const flight = exchange(request, refreshToken)
      flights.set(refreshToken, flight)
      setTimeout(() => flights.delete(refreshToken), 2000).unref()
      return flight
    },
    forget: (refreshToken) => flights.delete(refreshToken),
  }
}

/** Whether the session or token is invalid, as opposed to a service error. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 401 || status === 403 || status === 404
}

function pick(
  names: string[],
  read: (name: string) => string | string[] | null | undefined,
): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = read(name)
    if (typeof value === 'string') picked[name] = value
  }
  return picked
}
