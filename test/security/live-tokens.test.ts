// A copy of the database contains no working link, code or token: not in a queued, sent or
// failed mail, nor in any other table.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendConsentLink } from '../../server/bookings/consent/consent-link.ts'
import type { Message } from '../../server/platform/mail.ts'
import { mailByJobs } from '../../server/sign-in/auth-gateway/embedded-auth.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../app/embedded-site.ts'
import { countUnsentMails, everythingAsText } from '../app/test-app.queries.ts'
import { until } from '../until.ts'

const PASSWORD = 'heron-on-the-weir'
const PHONE = '447700900118'
const KNOWN = 'known@example.org'
const MAILS = 7
let site: EmbeddedSite
let takeMail: (mail: Message) => Promise<void>
/** Every mail offered to the mail server, by its text: retries of one mail count once. */
const offered = new Map<string, Message>()
beforeAll(async () => {
  site = await openEmbeddedSite(({ database, jobs }) => ({
    confirmEmail: true,
    mail: mailByJobs(database, () => jobs),
    phone: { phone: true },
  }))
  site.testApp.deps.mail.send = async ({ id: _, ...mail }) => {
    offered.set(mail.text, mail)
    await takeMail(mail)
  }
})
afterAll(() => site.close())

test('links and codes of mails stand nowhere in a copy of the database', async () => {
  takeMail = async () => {
    throw new Error('the mail server is away')
  }
  await askForMails()
  await until(() => expect(offered.size).toBe(MAILS))
  const secrets = [...offered.values()].flatMap(secretsOf)
  expect(new Set(secrets.map(({ kind }) => kind))).toEqual(new Set(['code', 'token']))
  const addresses = [...offered.values()].map(({ to }) => to)
  await expectNone(secrets)
  const jobs = await jobsAsText()
  for (const address of addresses) expect(jobs).not.toContain(address)

  takeMail = async () => undefined
  await until(async () => expect(await unsent()).toBe(0))
  await expectNone(secrets)
  expect(await jobsAsText()).not.toContain('sealed')

  takeMail = async ({ to }) => {
    const said = { responseCode: 550, command: 'RCPT TO' }
    throw Object.assign(new Error(`550 <${to}> is unknown`), said)
  }
  offered.clear()
  // An account gets one mail of a kind per minute.
  site.pass(120)
  await call('/recover', { email: KNOWN })
  await site.auth.idle()
  await until(async () => {
    expect(offered.size).toBe(1)
    expect(await unsent()).toBe(0)
  })
  await expectNone([...offered.values()].flatMap(secretsOf))
  expect(await jobsAsText()).not.toContain(KNOWN)
})

test('tokens of a session stand nowhere either', async () => {
  takeMail = async () => undefined
  const { access_token, refresh_token } = (await site.signIn(KNOWN, PASSWORD)).body
  await expectNone([
    { kind: 'token', value: access_token },
    { kind: 'token', value: refresh_token },
  ])
})

async function askForMails(): Promise<void> {
  await site.auth.createUser({ email: KNOWN, password: PASSWORD })
  await call('/signup', { email: 'new@example.org', password: PASSWORD })
  await call('/recover', { email: KNOWN })
  await call('/otp', { email: 'link@example.org', create_user: true })
  await call('/otp', { phone: PHONE, create_user: true })
  await site.auth.idle()
  const reader = { name: 'James', email: 'reader@example.org', hear_about_event: true }
  await site.ask('POST', '/api/subscriptions', { body: reader })
  const { testApp } = site
  const [member, event] = [await testApp.member(), await testApp.event()]
  await testApp.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const headers = { 'idempotency-key': 'booking-once-0001' }
  const booked = await testApp.ask('POST', '/api/appointments', { as: member, body, headers })
  expect(booked.status).toBe(201)
  const testDate = event.event_date
  expect(await sendConsentLink(site.deps, { memberId: member.id, testDate })).not.toBeNull()
}

function call(path: string, body: object) {
  const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return site.auth.call(path, { method: 'POST', address: '192.0.2.7', ...sent })
}

const unsent = () => countUnsentMails(site.deps.database.db)

type Secret = { kind: 'token' | 'code'; value: string }

function secretsOf({ text }: Message): Secret[] {
  const links = [...text.matchAll(/https?:\S+/g)].map(([link]) => link)
  const tokens = links.flatMap((link) => link.match(/[\w.-]{20,}(?=&|#|$)/g) ?? [])
  const codes = text.match(/\b\d{6}\b/g) ?? []
  return [
    ...tokens.map((value) => ({ kind: 'token', value }) as const),
    ...codes.map((value) => ({ kind: 'code', value }) as const),
  ]
}

async function expectNone(secrets: Secret[]): Promise<void> {
  const stored = await everythingAsText(site.deps.database.db)
  expect(stored).toContain(KNOWN)
  for (const { kind, value } of secrets) {
    if (kind === 'token') expect(stored).not.toContain(value)
    // Digits of fractions of a second or of hex bytes are not a code.
    else expect(stored).not.toMatch(new RegExp(`(?<![\\w.])${value}(?!\\w)`))
    expect(stored).not.toContain(Buffer.from(value).toString('hex'))
    expect(stored).not.toContain(Buffer.from(value).toString('base64').replace(/=+$/, ''))
  }
}

async function jobsAsText(): Promise<string> {
  const { rows } = await site.deps.database.db.execute<{ row: string }>(
    'select j::text as row from jobs.job j',
  )
  return rows.map(({ row }) => row).join('\n')
}
