import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { factorOffMail } from '../mail/factor-mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { type AuditAction, insertAuditEntry } from '../queries/audit.queries.ts'
import {
  consumeTimeStep,
  countFactors,
  deleteFactor,
  findFactor,
  hasVerifiedFactor,
  insertFactor,
  type StoredFactor,
} from '../queries/factors.queries.ts'
import { deleteRecoveryCodes, findRecoveryFactor } from '../queries/recovery-codes.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import { createTotpSecret } from '../tokens/totp.ts'
import type { Account, Factor } from '../user.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'

// auth-protocol 2.8. Wrong codes are counted per factor.

const ENROLMENT_SECONDS = 300

export type Caller = { bearer: Bearer; clientInfo: ClientInfo }

export async function enrolTotp(
  deps: Deps,
  { bearer, clientInfo }: Caller,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
) {
  const { account } = bearer
  const now = deps.now()
  const id = randomUUID()
  const { secret, base32, uri, qrCode } = createTotpSecret({
    issuer: issuer || new URL(deps.siteUrl).host,
    account: account.email ?? account.id,
  })
  await inTransaction(deps.pool, async (client) => {
    await checkMayEnrol(deps, client, { bearer, clientInfo })
    const sealedSecret = deps.secrets.seal(secret, factorSecretContext(id))
    const factor = { id, userId: account.id, friendlyName, type: 'totp', phone: null } as const
    if (!(await insertFactor(client, { ...factor, sealedSecret, now })))
      throw factorNameConflict(friendlyName)
    await auditFactor(deps, client, { bearer, clientInfo }, 'factor_in_progress', { factor_id: id })
  })
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: qrCode, secret: base32, uri },
  }
}

/** A verified factor of a known secret, for demo data and tests. */
export async function addAuthenticator(
  deps: Deps,
  q: Queryable,
  { userId, secret }: { userId: string; secret: Buffer },
): Promise<void> {
  const id = randomUUID()
  const now = deps.now()
  const sealedSecret = deps.secrets.seal(secret, factorSecretContext(id))
  const factor = { id, userId, friendlyName: 'Authenticator', type: 'totp', phone: null } as const
  await insertFactor(q, { ...factor, sealedSecret, now })
  await consumeTimeStep(q, { factorId: id, step: 0, now })
}

/** Throws 422 at the limit of factors, 403 without aal2, 400 without a fresh sign-in. */
export async function checkMayEnrol(deps: Deps, q: Queryable, { bearer }: Caller): Promise<void> {
  const { account, session } = bearer
  const since = later(deps.now(), -ENROLMENT_SECONDS)
  const { all, verified } = await countFactors(q, { userId: account.id, since })
  if (all >= deps.settings.maxFactors)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (verified > 0 && session.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  await requireFreshSignIn(deps, bearer)
}

export function factorNameConflict(friendlyName: string): AuthError {
  const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
  return new AuthError(422, 'mfa_factor_name_conflict', message)
}

/** Needs aal2 if the account has a verified factor. Throws 404, 422. */
export async function removeFactor(deps: Deps, caller: Caller, factorId: string) {
  const factor = await findOwnFactor(deps, caller, factorId)
  if (lacksSecondFactor(caller.bearer))
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  if (factor.status === 'verified') await requireFreshSignIn(deps, caller.bearer)
  await inTransaction(deps.pool, async (client) => {
    await deleteFactorAndNotify(deps, client, {
      account: caller.bearer.account,
      by: caller.clientInfo,
      factor,
    })
    await auditFactor(deps, client, caller, 'factor_unenrolled', { factor_id: factor.id })
  })
  return { id: factor.id }
}

/** The last verified factor takes the recovery codes with it. */
export async function deleteFactorAndNotify(
  deps: Deps,
  q: pg.PoolClient,
  {
    account,
    by,
    factor,
  }: {
    account: Account
    by: ClientInfo | null
    factor: Pick<Factor, 'id' | 'type' | 'status'>
  },
): Promise<void> {
  await deleteFactor(q, factor.id)
  if (factor.type === 'recovery_code') return await deleteRecoveryCodes(q, account.id)
  if (factor.status !== 'verified' || (await hasVerifiedFactor(q, account.id))) return
  const kind = factor.type === 'phone' ? 'phone' : 'app'
  const recoveryFactor = await findRecoveryFactor(q, account.id)
  if (recoveryFactor) await deleteFactor(q, recoveryFactor.id)
  await deleteRecoveryCodes(q, account.id)
  await notifyOwner(deps, q, { to: account.email, by }, (notice) =>
    factorOffMail({ ...notice, kind }),
  )
}

export function lacksSecondFactor({ session, hasSecondFactor }: Bearer): boolean {
  return session.aal !== 'aal2' && hasSecondFactor
}

/** Throws 401 insufficient_aal (auth-protocol 2.6). */
export function requireSecondFactor(bearer: Bearer): void {
  if (!lacksSecondFactor(bearer)) return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

export async function findChallengeableFactor(
  deps: Deps,
  caller: Caller,
  factorId: string,
): Promise<StoredFactor> {
  const factor = await findOwnFactor(deps, caller, factorId)
  if (factor.type !== 'totp' && factor.type !== 'phone') throw factorNotFound()
  return factor
}

async function findOwnFactor(
  deps: Deps,
  { bearer }: Caller,
  factorId: string,
): Promise<StoredFactor> {
  const factor = await findFactor(deps.pool, { factorId, userId: bearer.account.id })
  if (!factor) throw factorNotFound()
  return factor
}

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function auditFactor(
  deps: Deps,
  q: Queryable,
  { bearer, clientInfo }: Caller,
  action: AuditAction,
  payload: Record<string, unknown>,
): Promise<void> {
  const ids = { userId: bearer.account.id, sessionId: bearer.session.id, ip: clientInfo.ip }
  return insertAuditEntry(q, { action, ...ids, payload, now: deps.now() })
}

export function factorSecretContext(factorId: string): string {
  return `factor|${factorId}`
}
