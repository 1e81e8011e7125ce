import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { inTransaction, type Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { sendSms, smsText, testCodeOf } from '../mail/sms-codes.ts'
import { checkPhone, normalisePhone } from '../phone-number.ts'
import {
  deleteFactor,
  insertFactor,
  lockFactor,
  type StoredFactor,
} from '../queries/factors.queries.ts'
import {
  countChallengeAttempt,
  findFactorsOf,
  findLastChallenge,
  markVerified,
  setChallengeCode,
} from '../queries/phone-factors.queries.ts'
import { createChallenge } from './challenge-factor.ts'
import { auditFactor, type Caller, checkMayEnrol, factorNameConflict } from './factors.ts'

/** Sends nothing until the number is challenged (auth-protocol 2.8). Throws 400, 403, 422. */
export async function enrolPhone(
  deps: Deps,
  caller: Caller,
  { friendlyName, phone: typed }: { friendlyName: string; phone: string },
) {
  if (!deps.settings.phoneFactors.enrol)
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
  if (!typed) throw validationFailed('Phone number required to enroll Phone factor')
  const phone = normalisePhone(typed)
  checkPhone(phone)
  const { id: userId } = caller.bearer.account
  const id = randomUUID()
  await inTransaction(deps.pool, async (client) => {
    const existing = await findFactorsOf(client, userId)
    if (existing.some((one) => one.friendlyName === friendlyName))
      throw factorNameConflict(friendlyName)
    for (const same of existing.filter((one) => one.phone === phone)) {
      if (same.status === 'verified') throw alreadyVerified()
      await deleteFactor(client, same.id)
    }
    await checkMayEnrol(deps, client, caller)
    const factor = { id, userId, friendlyName, type: 'phone', sealedSecret: null, phone } as const
    if (!(await insertFactor(client, { ...factor, now: deps.now() })))
      throw factorNameConflict(friendlyName)
    await auditFactor(deps, client, caller, 'factor_in_progress', { factor_id: id })
  })
  return { id, type: 'phone', friendly_name: friendlyName, phone: typed }
}

/** Throws 400, 422, 429. */
export async function challengePhone(
  deps: Deps,
  caller: Caller,
  { factor, channel }: { factor: StoredFactor; channel: string },
) {
  checkPhoneVerify(deps)
  if (channel && channel !== 'sms')
    throw validationFailed('Invalid channel, supported values are: sms')
  const phone = factor.phone ?? ''
  const testCode = testCodeOf(deps, phone)
  const code = testCode ?? String(randomInt(1_000_000)).padStart(6, '0')
  const challenge = await inTransaction(deps.pool, async (client) => {
    await lockFactor(client, factor.id)
    if (testCode === undefined) {
      const lastSentAt = await findLastChallenge(client, factor.id)
      const { everySeconds } = deps.settings.phoneFactors
      const address = caller.clientInfo.ip
      await deps.messageLimits.consumeFactorSmsOrThrow(client, {
        phone,
        address,
        lastSentAt,
        everySeconds,
      })
    }
    const opened = await createChallenge(deps, client, caller, factor)
    const hash = codeHash(deps, { challengeId: opened.id, code })
    await setChallengeCode(client, { challengeId: opened.id, codeHash: hash })
    return opened
  })
  if (testCode === undefined) sendSms(deps, { phone, otp: code, message: smsText(deps, code) })
  return challenge
}

/** Every call counts as an attempt. */
export async function verifyPhoneCode(
  deps: Deps,
  q: Queryable,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<boolean> {
  const stored = await countChallengeAttempt(q, challengeId)
  if (!stored || !timingSafeEqual(stored, codeHash(deps, { challengeId, code }))) return false
  await markVerified(q, { factorId, now: deps.now() })
  return true
}

export function checkPhoneVerify({ settings }: Deps): void {
  if (settings.phoneFactors.verify) return
  const message = 'MFA verification is disabled for Phone'
  throw new AuthError(422, 'mfa_phone_verify_not_enabled', message)
}

function codeHash(
  { secrets }: Deps,
  { challengeId, code }: { challengeId: string; code: string },
): Buffer {
  return secrets.hmac('factor code', `${challengeId}|${code}`)
}

function alreadyVerified(): AuthError {
  const message = 'A verified phone factor already exists, unenroll the existing factor to continue'
  return new AuthError(422, 'mfa_verified_factor_exists', message)
}
