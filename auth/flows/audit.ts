import type { ClientInfo, Core } from '../core.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { type AuditAction, insertAuditEntry } from '../queries/audit.queries.ts'

export type Attempt = {
  action: Extract<AuditAction, 'login_failed' | 'verification_failed'>
  userId?: string | undefined
  sessionId?: string | undefined
  clientInfo: ClientInfo
  payload?: Record<string, unknown>
}

/**
 * Records a refusal in the audit log, outside the transaction that is rolled back (decision 16).
 * Rate-limited attempts (429) are not recorded, or they could fill the log.
 */
export async function auditFailureOf<T>(
  core: Core,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) await auditFailure(core, attempt, reason)
    throw error
  }
}

/** Records a refused attempt; `reason` is the protocol's error code. */
export async function auditFailure(
  core: Core,
  { action, userId, sessionId, clientInfo, payload }: Attempt,
  reason: string,
): Promise<void> {
  await insertAuditEntry(core.pool, {
    ...{ action, ip: clientInfo.ip, payload: { ...payload, reason }, now: core.now() },
    ...(userId && { userId }),
    ...(sessionId && { sessionId }),
  })
}

/** A keyed hash of a typed name: equal names have equal marks, which do not reveal the name. */
export function hashIdentifier({ secrets }: Core, name: string): string {
  return secrets.mark('audit', name).toString('base64url')
}

function reasonOf(error: unknown): string | null {
  // A provider chooses its own error text, so it is not logged.
  if (error instanceof OAuthError) return 'oauth_refused'
  return error instanceof AuthError && error.status !== 429 ? error.code : null
}
