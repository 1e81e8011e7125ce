import { randomBytes } from 'node:crypto'
import { GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import { type JWK, SignJWT } from 'jose'
import type pg from 'pg'
import { createAuthService, type EmbeddedAuth } from '../../auth/embedded-service.ts'
import type { AuthMessage, AuthOptions, SmsMessage } from '../../auth/options.ts'
import type { AuthSettings } from '../../auth/settings.ts'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'

export const SITE = 'http://localhost:3000'
export const ISSUER = `${SITE}/auth/v1`
export const PASSWORD = 'heron-on-the-weir'

export type TestAuth = {
  auth: EmbeddedAuth
  pool: pg.Pool
  /** All mails so far, after the background work is done. */
  mails(): Promise<AuthMessage[]>
  texts(): Promise<SmsMessage[]>
  /** The official client, unmodified, as one browser at this IP address. */
  client(address?: string, flowType?: 'implicit' | 'pkce'): GoTrueClient
  /** `fetch` from this IP address, for a client with other settings. */
  fetchFrom(address?: string): typeof fetch
  /** The official client's administrator API, with a key of the service. */
  admin(): Promise<GoTrueAdminApi>
  sign(claims: Record<string, unknown>): Promise<string>
  /** One call of the protocol without the client; `answer` is the parsed body. */
  ask(method: string, path: string, options?: RequestOptions): Promise<Answer>
  pass(seconds: number): void
  now(): Date
  close(): Promise<void>
}

export type RequestOptions = {
  body?: unknown
  bearer?: string
  address?: string
  headers?: Record<string, string>
  /** Users that the browser signed in as before. */
  knownTo?: string[]
}
export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }

/** What several processes of one service share, and when their clock starts. */
export type ServiceOptions = {
  signingKeys?: { keys: JWK[] }
  secret?: Uint8Array
  startsAt?: Date
  emailChanged?: NonNullable<AuthOptions['emailChanged']>
  signUpDiscarded?: NonNullable<AuthOptions['signUpDiscarded']>
  passwords?: NonNullable<AuthOptions['passwords']>
}

const STARTS_AT = new Date('2027-01-14T11:20:00Z')

/** The real service on a test database, with a clock that the test controls. */
export async function openTestAuth(
  pool: pg.Pool,
  settings: Partial<AuthSettings> = {},
  {
    signingKeys: given,
    secret = randomBytes(32),
    startsAt = STARTS_AT,
    ...deps
  }: ServiceOptions = {},
): Promise<TestAuth> {
  const sent: AuthMessage[] = []
  const texted: SmsMessage[] = []
  let now = startsAt
  const signingKeys = given ?? (await makeSigningKeys())
  const { kid, alg, privateKey } = await readSigningKeys(signingKeys)
  const sign = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)

  const auth = await createAuthService({
    pool,
    now: () => now,
    issuer: ISSUER,
    siteUrl: SITE,
    redirectAllowList: [],
    signingKeys,
    mail: async (message) => {
      sent.push(message)
    },
    ...(!settings.smsHook && {
      sms: async (message: SmsMessage) => {
        texted.push(message)
      },
    }),
    ...deps,
    settings: { siteName: 'The Weir', confirmEmail: false, ...settings },
    secret,
  })

  const fetchFrom =
    (address = '192.0.2.1'): typeof fetch =>
    async (input, init) => {
      const { pathname, search } = new URL(String(input))
      const body = typeof init?.body === 'string' ? { body: init.body } : {}
      const headers = Object.fromEntries(new Headers(init?.headers))
      const path = pathname.replace('/auth/v1', '') + search
      return await auth.call(path, { method: init?.method ?? 'GET', headers, address, ...body })
    }

  return {
    auth,
    pool,
    async mails() {
      await auth.idle()
      return sent
    },
    async texts() {
      await auth.idle()
      return texted
    },
    client: (address = '192.0.2.1', flowType = 'implicit') =>
      new GoTrueClient({
        url: ISSUER,
        flowType,
        fetch: fetchFrom(address),
        storageKey: randomBytes(8).toString('hex'),
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { recoveryCodes: true },
      }),
    fetchFrom,
    sign,
    async admin() {
      const headers = { Authorization: `Bearer ${await sign({ role: 'service_role' })}` }
      return new GoTrueAdminApi({ url: ISSUER, headers, fetch: fetchFrom() })
    },
    async ask(method, path, options = {}) {
      const { body, bearer, address = '192.0.2.1', headers = {}, knownTo = [] } = options
      const answer = await auth.call(path, {
        method,
        address,
        knownTo,
        headers: {
          'x-supabase-api-version': '2024-01-01',
          ...(bearer && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} }
    },
    pass(seconds) {
      now = new Date(now.getTime() + seconds * 1000)
    },
    now: () => now,
    async close() {
      await auth.close()
      await pool.end()
    },
  }
}

export function readMail({ text }: AuthMessage): { link: URL; tokenHash: string; code: string } {
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  const code = /\b\d{6}\b/.exec(text.replace(link.href, ''))?.[0] ?? ''
  return { link, tokenHash: link.searchParams.get('token_hash') ?? '', code }
}

export function must<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('The answer lacks what the test needs')
  return value
}
