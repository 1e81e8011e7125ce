import { randomUUID } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { AuthService, AuthUser } from '../../server/platform/auth-service.ts'
import { cookieNames } from '../../server/platform/http/cookies.ts'

const ISSUER = 'http://localhost:3000/auth/v1'
const YEARS = 10 * 365 * 24 * 3600

/** The authentication service as the product API sees it: keys, live sessions, and accounts. */
export async function createTestSignIn({
  now,
  confirmEmail,
}: {
  now: () => Date
  confirmEmail: boolean
}) {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] })
  const users = new Map<string, AuthUser>()
  const ended = new Set<string>()
  const accounts = new Map<string, object>()

  const invited = new Map<string, string>()
  const userIdOf = (email: string) => {
    const userId = invited.get(email) ?? randomUUID()
    invited.set(email, userId)
    return userId
  }

  const auth: AuthService = {
    async call(path, { headers }) {
      if (path === '/otp' || path === '/resend') return Response.json({})
      const { session_id: sessionId } = decodeJwt(headers.authorization?.slice(7) ?? '')
      if (path === '/logout?scope=local') {
        ended.add(String(sessionId))
        return new Response(null, { status: 204 })
      }
      if (path !== '/user') throw new Error('the product API asks the service for nothing else')
      const { sub: id, email } = decodeJwt(headers.authorization?.replace('Bearer ', '') ?? '')
      const email_confirmed_at = now().toISOString()
      return Response.json({ id, email, email_confirmed_at, ...accounts.get(id ?? '') })
    },
    keys,
    issuer: ISSUER,
    isSessionAlive: async ({ userId, sessionId }) => !ended.has(userId) && !ended.has(sessionId),
    removeAccount: async (userId) => void ended.add(userId),
    staffAccounts: {
      open: async (email) => ({ userId: userIdOf(email), isInvited: true }),
      close: async (userId) => void ended.add(userId),
      bar: async (userId) => void ended.add(userId),
      admit: async (userId) => void ended.delete(userId),
      stateOf: async () => null,
      endSessions: async (userId) => void ended.add(userId),
      removeFactors: async (userId) => void ended.add(userId),
    },
    ...(confirmEmail && { findUser: async (id: string) => users.get(id) ?? null }),
  }

  return {
    auth,
    users,
    accounts,
    /** The cookie header of a new session that outlasts any test's clock. */
    async signIn(
      userId: string = randomUUID(),
      email = 'someone@example.org',
      level = 'aal1',
    ): Promise<string> {
      const claims = { role: 'authenticated', email, aal: level, session_id: randomUUID() }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256' })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience('authenticated')
        .setExpirationTime(Math.floor(now().getTime() / 1000) + YEARS)
        .sign(privateKey)
      return `${cookieNames('http://localhost').access}=${token}`
    },
    signOut: (userId: string) => void ended.add(userId),
  }
}
