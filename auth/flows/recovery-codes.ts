import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { recoveryCodeMail } from '../mail/factor-mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { hasVerifiedFactor, lockFactor } from '../queries/factors.queries.ts'
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  findRecoveryFactor,
  insertRecoveryFactor,
  type RecoveryFactor,
  replaceRecoveryCodes,
} from '../queries/recovery-codes.queries.ts'
import { auditFactor, type Caller, deleteFactorAndNotify, factorNotFound } from './factors.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import type { SessionResponse } from './sessions.ts'
import { verifySecondFactor } from './verify-factor.ts'

const CODE_COUNT = 10
const LENGTH = 12
// Crockford's base32, without look-alike characters: 60 bits a code.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** The codes are returned only once. Throws 403, 422. */
export async function createRecoveryCodes(
  deps: Deps,
  caller: Caller,
  { friendlyName }: { friendlyName: string },
) {
  await requireAal2AndFreshSignIn(deps, caller)
  const { id: userId } = caller.bearer.account
  return await inTransaction(deps.pool, async (client) => {
    if (!(await hasVerifiedFactor(client, userId)))
      throw mfaError('mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor')
    if (await findRecoveryFactor(client, userId))
      throw mfaError('mfa_verified_factor_exists', 'Recovery codes exist, regenerate to continue')
    const factor = { id: randomUUID(), friendlyName: friendlyName || 'Recovery codes' }
    if (!(await insertRecoveryFactor(client, { ...factor, userId, now: deps.now() })))
      throw mfaError(
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${factor.friendlyName}" for this user already exists`,
      )
    return await storeCodes(deps, client, caller, factor)
  })
}

export async function regenerateRecoveryCodes(deps: Deps, caller: Caller) {
  await requireAal2AndFreshSignIn(deps, caller)
  return await inTransaction(deps.pool, async (client) => {
    const factor = await findRecoveryFactor(client, caller.bearer.account.id)
    if (!factor) throw factorNotFound()
    await lockFactor(client, factor.id)
    return await storeCodes(deps, client, caller, factor)
  })
}

/** Throws 404 without codes. */
export async function getRecoveryCodeStatus(deps: Deps, { bearer }: Caller) {
  const { id: userId } = bearer.account
  const factor = await findRecoveryFactor(deps.pool, userId)
  if (!factor) throw factorNotFound()
  const remaining = await countRecoveryCodes(deps.pool, userId)
  return { id: factor.id, type: 'recovery_code', total: CODE_COUNT, remaining }
}

export async function verifyRecoveryCode(
  deps: Deps,
  caller: Caller,
  { code: typed }: { code: string },
): Promise<SessionResponse> {
  const { account } = caller.bearer
  const factor = await findRecoveryFactor(deps.pool, account.id)
  const code = readCode(typed)
  const verifyCode = async (client: pg.PoolClient) => {
    const hash = codeHash(deps, account.id, code)
    if (!(await consumeRecoveryCode(client, { userId: account.id, hash, now: deps.now() })))
      return false
    const remaining = await countRecoveryCodes(client, account.id)
    await auditFactor(deps, client, caller, 'recovery_code_used', { left: remaining })
    await notifyOwner(deps, client, { to: account.email, by: caller.clientInfo }, (notice) =>
      recoveryCodeMail({ ...notice, remaining }),
    )
    return true
  }
  const options = { method: 'mfa/recovery_code', verifyCode } as const
  const session =
    factor && (await verifySecondFactor(deps, caller, { factor, ...options }).catch(throwLocked))
  if (session) return session
  throw mfaError('mfa_verification_failed', 'Invalid recovery code entered')
}

export async function removeRecoveryCodes(deps: Deps, caller: Caller): Promise<{ id: string }> {
  await requireAal2AndFreshSignIn(deps, caller)
  const { account } = caller.bearer
  return await inTransaction(deps.pool, async (client) => {
    const factor = await findRecoveryFactor(client, account.id)
    if (!factor) throw factorNotFound()
    const { id } = factor
    await deleteFactorAndNotify(deps, client, {
      account,
      by: caller.clientInfo,
      factor: { id, type: 'recovery_code', status: 'verified' },
    })
    await auditFactor(deps, client, caller, 'factor_unenrolled', { factor_id: id })
    return { id }
  })
}

async function storeCodes(
  deps: Deps,
  client: pg.PoolClient,
  caller: Caller,
  { id, friendlyName }: RecoveryFactor,
) {
  const { id: userId } = caller.bearer.account
  const codes = Array.from({ length: CODE_COUNT }, newCode)
  const hashes = codes.map((code) => codeHash(deps, userId, code))
  await replaceRecoveryCodes(client, { userId, hashes, now: deps.now() })
  await auditFactor(deps, client, caller, 'recovery_codes_made', { factor_id: id })
  return { id, type: 'recovery_code', friendly_name: friendlyName, total: CODE_COUNT, codes }
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

function readCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
}

function codeHash({ secrets }: Deps, userId: string, code: string): Buffer {
  return secrets.hmac('recovery code', `${userId}|${code}`)
}

async function requireAal2AndFreshSignIn(deps: Deps, { bearer }: Caller): Promise<void> {
  if (bearer.session.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required for recovery codes')
  await requireFreshSignIn(deps, bearer)
}

// The error that the official client expects.
function throwLocked(error: unknown): never {
  if (!(error instanceof AuthError) || error.status !== 429) throw error
  const { message, retryAfter } = error
  throw new AuthError(429, 'mfa_recovery_codes_locked', message, { retryAfter })
}

function mfaError(code: string, message: string): AuthError {
  return new AuthError(422, code, message)
}
