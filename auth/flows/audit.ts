import type { Core, Visitor } from '../core.ts'
import { type AuditAction, insertAuditEntry } from '../queries/upkeep.queries.ts'
import { AuthRefused, OAuthRefused } from '../refused.ts'

/** What was tried: by whom, as far as that is known, and from where. */
export type Attempt = {
  action: Extract<AuditAction, 'login_failed' | 'verification_failed'>
  userId?: string | undefined
  sessionId?: string | undefined
  visitor: Visitor
  payload?: Record<string, unknown>
}

/**
 * Does `work` and writes down when it is refused, and why, outside its transaction, which is rolled
 * back (decision 16). What a limit turns away is not written: it could be asked for without end.
 */
export async function writeRefusalOf<T>(
  core: Core,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) await writeRefusal(core, attempt, reason)
    throw error
  }
}

/** Writes down that an attempt was refused; `reason` is the protocol's code. */
export async function writeRefusal(
  core: Core,
  { action, userId, sessionId, visitor, payload }: Attempt,
  reason: string,
): Promise<void> {
  await insertAuditEntry(core.pool, {
    ...{ action, ip: visitor.ip, payload: { ...payload, reason }, now: core.now() },
    ...(userId && { userId }),
    ...(sessionId && { sessionId }),
  })
}

/** What tells two names apart that somebody typed, and neither. */
export function markOfName({ secrets }: Core, name: string): string {
  return secrets.mark('audit', name).toString('base64url')
}

function reasonOf(error: unknown): string | null {
  // Words of a provider's own may be anything.
  if (error instanceof OAuthRefused) return 'oauth_refused'
  return error instanceof AuthRefused && error.status !== 429 ? error.code : null
}
