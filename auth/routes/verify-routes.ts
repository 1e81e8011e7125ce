import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type ClientInfo, clientInfoOf } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { isEmail, normaliseEmail } from '../email-address.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { auditFailure, auditFailureOf, hashIdentifier } from '../flows/audit.ts'
import { redeemToken } from '../flows/redeem-token.ts'
import { type SessionResponse, startSession } from '../flows/sessions.ts'
import { followLink } from '../flows/verify-link.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import type { OneTimeToken, TokenKind } from '../queries/tokens.queries.ts'
import { findAccountByEmail, findAccountByPhone } from '../queries/users.queries.ts'
import { queryParameter, readBody, requestedRedirect, Text } from '../requests/body.ts'
import { lookupCodeToken, lookupLinkToken } from '../tokens/one-time-tokens.ts'

const VerifyBody = z.object({
  type: Text,
  token: Text,
  token_hash: Text,
  email: Text,
  phone: Text,
  redirect_to: Text,
})

// A first sign-in by mail also confirms the address; clients send either type for it.
const KINDS: Record<string, TokenKind[]> = {
  signup: ['confirmation', 'magiclink'],
  magiclink: ['magiclink', 'confirmation'],
  email: ['confirmation', 'magiclink'],
  invite: ['confirmation'],
  recovery: ['recovery'],
  email_change: ['email_change_new', 'email_change_current'],
  sms: ['sms', 'sms_confirmation'],
  phone_change: ['phone_change'],
}

const OTHER_SIDE_PENDING = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: '200',
} as const

type VerifyResponse = SessionResponse | typeof OTHER_SIDE_PENDING

/** auth-protocol 2.5. */
export function verifyRoutes(app: FastifyInstance, deps: Deps): void {
  app.post('/verify', async (request) => {
    const body = readBody(VerifyBody, request)
    if (!body.type) throw validationFailed('Verify requires a verification type')
    if (!body.token === !body.token_hash)
      throw validationFailed('Verify requires either a token or a token hash')
    const kinds = kindsOf(body.type)
    if (body.token_hash) {
      if (body.email || body.phone || body.redirect_to)
        throw validationFailed('Only the token_hash and type should be provided')
      return await verifyLink(deps, { hash: body.token_hash, kinds }, clientInfoOf(request))
    }
    return await verifyCode(deps, { ...body, kinds }, request)
  })

  // A mail scanner's HEAD request must not use up a link.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const [type, token] = [queryParameter(request, 'type'), queryParameter(request, 'token')]
    if (!type) throw validationFailed('Verify requires a verification type')
    if (!token) throw validationFailed('Verify requires either a token or a token hash')
    const target = deps.redirectTarget(requestedRedirect(request))
    const link = {
      token,
      type,
      kinds: kindsOf(type),
      target,
      pendingMessage: OTHER_SIDE_PENDING.msg,
    }
    const location = await followLink(deps, link, clientInfoOf(request))
    return reply.code(303).header('location', location).send()
  })
}

function kindsOf(type: string): TokenKind[] {
  return (Object.hasOwn(KINDS, type) && KINDS[type]) || []
}

async function verifyLink(
  deps: Deps,
  { hash, kinds }: { hash: string; kinds: TokenKind[] },
  clientInfo: ClientInfo,
): Promise<VerifyResponse> {
  const token = await lookupLinkToken(deps, hash, kinds)
  const response = token && (await signInWithToken(deps, token, clientInfo))
  if (response) return response
  const expired = new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  await auditFailure(deps, { action: 'verification_failed', clientInfo }, expired.code)
  throw expired
}

async function verifyCode(
  deps: Deps,
  body: { email: string; phone: string; token: string; kinds: TokenKind[] },
  request: FastifyRequest,
): Promise<VerifyResponse> {
  if (!body.email === !body.phone)
    throw validationFailed('Only an email address or phone number should be provided on verify')
  const { token: code, kinds } = body
  const clientInfo = clientInfoOf(request)
  const phone = normalisePhone(body.phone)
  if (body.phone) checkPhone(phone)
  const sentTo = phone || normaliseEmail(body.email)
  if (!phone && !isEmail(sentTo))
    throw new AuthError(422, 'validation_failed', 'Invalid email format')
  if (await deps.backoff.mayTryCode(sentTo, clientInfo.ip)) {
    const token = await lookupCodeToken(deps, { sentTo, code: code.trim(), kinds })
    const response = token && (await signInWithToken(deps, token, clientInfo))
    if (response) return response
    await deps.backoff.wrongCode(sentTo, clientInfo.ip)
  }
  const expired = new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
  const find = phone ? findAccountByPhone : findAccountByEmail
  const owner = await find(deps.pool, sentTo)
  const payload = { address: hashIdentifier(deps, sentTo) }
  const attempt = { action: 'verification_failed', userId: owner?.id, clientInfo, payload } as const
  await auditFailure(deps, attempt, expired.code)
  throw expired
}

async function signInWithToken(
  deps: Deps,
  token: OneTimeToken,
  clientInfo: ClientInfo,
): Promise<VerifyResponse | null> {
  const attempt = { action: 'verification_failed', userId: token.userId, clientInfo } as const
  const redeemed = await auditFailureOf(deps, attempt, () =>
    redeemToken(deps, { token, clientInfo }, (client, account) =>
      startSession(deps, client, { account, method: 'otp', clientInfo }),
    ),
  )
  if (redeemed?.isPending) return OTHER_SIDE_PENDING
  return redeemed?.outcome ?? null
}
