// The site with the authentication service and e-mail confirmation, to test abuse of sign-ups.
import { SignJWT } from 'jose'
import type { AuthMessage } from '../../auth/deps.ts'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { buildApp } from '../../server/app.ts'
import { openEmbeddedAuth } from '../../server/auth-gateway/embedded-auth.ts'
import { settlePendingProfile } from '../../server/members/pending-profile.ts'
import { makeFieldKeys, openFieldKeys } from '../../server/platform/field-keys.ts'
import { openTestApp } from './test-app.ts'

export type SignUpSite = Awaited<ReturnType<typeof openSignUpSite>>
export type Mailed = { tokenHash: string; code: string; page: string; subject: string }

const START = new Date('2027-01-12T09:00:00Z')

export async function openSignUpSite({ publicUrl = 'http://localhost:3000' } = {}) {
  const site = await openTestApp({ now: START, settings: { publicUrl } })
  const { database, now, settings } = site.deps
  const signingKeys = await makeSigningKeys()
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  const key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  const letters: AuthMessage[] = []
  const keys = makeFieldKeys()
  const own = { ...site.deps, fieldKeys: openFieldKeys(keys) }
  const auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl: settings.publicUrl, confirmEmail: true },
    signingKeys: JSON.stringify(signingKeys),
    fieldKeys: keys,
    mail: async (message) => void letters.push(message),
    signUpProven: (userId, q) => settlePendingProfile(own, q, userId),
  })
  const deps = { ...own, auth }
  const app = await buildApp(deps, { servePages: async () => undefined })
  await app.ready()

  async function ask(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    { body, token, cookie, from = '192.0.2.1' }: Asked = {},
  ) {
    const response = await app.inject({
      ...{ method, url, remoteAddress: from },
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-supabase-api-version': '2024-01-01',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
      },
      ...(body && { payload: body }),
    })
    const cookies = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const json = response.body === '' ? null : response.json()
    return { status: response.statusCode, headers: response.headers, body: json, cookies }
  }

  const rows = async (sql: string, values: unknown[] = []) =>
    (await database.pool.query(sql, values)).rows

  return {
    deps,
    ask,
    auth,
    rows,
    now,
    pass: (seconds: number) => site.moveTo(new Date(now().getTime() + seconds * 1000)),
    /** The mails to this address, oldest first. */
    async mailsTo(email: string): Promise<Mailed[]> {
      await auth.idle()
      return letters.filter(({ to }) => to === email).map(readMail)
    },
    signUp: (email: string, password: string, more: { from?: string; data?: object } = {}) =>
      ask('POST', '/auth/v1/signup', {
        body: { email, password, data: more.data ?? {} },
        ...(more.from && { from: more.from }),
      }),
    signIn: (email: string, password: string) =>
      ask('POST', '/auth/v1/token?grant_type=password', { body: { email, password } }),
    verify: (type: string, mail: Mailed) =>
      ask('POST', '/auth/v1/verify', { body: { type, token_hash: mail.tokenHash } }),
    typeCode: (type: string, email: string, { code }: Mailed) =>
      ask('POST', '/auth/v1/verify', { body: { type, email, token: code } }),
    postProfile: (userId: string, email: string, firstName: string) =>
      ask('POST', '/api/auth/profile', {
        body: { ...PROFILE, email, user_id: userId, first_name: firstName },
      }),
    describe: (mail: Mailed, userId?: string) =>
      ask('POST', '/api/auth/confirmation', {
        body: { token_hash: mail.tokenHash, ...(userId && { user_id: userId }) },
      }),
    checkPassword: (mail: Mailed, password: string) =>
      ask('POST', '/api/auth/confirmation/password', {
        body: { token_hash: mail.tokenHash, password },
      }),
    discard: (mail: Mailed) =>
      ask('POST', '/api/auth/confirmation/discard', { body: { token_hash: mail.tokenHash } }),
    administer: (method: string, path: string, body: object) =>
      auth.call(path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        address: '127.0.0.1',
      }),
    async close() {
      await app.close()
      await auth.close()
      await site.close()
    },
  }
}

type Asked = { body?: object; token?: string; cookie?: string; from?: string }

function readMail({ text, subject }: AuthMessage): Mailed {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'http://none.invalid')
  const code = /\b\d{6}\b/.exec(text.replace(link.href, ''))?.[0] ?? ''
  const tokenHash = link.searchParams.get('token_hash') ?? ''
  return { subject, code, tokenHash, page: link.origin + link.pathname }
}

const PROFILE = {
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900118',
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
}
