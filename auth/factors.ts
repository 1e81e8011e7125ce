import { randomUUID } from 'node:crypto'
import type { Bearer } from './bearer.ts'
import { type Core, later, type Visitor } from './core.ts'
import { inTransaction, type Queryable } from './db/database.ts'
import { createGuesses } from './guesses.ts'
import {
  countFactors,
  deleteFactor,
  findChallenge,
  findFactor,
  hasVerifiedFactor,
  insertChallenge,
  insertFactor,
  leaveOnlyVerified,
  lockFactor,
  raiseSession,
  type StoredFactor,
  takeChallenge,
  takeStep,
} from './queries-factors.ts'
import { type AuditAction, insertAuditEntry } from './queries-upkeep.ts'
import { AuthRefused } from './refused.ts'
import { placeOfKey, type SessionAnswer, sessionAnswer } from './sessions.ts'
import { enrolTotp, stepOf } from './totp.ts'

// The second factor: an authenticator app (auth-protocol 2.8). Its secret is sealed in the database, a
// code opens once, and wrong codes are counted for each factor, whatever address they come from.

const BEGUN_SECONDS = 300
const CHALLENGE_SECONDS = 300

type Caller = { bearer: Bearer; visitor: Visitor }

/** Begins to enrol an app: what it is to scan or be told. Throws 403 or 422. */
export async function enrolFactor(
  core: Core,
  { bearer, visitor }: Caller,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
) {
  const { account, session } = bearer
  const now = core.now()
  const id = randomUUID()
  const { secret, typed, uri, qrCode } = enrolTotp({
    issuer: issuer || new URL(core.siteUrl).host,
    account: account.email ?? account.id,
  })
  await inTransaction(core.pool, async (client) => {
    const since = later(now, -BEGUN_SECONDS)
    const { all, verified } = await countFactors(client, { userId: account.id, since })
    if (all >= core.settings.mostFactors)
      throw new AuthRefused(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    if (verified > 0 && session.aal !== 'aal2')
      throw new AuthRefused(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const sealedSecret = core.secrets.seal(secret, placeOfSecret(id))
    if (!(await insertFactor(client, { id, userId: account.id, friendlyName, sealedSecret, now })))
      throw new AuthRefused(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendlyName}" for this user already exists`,
      )
    await write(core, client, { bearer, visitor }, 'factor_in_progress', { factor_id: id })
  })
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: qrCode, secret: typed, uri },
  }
}

/** Opens the five minutes within which a code of this factor is taken. Throws 404. */
export async function challengeFactor(core: Core, caller: Caller, factorId: string) {
  const factor = await ownFactor(core, caller, factorId)
  const now = core.now()
  const id = randomUUID()
  await inTransaction(core.pool, async (client) => {
    await insertChallenge(client, { id, factorId: factor.id, ip: caller.visitor.ip, now })
    await write(core, client, caller, 'challenge_created', { factor_id: factor.id })
  })
  const expiresAt = Math.floor(later(now, CHALLENGE_SECONDS).getTime() / 1000)
  return { id, type: factor.type, expires_at: expiresAt }
}

/**
 * Checks a code, which opens once, and raises the caller's session to aal2; his sessions that have
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
    const guesses = createGuesses(client, core.secrets, core.now)
    await guesses.checkFactor(factor.id)
    const raised = await raise(core, caller, client, { factor, challengeId, code })
    if (raised !== null) await guesses.rightFactorCode(factor.id)
    else await guesses.wrongFactorCode(factor.id)
    const action = raised === null ? 'verification_attempted' : 'factor_verified'
    await write(core, client, caller, action, { factor_id: factor.id })
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

/** Takes a factor away; one that is verified only by who has shown it. Throws 404 or 422. */
export async function removeFactor(core: Core, caller: Caller, factorId: string) {
  const factor = await ownFactor(core, caller, factorId)
  if (factor.status === 'verified' && caller.bearer.session.aal !== 'aal2')
    throw new AuthRefused(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  await inTransaction(core.pool, async (client) => {
    await deleteFactor(client, factor.id)
    await write(core, client, caller, 'factor_unenrolled', { factor_id: factor.id })
  })
  return { id: factor.id }
}

/** Refuses who has a second factor and has not shown it (auth-protocol 2.6). Throws 401. */
export async function needsSecondFactor(core: Core, { account, session }: Bearer): Promise<void> {
  if (session.aal === 'aal2' || !(await hasVerifiedFactor(core.pool, account.id))) return
  throw new AuthRefused(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

async function ownFactor(core: Core, { bearer }: Caller, factorId: string): Promise<StoredFactor> {
  const factor = await findFactor(core.pool, { factorId, userId: bearer.account.id })
  if (!factor) throw new AuthRefused(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
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
  if (challenge.verifiedAt || challenge.ip !== visitor.ip)
    throw new AuthRefused(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    )
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
  { bearer }: Caller,
  q: Queryable,
  { factor, challengeId, code }: { factor: StoredFactor; challengeId: string; code: string },
): Promise<number | null> {
  const now = core.now()
  const secret = core.secrets.open(factor.sealedSecret, placeOfSecret(factor.id))
  const step = stepOf(secret, code, now)
  if (step === null || !(await takeStep(q, { factorId: factor.id, step, now }))) return null
  if (!(await takeChallenge(q, challengeId, now))) return null
  const ids = { sessionId: bearer.session.id, factorId: factor.id }
  const counter = await raiseSession(q, { ...ids, now })
  if (counter !== null) await leaveOnlyVerified(q, bearer.account.id)
  return counter
}

function write(
  core: Core,
  q: Queryable,
  { bearer, visitor }: Caller,
  action: AuditAction,
  payload: Record<string, unknown>,
): Promise<void> {
  const who = { userId: bearer.account.id, sessionId: bearer.session.id, ip: visitor.ip }
  return insertAuditEntry(q, { action, ...who, payload, now: core.now() })
}

function placeOfSecret(factorId: string): string {
  return `factor|${factorId}`
}
