import { randomUUID } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { AuthService, AuthUser } from '../../server/auth-gateway/auth-service.ts'
import { cookieNames } from '../../server/auth-gateway/cookies.ts'

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

  const auth: AuthService = {
    async call(path, { headers }) {
      if (path !== '/user') throw new Error('the product API asks the service for nothing else')
      const { sub: id, email } = decodeJwt(headers.authorization?.replace('Bearer ', '') ?? '')
      return Response.json({ id, email, ...accounts.get(id ?? '') })
    },
    keys,
    issuer: ISSUER,
    isSessionAlive: async ({ userId }) => !ended.has(userId),
    ...(confirmEmail && { findUser: async (id: string) => users.get(id) ?? null }),
  }

  return {
    auth,
    users,
    accounts,
    /** The cookie header of a new session that outlasts any test's clock. */
    async signIn(userId: string = randomUUID(), email = 'someone@example.org'): Promise<string> {
      const token = await new SignJWT({ role: 'authenticated', email, session_id: randomUUID() })
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
