import { decodeJwt } from 'jose'
import type { AuthService } from '../../platform/auth-service.ts'

/**
 * Whether this access token's session may end the account's other sessions: it is alive and has
 * passed any required second factor. Hosted services do not check that themselves. Verifies no
 * signature; the service does.
 */
export async function mayEndOthers(
  auth: Pick<AuthService, 'isSessionAlive'>,
  accessToken: string,
): Promise<boolean> {
  const { sub, session_id: sessionId, aal } = claimsOf(accessToken)
  if (typeof sub !== 'string' || typeof sessionId !== 'string') return false
  const level = typeof aal === 'string' ? aal : 'aal1'
  return await auth.isSessionAlive({ accessToken, sessionId, userId: sub, level })
}

function claimsOf(accessToken: string): Record<string, unknown> {
  try {
    return decodeJwt(accessToken)
  } catch {
    return {}
  }
}
