import { GoTrueClient } from '@supabase/auth-js'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { buildApp } from '../../server/app.ts'
import type { Deps, Settings } from '../../server/deps.ts'
import { activatePendingProfile } from '../../server/members/profile/pending-profile.ts'
import { makeFieldKeys } from '../../server/platform/keys/field-keys.ts'
import type { Message } from '../../server/platform/mail.ts'
import {
  type EmbeddedAuthDeps,
  openEmbeddedAuth,
} from '../../server/sign-in/auth-gateway/embedded-auth.ts'
import { openBrowser } from './gateway-site.ts'
import { openTestApp } from './test-app.ts'

export type EmbeddedSite = Awaited<ReturnType<typeof openEmbeddedSite>>

type AuthOptions = Partial<EmbeddedAuthDeps>
type Asked = {
  body?: object
  token?: string | undefined
  cookie?: string
  from?: string
  headers?: Record<string, string>
}

/**
 * The app with the authentication service embedded, on one database, with a clock that `pass`
 * moves; `mails` are the service's. Call `close` at the end.
 */
export async function openEmbeddedSite(
  given: AuthOptions | ((deps: Deps) => AuthOptions) = {},
  { now: start = new Date(), settings = {} }: { now?: Date; settings?: Partial<Settings> } = {},
) {
  const keys = { signingKeys: JSON.stringify(await makeSigningKeys()), fieldKeys: makeFieldKeys() }
  const testApp = await openTestApp({ now: start, settings, fieldKeys: keys.fieldKeys })
  const { database, now } = testApp.deps
  const { publicUrl } = testApp.deps.settings
  const mails: Pick<Message, 'to' | 'subject' | 'text'>[] = []
  const auth = await openEmbeddedAuth({
    pool: database.pool,
    now,
    publicUrl,
    confirmEmail: false,
    ...keys,
    mail: async (message) => void mails.push(message),
    charity: testApp.deps.site.charity,
    signUpConfirmed: (userId, q) => activatePendingProfile(testApp.deps, q, userId),
    ...(typeof given === 'function' ? given(testApp.deps) : given),
  })
  const deps = { ...testApp.deps, auth }
  const app = await buildApp(deps, { servePages: async () => undefined })
  await app.ready()

  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { body, token, cookie, from = '192.0.2.1', headers }: Asked = {},
  ) {
    const response = await app.inject({
      method,
      url,
      remoteAddress: from,
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-supabase-api-version': '2024-01-01',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body && { payload: body }),
    })
    const cookies = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const json = response.body === '' ? null : response.json()
    const { statusCode: status, body: text } = response
    return {
      status,
      headers: response.headers,
      body: json,
      text,
      cookies,
      setCookies: response.cookies,
    }
  }

  return {
    app,
    auth,
    mails,
    deps,
    keys,
    testApp,
    ask,
    databaseUrl: testApp.databaseUrl,
    pass: (seconds: number) => testApp.moveTo(new Date(now().getTime() + seconds * 1000)),
    signIn: (email: string, password: string) =>
      ask('POST', '/auth/v1/token?grant_type=password', { body: { email, password } }),
    visitor(flowType: 'implicit' | 'pkce' = 'implicit') {
      const browser = openBrowser((options) => app.inject(options), publicUrl)
      const client = new GoTrueClient({
        url: `${publicUrl}/auth/v1`,
        fetch: browser.fetch,
        flowType,
        detectSessionInUrl: false,
        persistSession: false,
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
      })
      return { browser, client }
    },
    async close() {
      await app.close()
      await auth.close()
      await testApp.close()
    },
  }
}
