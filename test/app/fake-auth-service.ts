// An in-memory authentication service for the gateway's tests: the protocol they need, with
// token rotation, the grace for the previous token, and reuse detection.
import { randomUUID } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { AuthCall, AuthService } from '../../server/platform/auth-service.ts'
import { readObject } from '../../server/sign-in/auth-gateway/swap.ts'

export type FakeCall = AuthCall & { path: string }

export type FakeAuthService = AuthService & {
  calls: FakeCall[]
  outages: (Response | Error)[]
  refreshTokens: string[]
  sign(claims?: JWTPayload & { lifeSeconds?: number }): Promise<string>
  endSessions(): void
}

const ISSUER = 'http://auth.test'
const PASSWORD = 'screening-demo'
const VERSION = 'x-supabase-api-version'
const TOKEN_LIFE_SECONDS = 900

/** `now` is the clock of tokens; 'man@example.org' with 'screening-demo' may sign in. */
export async function fakeAuthService(now: () => Date): Promise<FakeAuthService> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256' }
  const keys = createLocalJWKSet({ keys: [jwk] })
  const user = { id: randomUUID(), email: 'man@example.org', role: 'authenticated', identities: [] }
  const sessions = new Map<string, { counter: number; isRevoked: boolean }>()
  const calls: FakeCall[] = []
  const outages: (Response | Error)[] = []
  const refreshTokens: string[] = []

  const answers: Record<string, (call: FakeCall) => Promise<Response>> = {
    'POST /token?grant_type=password': async ({ body }) => {
      const { email, password } = readObject(body ?? '')
      if (email !== user.email || password !== PASSWORD) {
        return refuse(400, 'invalid_credentials', 'Invalid login credentials')
      }
      return giveSession(openSession())
    },
    'POST /verify': async () => giveSession(openSession()),
    'POST /token?grant_type=refresh_token': async ({ body }) => {
      const [id = '', counter = ''] = String(readObject(body ?? '').refresh_token).split('_')
      const session = sessions.get(id)
      if (!session || session.isRevoked) {
        return refuse(
          400,
          'refresh_token_not_found',
          'Invalid Refresh Token: Refresh Token Not Found',
        )
      }
      const behind = session.counter - Number(counter)
      if (behind > 1) {
        session.isRevoked = true
        return refuse(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
      }
      if (behind === 0) session.counter += 1
      return giveSession(id)
    },
    'GET /user': async (call) => ((await findSession(call)) ? json(200, user) : sessionMissing()),
    'POST /logout': async (call) => {
      const session = await findSession(call)
      if (!session) return sessionMissing()
      session.isRevoked = true
      return new Response(null, { status: 204 })
    },
    'GET /verify': async () => {
      const fragment = `access_token=a&refresh_token=${randomUUID()}&token_type=bearer`
      return new Response(null, { status: 303, headers: { location: `${ISSUER}/#${fragment}` } })
    },
  }

  return {
    calls,
    outages,
    refreshTokens,
    keys,
    removeAccount: async () => undefined,
    issuer: ISSUER,
    sign,
    endSessions() {
      for (const session of sessions.values()) session.isRevoked = true
    },
    isSessionAlive: async ({ sessionId }) => sessions.get(sessionId)?.isRevoked === false,
    async call(path, init) {
      const call = { ...init, path }
      calls.push(call)
      const outage = outages.shift()
      if (outage instanceof Error) throw outage
      if (outage) return outage
      const [pathname, query = ''] = path.split('?')
      const asked = pathname === '/token' ? `${pathname}?${query}` : pathname
      const answer = answers[`${init.method} ${asked}`]
      return answer ? answer(call) : json(404, { code: 'not_found', message: 'Not found' })
    },
  }

  function openSession(): string {
    const id = randomUUID()
    sessions.set(id, { counter: 0, isRevoked: false })
    return id
  }

  async function giveSession(id: string): Promise<Response> {
    const refreshToken = `${id}_${sessions.get(id)?.counter}`
    refreshTokens.push(refreshToken)
    return json(200, {
      access_token: await sign({ session_id: id }),
      token_type: 'bearer',
      expires_in: TOKEN_LIFE_SECONDS,
      expires_at: Math.floor(now().getTime() / 1000) + TOKEN_LIFE_SECONDS,
      refresh_token: refreshToken,
      user,
    })
  }

  async function findSession({ headers }: FakeCall) {
    const token = headers.authorization?.replace('Bearer ', '') ?? ''
    const verified = await jwtVerify(token, keys, { currentDate: now() }).catch(() => null)
    const session = sessions.get(String(verified?.payload.session_id))
    return session?.isRevoked === false ? session : null
  }

  async function sign({
    lifeSeconds = TOKEN_LIFE_SECONDS,
    ...claims
  }: Parameters<FakeAuthService['sign']>[0] = {}) {
    const seconds = Math.floor(now().getTime() / 1000)
    const { id: sub, email, role } = user
    const session_id = claims.session_id ?? openSession()
    // `jti` makes two tokens of one second differ.
    const payload = { sub, email, role, jti: randomUUID(), session_id, ...claims }
    return await new SignJWT({ iss: ISSUER, aud: 'authenticated', ...payload })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + lifeSeconds)
      .sign(privateKey)
  }
}

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json', [VERSION]: '2024-01-01' }
  return new Response(JSON.stringify(body), { status, headers })
}

function refuse(status: number, code: string, message: string): Response {
  return json(status, { code, message })
}

function sessionMissing(): Response {
  const message = 'Session from session_id claim in JWT does not exist'
  return refuse(403, 'session_not_found', message)
}
