import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { Text } from '../requests/body.ts'
import type { CallLimits } from '../settings.ts'

type Kind = keyof CallLimits

const SIGN_UP = 'POST /signup'
const Contact = z.object({ email: Text, phone: Text })
const CALLS: { kind: Kind; pattern: RegExp }[] = [
  {
    kind: 'ask',
    pattern: /^(POST \/(signup|otp|magiclink|recover|resend)|PUT \/user)$/,
  },
  { kind: 'token', pattern: /^POST \/token$/ },
  { kind: 'verify', pattern: /^(GET|POST) \/verify$/ },
  { kind: 'sso', pattern: /^POST \/sso$/ },
  { kind: 'factor', pattern: /^POST \/factors\/:\w+\/(challenge|verify)$/ },
]

/** Limits calls per IP address and route with 429; off unless `callLimits` is set. */
export function limitCalls(app: FastifyInstance, { pool, settings, rateLimits }: Deps): void {
  if (!settings.callLimits) return
  // Anonymous sign-ups have a limit of their own; only the body tells them apart.
  const isAnonymous = ({ body }: FastifyRequest) => {
    const { data: contact } = Contact.safeParse(body)
    return settings.anonymousSignIns && contact && !contact.email && !contact.phone
  }
  const isCounted = (call: string, hasBody: boolean) => hasBody === (call === SIGN_UP)
  app.addHook('onRequest', (request) => count(request, false))
  app.addHook('preHandler', (request) => count(request, true))

  const count = async (request: FastifyRequest, hasBody: boolean): Promise<void> => {
    const call = callOf(request)
    if (!isCounted(call, hasBody) || (call === SIGN_UP && isAnonymous(request))) return
    const limited = CALLS.find(({ pattern }) => pattern.test(call))
    if (!limited) return
    const { kind } = limited
    const subject = kind === 'ask' ? `${request.ip} ${call}` : request.ip
    await rateLimits.consumeOrThrow(pool, `calls ${kind} of`, subject)
  }
}

/** By the route that matched, because a path may be written in several ways. */
function callOf({ method, routeOptions: { url = '' } }: FastifyRequest): string {
  return `${method === 'HEAD' ? 'GET' : method} ${url}`
}
