import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError, OAuthError } from '../errors.ts'
import { type AuditAction, insertAuditEntry } from '../queries/audit.queries.ts'

export type Attempt = {
  action: Extract<AuditAction, 'login_failed' | 'verification_failed'>
  userId?: string | undefined
  sessionId?: string | undefined
  clientInfo: ClientInfo
  payload?: Record<string, unknown>
}

/** Records a failed attempt after its rollback (decision 16); 429 is not recorded, to bound the log. */
export async function auditFailureOf<T>(
  deps: Deps,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) await auditFailure(deps, attempt, reason)
    throw error
  }
}

/** `reason` is the protocol's error code. */
export async function auditFailure(
  deps: Deps,
  { action, userId, sessionId, clientInfo, payload }: Attempt,
  reason: string,
): Promise<void> {
  await insertAuditEntry(deps.pool, {
    action,
    ip: clientInfo.ip,
    payload: { ...payload, reason },
    now: deps.now(),
    ...(userId && { userId }),
    ...(sessionId && { sessionId }),
  })
}

/** A keyed hash, so that the log does not contain the typed address or number. */
export function hashIdentifier({ secrets }: Deps, name: string): string {
  return secrets.hmac('audit', name).toString('base64url')
}

function reasonOf(error: unknown): string | null {
  // The provider chooses its error text.
  if (error instanceof OAuthError) return 'oauth_refused'
  return error instanceof AuthError && error.status !== 429 ? error.code : null
}
