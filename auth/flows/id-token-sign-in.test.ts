import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { GoTrueClient, SignInWithIdTokenCredentials } from '@supabase/auth-js'
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProvider, type TestProvider } from '../../test/auth/provider.ts'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase } from '../../test/database/database.ts'

// Sign-in with an id token that an app got from a provider itself (auth-protocol 2.4): real tokens
// of a real provider, and forged ones.

let provider: TestProvider
let other: TestProvider
let t: TestAuth

beforeAll(async () => {
  provider = await openTestProvider({ claimsInToken: true })
  other = await openTestProvider({ claimsInToken: true })
  const providers = {
    keycloak: provider.settings,
    gitlab: other.settings,
    lax: {
      ...provider.settings,
      clientId: `first, ${provider.settings.clientId}`,
      skipNonceCheck: true,
    },
    stranger: { ...provider.settings, clientId: 'another-client' },
  }
  t = await openTestAuth(
    (await openTestDatabase()).pool,
    { providers, manualLinking: true },
    { startsAt: new Date() },
  )
})
afterAll(async () => {
  await t.close()
  await provider.close()
  await other.close()
})

let people = 0
function known(at = provider, email?: string): string {
  people += 1
  const sub = `sub-${people}`
  at.people.set(sub, { email: email ?? `token-${people}@example.org`, email_verified: true })
  return sub
}

const NONCE = 'said-once'
const HASHED = createHash('sha256').update(NONCE).digest('hex')

function signIn(
  credentials: Partial<SignInWithIdTokenCredentials> & { token: string },
  client: GoTrueClient = t.client(),
) {
  return client.signInWithIdToken({ provider: 'keycloak', ...credentials })
}

async function refused(body: Record<string, unknown>) {
  const answer = await t.ask('POST', '/token?grant_type=id_token', {
    body: { provider: 'keycloak', ...body },
  })
  expect(answer.status).toBe(400)
  return answer.body
}

const badToken = { error: 'invalid request', error_description: 'Bad ID token' }

describe('an id token', () => {
  test('signs in its subject, with the nonce whose hash it holds', async () => {
    const sub = known()
    const client = t.client()
    const events: string[] = []
    client.onAuthStateChange((event) => {
      events.push(event)
    })
    const { idToken, accessToken } = await provider.idToken(sub, HASHED)
    const { data, error } = await signIn(
      { token: idToken, access_token: accessToken, nonce: NONCE },
      client,
    )
    expect(error).toBeNull()
    expect(must(data.user)).toMatchObject({
      email: `token-${people}@example.org`,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [{ id: sub, provider: 'keycloak' }],
    })
    const claims = decodeJwt(must(data.session).access_token)
    expect(claims.amr).toMatchObject([{ method: 'oauth', provider: 'keycloak' }])
    expect(events).toContain('SIGNED_IN')

    const again = await provider.idToken(sub)
    expect((await signIn({ token: again.idToken })).data.user?.id).toBe(must(data.user).id)
  })

  test('by issuer and client id, and for a further configured client id', async () => {
    const { idToken } = await provider.idToken(known())
    const { clientId, url } = provider.settings
    const body = { id_token: idToken, issuer: url, client_id: clientId }
    expect((await t.ask('POST', '/token?grant_type=id_token', { body })).status).toBe(200)
    const forFurther = (await provider.idToken(known())).idToken
    expect((await signIn({ token: forFurther, provider: 'lax' })).error).toBeNull()
    expect(await refused({ ...body, provider: '', issuer: 'https://other.example' })).toMatchObject(
      {
        code: 'provider_disabled',
        message: 'Provider (issuer "https://other.example") is not enabled',
      },
    )
  })

  test('is refused when it lacks, has or holds another nonce than was sent', async () => {
    const sub = known()
    const bare = (await provider.idToken(sub)).idToken
    const withNonce = (await provider.idToken(sub, HASHED)).idToken
    const plain = (await provider.idToken(sub, NONCE)).idToken
    const either = {
      error: 'invalid request',
      error_description: 'Passed nonce and nonce in id_token should either both exist or not.',
    }
    const mismatch = { error: 'invalid nonce', error_description: 'Nonces mismatch' }
    expect(await refused({ id_token: bare, nonce: NONCE })).toEqual(either)
    expect(await refused({ id_token: withNonce })).toEqual(either)
    expect(await refused({ id_token: withNonce, nonce: 'another' })).toEqual(mismatch)
    expect(await refused({ id_token: withNonce, nonce: HASHED })).toEqual(mismatch)
    expect(await refused({ id_token: plain, nonce: NONCE })).toEqual(mismatch)
    expect((await signIn({ token: withNonce, provider: 'lax' })).error).toBeNull()
  })

  test('is refused for another audience, and beside another access token', async () => {
    const sub = known()
    const { idToken, accessToken } = await provider.idToken(sub)
    expect(await refused({ id_token: idToken, provider: 'stranger' })).toEqual({
      error: 'invalid request',
      error_description: 'Unacceptable audience in id_token: [the-weir]',
    })
    // Half of the token's hash (OpenID Connect Core 1.0, 3.1.3.6).
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16)
    const bound = await provider.sign({
      ...decodeJwt(idToken),
      at_hash: half.toString('base64url'),
    })
    const foreign = (await provider.idToken(known())).accessToken
    expect(await refused({ id_token: bound, access_token: foreign })).toEqual(badToken)
    expect((await signIn({ token: bound, access_token: accessToken })).error).toBeNull()
  })

  test('is refused when another provider issued it', async () => {
    const { idToken } = await other.idToken(known(other))
    expect(await refused({ id_token: idToken })).toEqual(badToken)
    const renamed = await provider.sign({ ...decodeJwt(idToken), sub: known() })
    expect(await refused({ id_token: renamed })).toEqual(badToken)
    expect((await signIn({ token: idToken, provider: 'gitlab' })).error).toBeNull()
  })

  test('is refused unsigned, signed by a stranger, by the secret, changed, over or no token', async () => {
    const { idToken } = await provider.idToken(known())
    const claims = decodeJwt(idToken)
    const { kid, alg } = decodeProtectedHeader(idToken)
    const stranger = await generateKeyPair('RS256')
    const header = { alg: must(alg), ...(kid && { kid }) }
    const secret = new TextEncoder().encode(provider.settings.secret)
    const [head = '', body = '', signature = ''] = idToken.split('.')
    const grown = Buffer.from(JSON.stringify({ ...claims, sub: 'sub-0' })).toString('base64url')
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.${signature}`,
      await new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      `${head}.${grown}.${signature}`,
      `${head}.${body}.`,
      'x',
    ])
      expect(await refused({ id_token: token })).toEqual(badToken)
    const { sub, ...nameless } = claims
    expect(sub).toBeTruthy()
    expect(await refused({ id_token: await provider.sign(nameless) })).toEqual({
      error: 'invalid request',
      error_description: 'Missing sub claim in id_token',
    })
    t.pass(3_700)
    expect(await refused({ id_token: idToken })).toEqual(badToken)
    t.pass(-3_700)
    expect((await signIn({ token: idToken })).error).toBeNull()
  })

  test('that is malformed is refused before any request to the provider', async () => {
    const asked: string[] = []
    const silent = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const settings = { ...provider.settings, url: `http://127.0.0.1:${port}` }
    const own = await openTestAuth((await openTestDatabase()).pool, {
      providers: { keycloak: settings },
    })
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = part({ sub: 'x', iss: settings.url })
    for (const id_token of [
      'x',
      'a.b.c',
      `${part({ alg: 'RS256' })}.${claims}`,
      `${part({ alg: 'RS256' })}.${Buffer.from('no JSON').toString('base64url')}.c2ln`,
      `${part(['RS256'])}.${claims}.c2ln`,
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'HS256' })}.${claims}.c2ln`,
    ]) {
      const answer = await own.ask('POST', '/token?grant_type=id_token', {
        body: { provider: 'keycloak', id_token },
      })
      expect([answer.status, answer.body], id_token).toEqual([400, badToken])
    }
    expect(asked).toEqual([])
    await own.close()
    silent.close()
  })

  test('of an unknown provider, or without one', async () => {
    expect(await refused({})).toEqual({
      error: 'invalid request',
      error_description: 'id_token required',
    })
    expect(await refused({ id_token: 'x', provider: '' })).toEqual({
      error: 'invalid request',
      error_description: 'provider or client_id and issuer required',
    })
    expect(await refused({ id_token: 'x', provider: 'google' })).toMatchObject({
      code: 'provider_disabled',
      message: 'Provider (issuer "google") is not enabled',
    })
    expect(await refused({ id_token: 'x', provider: 'toString' })).toMatchObject({
      code: 'validation_failed',
      message: 'Custom OIDC provider "toString" not allowed',
    })
  })

  test('links its identity to the signed-in user', async () => {
    const client = t.client()
    const email = 'linker@example.org'
    const { data } = await client.signUp({ email, password: PASSWORD })
    const events: string[] = []
    client.onAuthStateChange((event) => {
      events.push(event)
    })
    const sub = known()
    const { idToken } = await provider.idToken(sub)
    const linked = await client.linkIdentity({ provider: 'keycloak', token: idToken })
    expect(linked.error).toBeNull()
    expect(events).toContain('USER_UPDATED')
    const { data: identities } = await client.getUserIdentities()
    expect(identities?.identities.map(({ provider: name }) => name).sort()).toEqual([
      'email',
      'keycloak',
    ])
    const later = (await provider.idToken(sub, HASHED)).idToken
    expect((await signIn({ token: later, nonce: NONCE })).data.user?.id).toBe(must(data.user).id)

    const twice = await client.linkIdentity({ provider: 'keycloak', token: idToken })
    expect(twice.error).toMatchObject({ status: 422, code: 'identity_already_exists' })
    const nobody = await t.ask('POST', '/token?grant_type=id_token', {
      body: { provider: 'keycloak', id_token: idToken, link_identity: true },
    })
    expect(nobody).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
  })
})

describe('an id token that comes again', () => {
  const used = { error: 'invalid request', error_description: 'ID token has been used before' }
  const signatureOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url')

  test('is refused, under another name of the provider and in another spelling too', async () => {
    const { idToken } = await provider.idToken(known())
    expect((await signIn({ token: idToken })).error).toBeNull()
    expect(await refused({ id_token: idToken })).toEqual(used)
    expect(await refused({ id_token: idToken, provider: 'lax' })).toEqual(used)
    // The last letter of a 256-byte signature has four unused bits.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters.indexOf(idToken.slice(-1))
    const respelt = idToken.slice(0, -1) + letters[last ^ 1]
    expect(signatureOf(respelt)).toEqual(signatureOf(idToken))
    expect([used, badToken]).toContainEqual(await refused({ id_token: respelt }))
    const another = await provider.sign({ ...decodeJwt(idToken), jti: 'another' })
    expect((await signIn({ token: another })).error).toBeNull()
  })

  test('many times at once gives one session', async () => {
    const { idToken } = await provider.idToken(known())
    const body = { provider: 'keycloak', id_token: idToken }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => t.ask('POST', '/token?grant_type=id_token', { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('links nothing after it has signed in, nor signs in after it has linked', async () => {
    const { idToken } = await provider.idToken(known())
    const client = t.client()
    expect((await signIn({ token: idToken }, client)).error).toBeNull()
    const own = await client.linkIdentity({ provider: 'keycloak', token: idToken })
    expect(own.error).toMatchObject({ status: 422, code: 'identity_already_exists' })

    const member = t.client()
    await member.signUp({ email: 'once@example.org', password: PASSWORD })
    const other = (await provider.idToken(known())).idToken
    expect((await member.linkIdentity({ provider: 'keycloak', token: other })).error).toBeNull()
    expect(await refused({ id_token: other })).toEqual(used)
  })

  test('is accepted after a refused link: the user may sign in with it', async () => {
    const sub = known()
    await signIn({ token: (await provider.idToken(sub)).idToken })
    const member = t.client()
    await member.signUp({ email: 'elsewhere@example.org', password: PASSWORD })
    // Without a nonce two tokens of the same second would be equal.
    const { idToken } = await provider.idToken(sub, HASHED)
    const token = { provider: 'keycloak', token: idToken, nonce: NONCE } as const
    expect((await member.linkIdentity(token)).error?.code).toBe('identity_already_exists')
    expect((await signIn(token)).error).toBeNull()
  })

  test('is in no table in plain, and its hash is stored until it expires', async () => {
    const { idToken } = await provider.idToken(known())
    await signIn({ token: idToken })
    const { rows } = await t.pool.query('select * from auth.used_id_tokens')
    expect(rows.length).toBeGreaterThan(0)
    const { exp = 0 } = decodeJwt(idToken)
    expect(rows.map(({ expires_at }) => expires_at.getTime())).toContain((exp + 30) * 1000)
    for (const { mark } of rows) expect(mark).toHaveLength(32)
    await t.auth.cleanUp()
    expect(await refused({ id_token: idToken })).toEqual(used)
  })
})
