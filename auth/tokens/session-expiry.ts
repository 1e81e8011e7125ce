import type { Session } from '../queries/sessions.queries.ts'
import type { AuthSettings } from '../settings.ts'

type Limits = Pick<AuthSettings, 'sessionSeconds' | 'idleSeconds'>

/** By age or inactivity (auth-protocol 2.4); null for never. */
export function sessionExpiry(
  { sessionSeconds, idleSeconds }: Limits,
  { createdAt, now }: { createdAt: Date; now: Date },
): Date | null {
  const ends = [
    ...(sessionSeconds > 0 ? [createdAt.getTime() + sessionSeconds * 1000] : []),
    ...(idleSeconds > 0 ? [now.getTime() + idleSeconds * 1000] : []),
  ]
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

export function isSessionExpired({ notAfter }: Session, now: Date): boolean {
  return notAfter !== null && notAfter <= now
}

export function expiryMessage({ idleSeconds }: Limits, session: Session): string {
  const lastUsed = session.refreshedAt ?? session.createdAt
  const isByInactivity = session.notAfter?.getTime() === lastUsed.getTime() + idleSeconds * 1000
  return idleSeconds > 0 && isByInactivity ? 'Session Expired (Inactivity)' : 'Session Expired'
}
