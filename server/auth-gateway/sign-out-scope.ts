import { decodeJwt } from 'jose'
import type { AuthService } from '../deps.ts'

/**
 * Whether the session of this access token may end the account's other sessions: it lives and has shown
 * the second factor that the account has or must have. A hosted service does not ask for that itself.
 * Verifies no signature: the service that gets the call does.
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
