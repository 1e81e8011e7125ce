import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type ClientInfo, type Core, later } from '../core.ts'
import { inTransaction, type Queryable } from '../db/database.ts'
import { AuthError } from '../errors.ts'
import { factorOffMail } from '../mail/factor-mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { type AuditAction, insertAuditEntry } from '../queries/audit.queries.ts'
import {
  countFactors,
  deleteFactor,
  findFactor,
  hasVerifiedFactor,
  insertFactor,
  type StoredFactor,
} from '../queries/factors.queries.ts'
import { deleteRecoveryCodes, findRecoveryFactor } from '../queries/recovery-codes.queries.ts'
import type { Bearer } from '../routes/authenticate.ts'
import { createTotpSecret } from '../tokens/totp.ts'
import type { Account, Factor } from '../user.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'

// auth-protocol 2.8. Wrong codes are counted per factor.

const ENROLMENT_SECONDS = 300

export type Caller = { bearer: Bearer; clientInfo: ClientInfo }

export async function enrolTotp(
  core: Core,
  { bearer, clientInfo }: Caller,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
) {
  const { account } = bearer
  const now = core.now()
  const id = randomUUID()
  const { secret, base32, uri, qrCode } = createTotpSecret({
    issuer: issuer || new URL(core.siteUrl).host,
    account: account.email ?? account.id,
  })
  await inTransaction(core.pool, async (client) => {
    await checkMayEnrol(core, client, { bearer, clientInfo })
    const sealedSecret = core.secrets.seal(secret, factorSecretContext(id))
    const factor = { id, userId: account.id, friendlyName, type: 'totp', phone: null } as const
    if (!(await insertFactor(client, { ...factor, sealedSecret, now })))
      throw factorNameConflict(friendlyName)
    await auditFactor(core, client, { bearer, clientInfo }, 'factor_in_progress', { factor_id: id })
  })
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: qrCode, secret: base32, uri },
  }
}

/** Throws 422 at the limit of factors, 403 without aal2, 400 without a fresh sign-in. */
export async function checkMayEnrol(core: Core, q: Queryable, { bearer }: Caller): Promise<void> {
  const { account, session } = bearer
  const since = later(core.now(), -ENROLMENT_SECONDS)
  const { all, verified } = await countFactors(q, { userId: account.id, since })
  if (all >= core.settings.maxFactors)
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (verified > 0 && session.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  await requireFreshSignIn(core, bearer)
}

export function factorNameConflict(friendlyName: string): AuthError {
  const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
  return new AuthError(422, 'mfa_factor_name_conflict', message)
}

/** Needs aal2 if the account has a verified factor. Throws 404, 422. */
export async function removeFactor(core: Core, caller: Caller, factorId: string) {
  const factor = await findOwnFactor(core, caller, factorId)
  if (lacksSecondFactor(caller.bearer))
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  if (factor.status === 'verified') await requireFreshSignIn(core, caller.bearer)
  await inTransaction(core.pool, async (client) => {
    await deleteFactorAndNotify(core, client, { account: caller.bearer.account, factor })
    await auditFactor(core, client, caller, 'factor_unenrolled', { factor_id: factor.id })
  })
  return { id: factor.id }
}

/** The last verified factor takes the recovery codes with it. */
export async function deleteFactorAndNotify(
  core: Core,
  q: pg.PoolClient,
  { account, factor }: { account: Account; factor: Pick<Factor, 'id' | 'type' | 'status'> },
): Promise<void> {
  await deleteFactor(q, factor.id)
  if (factor.type === 'recovery_code') return await deleteRecoveryCodes(q, account.id)
  if (factor.status !== 'verified' || (await hasVerifiedFactor(q, account.id))) return
  const kind = factor.type === 'phone' ? 'phone' : 'app'
  const recoveryFactor = await findRecoveryFactor(q, account.id)
  if (recoveryFactor) await deleteFactor(q, recoveryFactor.id)
  await deleteRecoveryCodes(q, account.id)
  await notifyOwner(core, q, account.email, (notice) => factorOffMail({ ...notice, kind }))
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
  core: Core,
  caller: Caller,
  factorId: string,
): Promise<StoredFactor> {
  const factor = await findOwnFactor(core, caller, factorId)
  if (factor.type !== 'totp' && factor.type !== 'phone') throw factorNotFound()
  return factor
}

async function findOwnFactor(
  core: Core,
  { bearer }: Caller,
  factorId: string,
): Promise<StoredFactor> {
  const factor = await findFactor(core.pool, { factorId, userId: bearer.account.id })
  if (!factor) throw factorNotFound()
  return factor
}

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}

export function auditFactor(
  core: Core,
  q: Queryable,
  { bearer, clientInfo }: Caller,
  action: AuditAction,
  payload: Record<string, unknown>,
): Promise<void> {
  const ids = { userId: bearer.account.id, sessionId: bearer.session.id, ip: clientInfo.ip }
  return insertAuditEntry(q, { action, ...ids, payload, now: core.now() })
}

export function factorSecretContext(factorId: string): string {
  return `factor|${factorId}`
}
