// From an empty production site to a published event with no more than docs/operations.md names:
// settings, one command, the mails and the office. Nothing here asks the database.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSigningKeys } from '../auth/tokens/keys.ts'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { makeFieldKeys } from '../server/platform/keys/field-keys.ts'
import { type Mailbox, startMailbox } from '../standins/mailbox.ts'
import { createEmptyDatabase } from '../test/database/database.ts'
import { reservePorts } from '../test/reserve-ports.ts'
import { runSite, type Start, stopSite } from '../test/storms/test-site.ts'
import { until } from '../test/until.ts'

const ADMIN = join(import.meta.dirname, 'admin.ts')
const PUBLIC_URL = 'https://www.example.com'

let folder: string
let mailbox: Mailbox
let port: number
let settings: Record<string, string>
let site: Start
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'production-'))
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, folder: join(folder, 'mails') })
  port = await reservePorts()
  settings = {
    NODE_ENV: 'production',
    PORT: `${port}`,
    PUBLIC_URL,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: await createEmptyDatabase(),
    FIELD_KEYS: makeFieldKeys(),
    AUTH_SIGNING_KEYS: JSON.stringify(await makeSigningKeys()),
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: 'office@example.com',
    OFFICE_EMAIL: 'office@example.com',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_WEBHOOK_ID: 'hook',
    PAYPAL_SECRET: 'a-long-secret-of-the-card-payment-provider-0123456789',
    DONATE_URL: 'https://example.com/a',
    SUPPORTER_URL: 'https://example.com/b',
    NEWS_EXTERNAL_URL: 'https://example.com/c',
  }
  site = runSite(settings)
  await until(() => expect(site.output()).toContain(`Serving ${PUBLIC_URL}`))
})
afterAll(async () => {
  await stopSite(site)
  await mailbox.stop()
  await rm(folder, { recursive: true })
})

test('the first admin, invited by command, invites an office, which publishes an event', async () => {
  expect(await publicEvents()).toEqual([])
  const env = { ...process.env, ...settings }
  const words = ['first-admin', 'mary@example.com', 'Mary Hughes']
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...words], { env })
  expect(stdout).toContain('An invitation')

  const admin = await accept('mary@example.com')
  const colleague = { email: 'ann@example.com', name: 'Ann Clerk', roles: ['office'] }
  expect(await admin.ask('POST', '/api/office/staff', colleague)).toMatchObject([201, {}])

  const office = await accept('ann@example.com')
  expect(await office.ask('GET', '/api/office/me')).toMatchObject([200, { roles: ['office'] }])
  const product = { name: 'Total PSA Test', price: 2500 }
  const [, { product_id }] = await office.ask('POST', '/api/office/products', product)
  const [, { lab_id }] = await office.ask('POST', '/api/office/labs', { name: 'County Hospital' })
  const [made, { event_id }] = await office.ask('POST', '/api/office/events', {
    event_name: 'Ely PSA screening',
    event_date: addDays(ukDate(new Date()), 30),
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 10, places_per_slot: 2 },
    product_id,
    lab_id,
    price: 0,
    payment_required: false,
    address_line1: 'The Maltings',
    city: 'Ely',
    postcode: 'CB7 4BB',
    latitude: 52.3953,
    longitude: 0.2676,
    host_name: 'Ann Baker',
    host_phone: '01353 960118',
  })
  expect(made).toBe(201)
  expect(await publicEvents()).toEqual([])
  const publish = `/api/office/events/${event_id}/publish`
  expect(
    await office.ask('POST', publish, { acknowledged: ['sunday', 'bank_holiday'] }),
  ).toMatchObject([200, { state: 'published' }])
  expect(await publicEvents()).toMatchObject([
    { event_name: 'Ely PSA screening', total_spaces: 24 },
  ])
  const page = await fetch(`http://127.0.0.1:${port}/event/${event_id}`)
  expect(await page.text()).toContain('Ely PSA screening')
})

test('there is no demo account, mailbox or authenticator', async () => {
  for (const path of ['/dev/mailbox', '/dev/authenticator'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
  const [, refused] = await newBrowser().ask('POST', '/auth/v1/token?grant_type=password', {
    email: 'admin@example.org',
    password: 'screening-demo-2026',
  })
  expect(refused).toMatchObject({ error_code: 'invalid_credentials' })
})

async function publicEvents() {
  return (await (await fetch(`http://127.0.0.1:${port}/api/events`)).json()).events
}

/** Opens the invitation, chooses a password and sets up the second factor. */
async function accept(email: string) {
  const browser = newBrowser()
  const auth = new GoTrueClient({
    url: `${PUBLIC_URL}/auth/v1`,
    fetch: browser.fetch,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  const link = await invitationOf(email)
  const token_hash = link.searchParams.get('token_hash') ?? ''
  expect(link.origin).toBe(PUBLIC_URL)
  expect((await auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull()
  expect((await auth.updateUser({ password: 'heron-on-the-weir' })).error).toBeNull()
  const [refused] = await browser.ask('GET', '/api/office/events')
  expect(refused).toBe(403)
  const { data: app } = await auth.mfa.enroll({ factorType: 'totp' })
  const secret = Secret.fromBase32(app?.totp?.secret ?? '')
  const code = new TOTP({ secret }).generate()
  const factorId = app?.id ?? ''
  expect((await auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  return browser
}

function invitationOf(email: string): Promise<URL> {
  return until(async () => {
    const list = `${mailbox.url}/messages.json?to=${encodeURIComponent(email)}`
    const mails: { text: string }[] = await (await fetch(list)).json()
    const link = /https?:\S*token_hash=\S+/.exec(mails.map(({ text }) => text).join('\n'))?.[0]
    if (!link) throw new Error(`no invitation to ${email}`)
    return new URL(link)
  })
}

function newBrowser() {
  const jar = new Map<string, string>()

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    headers.set('origin', PUBLIC_URL)
    const here = url.replace(PUBLIC_URL, `http://127.0.0.1:${port}`)
    const answer = await fetch(here, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (at === pair.length - 1) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }

  return {
    fetch: (input: string | URL | Request, init?: RequestInit) => send(String(input), init),
    async ask(method: string, path: string, body?: object) {
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await send(PUBLIC_URL + path, { method, ...(body && json) })
      return [answer.status, await answer.json()] as const
    },
  }
}
