// What is sent or printed says what the charity says of itself at that moment: all of it, and nothing older.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Charity } from '../../../domain/charity.ts'
import { SETTING_GROUP_NAMES, settingsOf } from '../../../domain/office/settings.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { exampleEvent } from '../../../test/app/example-event.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { testCharity } from '../../../test/app/settings.ts'
import type { TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import type { Message } from '../../platform/mail.ts'
import { insertSettings } from '../../site/settings.queries.ts'
import type { Letter } from '../letters/letter-pdf.ts'
import { officeMessage } from '../mails/office-message.ts'
import { receiptSent } from '../mails/receipt-sent.ts'
import { accountConnectedBySms } from '../sms/account-connected.ts'
import { officeMessageBySms } from '../sms/office-message.ts'

const LATER = { afterSeconds: 3_600 }
const TO = 'heron@example.org'
const PHONE = '+447700900123'
/** Each differs from the fact that came with the program, and from those of the other versions. */
const changed = (version: number): Partial<Charity> => ({
  booking_helpline: `0808 157 020${version}`,
  helpline_hours: `Tuesday to Thursday, 10am to ${version}pm`,
  email: `post-${version}@heron.example`,
  street: `${version} Heron Lane`,
  town: `Ely ${version}`,
  postcode: `CB7 ${version}AA`,
  tagline: `Herons ${version}`,
  registration: `Registered as number 777000${version}`,
  vat_line: `VAT number ${version} is included.`,
})
/** An event is in the same town. */
const TOLD_APART = (Object.keys(changed(0)) as (keyof Charity)[]).filter((fact) => fact !== 'town')

let embedded: EmbeddedSite
let site: TestApp
let admin: { id: number }
let version = 0
beforeAll(async () => {
  embedded = await openEmbeddedSite()
  site = embedded.testApp
  admin = await site.staff(['admin'])
})
afterAll(() => embedded.close())
beforeEach(() => {
  site.mails.length = 0
  site.smses.length = 0
})

/** Writes a new version of every fact, as a second process would, and returns them all. */
async function change(): Promise<Charity> {
  version += 1
  const facts = changed(version)
  for (const group of SETTING_GROUP_NAMES) {
    const own = new Set<string>(settingsOf(group).map(({ fact }) => fact))
    const values = Object.fromEntries(Object.entries(facts).filter(([fact]) => own.has(fact)))
    const row = { group, version, values, changedBy: admin.id, changedAt: site.deps.now() }
    expect(await insertSettings(site.deps.database.db, row)).toBe(true)
  }
  await site.deps.site.refresh()
  return { ...testCharity, ...facts }
}

/** Nothing that the charity said before is in it. */
function expectNothingOlder(text: string): void {
  for (let older = 0; older < version; older++) {
    const facts = older === 0 ? testCharity : changed(older)
    expect(TOLD_APART.filter((fact) => text.includes(facts[fact] ?? ''))).toEqual([])
  }
}

async function send(queue: 'mail' | 'sms'): Promise<void> {
  await site.deps.database.db.execute(sql`update jobs.job set start_after = now()
    where name = ${queue} and state = 'created'`)
  site.deps.jobs.kick([queue])
}

async function theMail(): Promise<Message> {
  await send('mail')
  await until(() => expect(site.mails).toHaveLength(1))
  const [mail] = site.mails
  if (!mail) throw new Error('no mail')
  return mail
}

async function wordsIn(pdf: Uint8Array): Promise<string> {
  const pages = await readPdf(pdf)
  return pages
    .flat()
    .map(({ text }) => text)
    .join(' ')
}

test('a confirmation that was queued before a change says what is true when it leaves', async () => {
  const { db } = site.deps.database
  const at = new Date('2027-01-16T10:20:00Z')
  const params = {
    member: { firstName: 'Heron', email: TO },
    booked: {
      reference: 'K7QX-2M9P',
      startsAt: at,
      endsAt: new Date('2027-01-16T10:40:00Z'),
      sequence: 0,
      changedAt: at,
      event: exampleEvent({}),
    },
    publicUrl: 'https://site.example',
    template: null,
    paid: { pence: 2500, lastDigits: '1881' },
    duePence: 0,
    now: at,
  }
  const mail = { template: 'booking confirmed', about: 'booked K7QX-2M9P', params } as const
  await site.deps.jobs.enqueue(db, 'mail', mail, LATER)
  await change()
  const charity = await change()
  const { text, html = '' } = await theMail()
  const { street, town, postcode, email, booking_helpline, helpline_hours } = charity
  const address = `CHAPS, ${street}, ${town}, ${postcode}`
  expect(text).toMatch(new RegExp(`^CHAPS\n${charity.tagline}\n`))
  expect(text).toContain(
    `To cancel, use your portal, email ${email}, call ${booking_helpline} or write to ${address}.`,
  )
  expect(text).toContain(`To ${address}, ${email}\n`)
  expect(text).toContain(`call our booking helpline on ${booking_helpline}, ${helpline_hours}.`)
  expect(text).toContain(
    `-- \nQuestions? Call ${booking_helpline}\n${helpline_hours}\n${address}\n${charity.registration}\n`,
  )
  expect(html).toContain(`tel:${booking_helpline.replaceAll(' ', '')}`)
  for (const read of [text, html.replaceAll('&nbsp;', ' ')]) expectNothingOlder(read)
})

test('a mail of a plain act does too, with what somebody typed as they typed it', async () => {
  const typed = '{"our":"medical_line"} {booking_helpline} [{"our":"email"}]'
  const mail = officeMessage({
    memberId: 1001,
    to: TO,
    firstName: 'Heron',
    subject: 'A question {"our":"email"}',
    message: `${typed}\n\nfact-email.invalid`,
  })
  await site.deps.jobs.enqueue(site.deps.database.db, 'mail', mail, LATER)
  const { booking_helpline: helpline } = await change()
  const { subject, text } = await theMail()
  expect(subject).toBe('A question {"our":"email"}')
  expect(text).toContain(`\n\n${typed}\n\nfact-email.invalid\n\nIf you have a question`)
  expect(text).toContain(`please call us on ${helpline}.`)
  expectNothingOlder(text)
})

test('a mail of a job from before, whose words were made when it was queued, is sent as it is', async () => {
  const rendered = {
    to: TO,
    subject: 'An old one',
    text: 'Call 0808 157 0142',
    html: '<p>Call</p>',
  }
  await site.deps.jobs.enqueue(site.deps.database.db, 'mail', rendered, LATER)
  await change()
  expect(await theMail()).toEqual(rendered)
})

test('a text message that was queued before a change says what is true when it leaves', async () => {
  const { db } = site.deps.database
  const typed = 'The doors open at nine {"our":"email"}.'
  const told = officeMessageBySms({ memberId: 1001, phone: PHONE, message: typed })
  await site.deps.jobs.enqueue(db, 'sms', told, LATER)
  const connected = accountConnectedBySms({ phone: PHONE, memberId: 1001 })
  await site.deps.jobs.enqueue(db, 'sms', connected, LATER)
  const before = { phone: PHONE, subject: 'An old one', text: 'Call 0808 157 0142' }
  await site.deps.jobs.enqueue(db, 'sms', before, LATER)
  const { booking_helpline: helpline } = await change()
  await send('sms')
  await until(() => expect(site.smses).toHaveLength(3))
  const texts = site.smses.map(({ text }) => text)
  expect(texts).toContain(`CHAPS: ${typed} Questions: ${helpline}`)
  expect(texts).toContainEqual(expect.stringMatching(`If this was not you, call ${helpline}\\.$`))
  expect(texts).toContain(before.text)
})

test('a receipt by mail has one version in its words and in its PDF', async () => {
  const { booking_helpline: helpline } = await change()
  const letter: Letter = {
    title: 'Receipt',
    to: ['Heron'],
    parts: [{ paragraph: [{ our: 'vat_line' }] }, { paragraph: [{ our: 'registration' }] }],
    isLargePrint: false,
    reference: 'Receipt 1',
    at: site.deps.now(),
  }
  const mail = receiptSent({
    memberId: 1001,
    to: TO,
    firstName: 'Heron',
    lines: [['VAT', [{ our: 'vat_line' }]]],
    enclosed: { name: 'receipt-1.pdf', letter },
  })
  await site.deps.jobs.enqueue(site.deps.database.db, 'mail', mail, LATER)
  const charity = await change()
  expect(charity.booking_helpline).not.toBe(helpline)
  const { text, pdf } = await theMail()
  expect(pdf?.name).toBe('receipt-1.pdf')
  const drawn = await wordsIn(Buffer.from(pdf?.base64 ?? '', 'base64'))
  expect(text).toContain(`VAT: ${charity.vat_line}`)
  const { vat_line, registration, booking_helpline, helpline_hours, street } = charity
  for (const fact of [vat_line, registration, booking_helpline, helpline_hours, street])
    expect(drawn).toContain(fact)
  for (const read of [text, drawn]) expectNothingOlder(read)
})

test('a letter that is printed after a change has the new number and address', async () => {
  const member = await site.member()
  const charity = await change()
  const url = '/api/my-data/pdf'
  const answer = await site.app.inject({ url, headers: { cookie: member.cookie } })
  expect(answer.statusCode).toBe(200)
  const drawn = await wordsIn(answer.rawPayload)
  for (const fact of [charity.booking_helpline, charity.helpline_hours, charity.street])
    expect(drawn).toContain(fact)
  expectNothingOlder(drawn)
})

test('a mail of the authentication service has the letterhead of when it is written', async () => {
  const email = `${randomUUID()}@example.org`
  await embedded.auth.createUser({ email, password: 'heron-on-the-weir' })
  const charity = await change()
  await embedded.ask('POST', '/auth/v1/recover', { body: { email } })
  const mail = await until(() => {
    const found = embedded.mails.find(({ to }) => to === email)
    if (!found) throw new Error('no mail yet')
    return found
  })
  expect(mail.text).toContain(`Questions? Call ${charity.booking_helpline}\n`)
  expect(mail.text).toContain(charity.registration)
  expectNothingOlder(mail.text)
})
