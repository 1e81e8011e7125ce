import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readBody, Text } from './body.ts'
import { type Core, type Visitor, visitorOf } from './core.ts'
import { inTransaction } from './db/database.ts'
import { normaliseEmail } from './email-address.ts'
import { findByCode, findByLink } from './one-time-tokens.ts'
import { deleteTokensOf, type FoundToken, type TokenKind, takeToken } from './queries-tokens.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { confirmEmail, findAccount } from './queries-users.ts'
import { AuthRefused, validationFailed } from './refused.ts'
import { type SessionAnswer, startSession } from './sessions.ts'
import { isBanned } from './user.ts'

const VerifyBody = z.object({
  type: Text,
  token: Text,
  token_hash: Text,
  email: Text,
  phone: Text,
  redirect_to: Text,
})

// Kinds of token that a type of the protocol opens; of the missing types none is ever sent.
const KINDS: Record<string, TokenKind[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation'],
  recovery: ['recovery'],
}

/** POST /verify (auth-protocol 2.5): a session for the link or the code of a mail. */
export function verifyRoutes(app: FastifyInstance, core: Core): void {
  app.post('/verify', async (request) => {
    const body = readBody(VerifyBody, request)
    if (!body.type) throw validationFailed('Verify requires a verification type')
    if (!body.token === !body.token_hash)
      throw validationFailed('Verify requires either a token or a token hash')
    const kinds = (Object.hasOwn(KINDS, body.type) && KINDS[body.type]) || []
    if (body.token_hash) {
      if (body.email || body.phone || body.redirect_to)
        throw validationFailed('Only the token_hash and type should be provided')
      return await verifyLink(core, { hash: body.token_hash, kinds }, visitorOf(request))
    }
    return await verifyCode(core, { ...body, kinds }, request)
  })
}

async function verifyLink(
  core: Core,
  { hash, kinds }: { hash: string; kinds: TokenKind[] },
  visitor: Visitor,
): Promise<SessionAnswer> {
  const token = await findByLink(core, hash, kinds)
  const session = token && (await redeem(core, token, visitor))
  if (session) return session
  throw await failed(core, visitor, 'Email link is invalid or has expired')
}

async function verifyCode(
  core: Core,
  {
    email: typed,
    phone,
    token: code,
    kinds,
  }: { email: string; phone: string; token: string; kinds: TokenKind[] },
  request: FastifyRequest,
): Promise<SessionAnswer> {
  if (!typed === !phone)
    throw validationFailed('Only an email address or phone number should be provided on verify')
  const visitor = visitorOf(request)
  const email = normaliseEmail(typed)
  if (typed && (await core.guesses.mayTryCode(email, visitor.ip))) {
    const token = await findByCode(core, { email, code: code.trim(), kinds })
    const session = token && (await redeem(core, token, visitor))
    if (session) return session
    await core.guesses.wrongCode(email, visitor.ip)
  }
  throw await failed(core, visitor, 'Token has expired or is invalid')
}

/**
 * Uses a token up and signs its owner in; null when another request was first. The mail has reached
 * him, so the address is his. Where that is first shown by a recovery, the password goes: whoever
 * chose it at sign-up may have been somebody else.
 */
async function redeem(
  core: Core,
  token: FoundToken,
  visitor: Visitor,
): Promise<SessionAnswer | null> {
  return await inTransaction(core.pool, async (client) => {
    const now = core.now()
    const entry = { userId: token.userId, ip: visitor.ip, now }
    const account = await findAccount(client, token.userId)
    if (!account || !(await takeToken(client, token.id))) return null
    if (isBanned(account, now)) throw new AuthRefused(403, 'user_banned', 'User is banned')

    await deleteTokensOf(client, account.id)
    if (!account.emailConfirmedAt) {
      await confirmEmail(client, account.id, { keepPassword: token.kind === 'confirmation', now })
      await insertAuditEntry(client, { ...entry, action: 'user_confirmed' })
    }
    const fresh = (await findAccount(client, account.id)) ?? account
    return await startSession(core, client, { account: fresh, method: 'otp', visitor })
  })
}

async function failed(core: Core, { ip }: Visitor, message: string): Promise<AuthRefused> {
  await insertAuditEntry(core.pool, { action: 'verification_failed', ip, now: core.now() })
  return new AuthRefused(403, 'otp_expired', message)
}
