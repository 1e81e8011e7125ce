import type pg from 'pg'
import { type Core, later, type Visitor } from './core.ts'
import { inTransaction } from './db/database.ts'
import { factorOnMail, recoveryCodeMail } from './factor-mails.ts'
import { type Caller, CHALLENGE_SECONDS, ownFactor, placeOfSecret, tell, write } from './factors.ts'
import { createGuesses } from './guesses.ts'
import {
  findChallenge,
  hasVerifiedFactor,
  leaveOnlyVerified,
  lockFactor,
  raiseSession,
  type StoredFactor,
  takeChallenge,
  takeStep,
} from './queries-factors.ts'
import { countRecoveryCodes } from './queries-recovery-codes.ts'
import { readRecoveryCode, takeRecoveryCode } from './recovery-codes.ts'
import { AuthRefused } from './refused.ts'
import { placeOfKey, type SessionAnswer, sessionAnswer } from './sessions.ts'
import { stepOf } from './totp.ts'

/**
 * Checks a code of the app or on paper, which opens once, and raises the caller's session to aal2; his sessions that have
 * shown no second factor end. Throws 404, 422, and 429 after several wrong codes.
 */
export async function verifyFactor(
  core: Core,
  caller: Caller,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<SessionAnswer> {
  const { bearer, visitor } = caller
  const factor = await ownFactor(core, caller, factorId)
  await checkChallenge(core, { factorId: factor.id, challengeId, visitor })
  const counter = await inTransaction(core.pool, async (client) => {
    // One code of a factor at a time, so that not more slip past the limit at once.
    await lockFactor(client, factor.id)
    const isFirst = !(await hasVerifiedFactor(client, bearer.account.id))
    const guesses = createGuesses(client, core.secrets, core.now)
    await guesses.checkFactor(factor.id)
    const raised = await raise(core, caller, client, { factor, challengeId, code })
    if (raised !== null) await guesses.rightFactorCode(factor.id)
    else await guesses.wrongFactorCode(factor.id)
    const action = raised === null ? 'verification_attempted' : 'factor_verified'
    await write(core, client, caller, action, { factor_id: factor.id })
    if (raised !== null && isFirst) await tell(core, client, bearer.account, factorOnMail)
    return raised
  })
  if (counter === null)
    throw new AuthRefused(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  const { account, session } = bearer
  const key = core.secrets.open(session.sealedKey, placeOfKey(session.id))
  return await sessionAnswer(core, core.pool, {
    account,
    sessionId: session.id,
    aal: 'aal2',
    counter,
    key,
  })
}

async function checkChallenge(
  core: Core,
  { factorId, challengeId, visitor }: { factorId: string; challengeId: string; visitor: Visitor },
): Promise<void> {
  const challenge = await findChallenge(core.pool, { challengeId, factorId })
  if (!challenge)
    throw new AuthRefused(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  if (challenge.verifiedAt || challenge.ip !== visitor.ip) throw challengeMismatch()
  if (later(challenge.createdAt, CHALLENGE_SECONDS) <= core.now())
    throw new AuthRefused(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    )
}

/** The session's new count of refresh tokens; null when the code is wrong or was used before. */
async function raise(
  core: Core,
  caller: Caller,
  q: pg.PoolClient,
  { factor, challengeId, code }: { factor: StoredFactor; challengeId: string; code: string },
): Promise<number | null> {
  const { account, session } = caller.bearer
  const now = core.now()
  const onPaper = readRecoveryCode(code)
  if (!(await (onPaper ? takePaper(onPaper) : takeApp()))) return null
  // Another request was first: what was taken here is given back.
  if (!(await takeChallenge(q, challengeId, now))) throw challengeMismatch()
  const method = onPaper ? 'mfa/recovery-code' : 'totp'
  const ids = { sessionId: session.id, factorId: factor.id }
  const counter = await raiseSession(q, { ...ids, method, now })
  if (counter !== null) await leaveOnlyVerified(q, account.id)
  return counter

  function takeApp(): Promise<boolean> | false {
    const secret = core.secrets.open(factor.sealedSecret, placeOfSecret(factor.id))
    const step = stepOf(secret, code, now)
    return step !== null && takeStep(q, { factorId: factor.id, step, now })
  }

  /** Never for a factor that is only begun: it would be verified without its app. */
  async function takePaper(paper: string): Promise<boolean> {
    if (factor.status !== 'verified') return false
    if (!(await takeRecoveryCode(core, q, { userId: account.id, code: paper }))) return false
    const left = await countRecoveryCodes(q, account.id)
    await write(core, q, caller, 'recovery_code_used', { left })
    await tell(core, q, account, (about) => recoveryCodeMail({ ...about, left }))
    return true
  }
}

function challengeMismatch(): AuthRefused {
  return new AuthRefused(
    422,
    'mfa_ip_address_mismatch',
    'Challenge and verify IP addresses mismatch.',
  )
}
