import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import type { ProviderSettings } from '../../auth/settings.ts'
import { ISSUER } from './test-service.ts'

export type Person = { email?: string; email_verified?: boolean; name?: string; picture?: string }

export type TestProvider = {
  settings: ProviderSettings
  people: Map<string, Person>
  /** Signs in at the provider as `sub` or cancels. Returns the client's redirect URL. */
  visit(address: string, sub: string, how?: 'agree' | 'abort'): Promise<URL>
  /** An id token as an app would get it itself, and its access token. */
  idToken(sub: string, nonce?: string): Promise<{ idToken: string; accessToken: string }>
  sign(claims: JWTPayload): Promise<string>
  close(): Promise<void>
}

const APP = 'http://localhost:3000/app'

export async function openTestProvider({
  clientId = 'the-weir',
  claimsInToken = false,
}: {
  clientId?: string
  claimsInToken?: boolean
} = {}): Promise<TestProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const secret = randomBytes(24).toString('base64url')
  const people = new Map<string, Person>()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    clients: [
      {
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [`${ISSUER}/callback`, APP],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: !claimsInToken,
    cookies: { keys: [secret] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
  })
  server.on('request', provider.callback())

  return {
    settings: { clientId, secret, url },
    people,
    visit: (address, sub, how = 'agree') => visit(url, address, { sub, how }),
    async idToken(sub, nonce) {
      const verifier = randomBytes(32).toString('base64url')
      const address = new URL('/auth', url)
      const asked = {
        client_id: clientId,
        redirect_uri: APP,
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(nonce && { nonce }),
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      const back = await visit(url, address.href, { sub, how: 'agree' })
      const answer = await fetch(new URL('/token', url), {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri: APP,
          code_verifier: verifier,
        }),
      })
      const tokens = await answer.json()
      return { idToken: String(tokens.id_token), accessToken: String(tokens.access_token) }
    },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function visit(
  provider: string,
  address: string,
  { sub, how }: { sub: string; how: 'agree' | 'abort' },
): Promise<URL> {
  const cookies = new Map<string, string>()
  let [next, form] = [new URL(address), null as URLSearchParams | null]
  for (let steps = 0; steps < 12; steps++) {
    if (next.origin !== provider) return next
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    form = null
    const location = answer.headers.get('location')
    const page = await answer.text()
    if (location) {
      next = new URL(location, next)
      continue
    }
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`The provider shows no form: ${answer.status} ${page}`)
    next = new URL(action, next)
    if (how === 'abort') next.pathname += '/abort'
    else
      form = page.includes('value="login"')
        ? new URLSearchParams({ prompt: 'login', login: sub, password: 'any' })
        : new URLSearchParams({ prompt: 'consent' })
  }
  throw new Error('The provider leads nowhere')
}
