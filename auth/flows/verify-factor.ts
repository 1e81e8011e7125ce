import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { createBackoff } from '../limits/backoff.ts'
import { factorOnMail } from '../mail/factor-mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import {
  consumeChallenge,
  consumeTimeStep,
  deleteUnverified,
  findChallenge,
  hasVerifiedFactor,
  lockFactor,
  raiseSessionToAal2,
  type SecondMethod,
  type StoredFactor,
} from '../queries/factors.queries.ts'
import { authMethodsOf } from '../queries/sessions.queries.ts'
import { withDetails } from '../queries/users.queries.ts'
import { sessionNotFound } from '../requests/authenticate.ts'
import { totpStepOf } from '../tokens/totp.ts'
import { CHALLENGE_SECONDS } from './challenge-factor.ts'
import {
  auditFactor,
  type Caller,
  factorSecretContext,
  findChallengeableFactor,
} from './factors.ts'
import { checkPhoneVerify, verifyPhoneCode } from './phone-factors.ts'
import { buildSessionResponse, type SessionResponse, sessionKeyContext } from './sessions.ts'

/** Raises the session to aal2 and ends the others at aal1. Throws 404, 422, 429. */
export async function verifyFactor(
  deps: Deps,
  caller: Caller,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<SessionResponse> {
  const factor = await findChallengeableFactor(deps, caller, factorId)
  const isPhone = factor.type === 'phone'
  if (isPhone) checkPhoneVerify(deps)
  await checkChallenge(deps, { factorId: factor.id, challengeId, clientInfo: caller.clientInfo })
  const session = await verifySecondFactor(deps, caller, {
    factor,
    method: isPhone ? 'mfa/phone' : 'totp',
    verifyCode: async (q) => {
      const isCorrect = isPhone
        ? await verifyPhoneCode(deps, q, { factorId: factor.id, challengeId, code })
        : await verifyTotp(deps, q, { factor, code })
      if (!isCorrect) return false
      // A concurrent request used the challenge; the rollback leaves the code unused.
      if (!(await consumeChallenge(q, challengeId, deps.now()))) throw challengeMismatch()
      return true
    },
  })
  if (session) return session
  const message = `Invalid ${isPhone ? 'MFA Phone' : 'TOTP'} code entered`
  throw new AuthError(422, 'mfa_verification_failed', message)
}

/** Null for a wrong code. Throws 429. */
export async function verifySecondFactor(
  deps: Deps,
  caller: Caller,
  {
    factor,
    method,
    verifyCode,
  }: {
    factor: { id: string }
    method: SecondMethod
    verifyCode: (q: pg.PoolClient) => Promise<boolean>
  },
): Promise<SessionResponse | null> {
  const { account, session } = caller.bearer
  const counter = await inTransaction(deps.pool, async (client) => {
    // Concurrent codes must not exceed the limit.
    await lockFactor(client, factor.id)
    const isFirst = !(await hasVerifiedFactor(client, account.id))
    const backoff = createBackoff(client, { ...deps, requestScale: deps.settings.requestScale })
    await backoff.checkFactor(factor.id)
    const counter = (await verifyCode(client)) ? await raiseToAal2() : null
    if (counter !== null) await backoff.rightFactorCode(factor.id)
    else await backoff.wrongFactorCode(factor.id)
    const action = counter === null ? 'verification_attempted' : 'factor_verified'
    await auditFactor(deps, client, caller, action, { factor_id: factor.id })
    if (counter !== null && isFirst) {
      const kind = method === 'mfa/phone' ? 'phone' : 'app'
      await notifyOwner(deps, client, { to: account.email, by: caller.clientInfo }, (notice) =>
        factorOnMail({ ...notice, kind }),
      )
    }
    return counter

    async function raiseToAal2(): Promise<number> {
      const ids = { sessionId: session.id, factorId: factor.id }
      const count = await raiseSessionToAal2(client, { ...ids, method, now: deps.now() })
      // The session ended meanwhile; the rollback leaves the code unused.
      if (count === null) throw sessionNotFound()
      await deleteUnverified(client, account.id)
      return count
    }
  })
  if (counter === null) return null
  const key = deps.secrets.open(session.sealedKey, sessionKeyContext(session.id))
  const user = await withDetails(deps.pool, account)
  const amr = await authMethodsOf(deps.pool, session.id)
  const grant = { sessionId: session.id, aal: 'aal2', amr }
  return await buildSessionResponse(deps, { user, ...grant, counter, key })
}

async function verifyTotp(
  deps: Deps,
  q: Queryable,
  { factor, code }: { factor: StoredFactor; code: string },
): Promise<boolean> {
  if (!factor.sealedSecret) return false
  const now = deps.now()
  const secret = deps.secrets.open(factor.sealedSecret, factorSecretContext(factor.id))
  const step = totpStepOf(secret, code, now)
  return step !== null && (await consumeTimeStep(q, { factorId: factor.id, step, now }))
}

async function checkChallenge(
  deps: Deps,
  {
    factorId,
    challengeId,
    clientInfo,
  }: { factorId: string; challengeId: string; clientInfo: ClientInfo },
): Promise<void> {
  const challenge = await findChallenge(deps.pool, { challengeId, factorId })
  if (!challenge)
    throw new AuthError(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  if (challenge.verifiedAt || challenge.ip !== clientInfo.ip) throw challengeMismatch()
  if (later(challenge.createdAt, CHALLENGE_SECONDS) <= deps.now())
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    )
}

function challengeMismatch(): AuthError {
  return new AuthError(
    422,
    'mfa_ip_address_mismatch',
    'Challenge and verify IP addresses mismatch.',
  )
}
