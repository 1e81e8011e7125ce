import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { Text } from '../routes/body.ts'
import type { CallLimits } from '../settings.ts'

type Kind = keyof CallLimits

const SIGN_UP = 'POST /signup'
const Contact = z.object({ email: Text, phone: Text })
const ID = '[0-9a-fA-F-]{36}'
const CALLS: { kind: Kind; seconds: number; pattern: RegExp }[] = [
  {
    kind: 'ask',
    seconds: 300,
    pattern: /^(POST \/(signup|otp|magiclink|recover|resend)|PUT \/user)$/,
  },
  { kind: 'token', seconds: 300, pattern: /^POST \/token$/ },
  { kind: 'verify', seconds: 300, pattern: /^(GET|POST) \/verify$/ },
  { kind: 'sso', seconds: 300, pattern: /^POST \/sso$/ },
  {
    kind: 'factor',
    seconds: 60,
    pattern: new RegExp(`^POST /factors/${ID}/(challenge|verify)$`),
  },
]

/** Limits calls per IP address and path with 429; off unless `callLimits` is set. */
export function limitCalls(app: FastifyInstance, { settings, requestLimits }: Core): void {
  const { callLimits } = settings
  if (!callLimits) return
  // Anonymous sign-ups have a limit of their own; only the body tells them apart.
  const isAnonymous = ({ body }: FastifyRequest) => {
    const { data: contact } = Contact.safeParse(body)
    return settings.anonymousSignIns && contact && !contact.email && !contact.phone
  }
  const isCounted = (call: string, hasBody: boolean) => hasBody === (call === SIGN_UP)
  app.addHook('onRequest', (request) => count(request, false))
  app.addHook('preHandler', (request) => count(request, true))

  const count = async (request: FastifyRequest, hasBody: boolean): Promise<void> => {
    const call = `${request.method} ${pathOf(request)}`
    if (!isCounted(call, hasBody) || (call === SIGN_UP && isAnonymous(request))) return
    const limited = CALLS.find(({ pattern }) => pattern.test(call))
    if (!limited) return
    const { kind, seconds } = limited
    const what = kind === 'ask' ? `calls ${call} of` : `calls ${kind} of`
    await requestLimits.countCall({ what, limit: callLimits[kind], seconds }, request.ip)
  }
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
