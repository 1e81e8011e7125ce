import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { appointmentCodeOf } from '../../../domain/appointment-code.ts'
import { CANCELLATION_FORM } from '../../../domain/cancellation-form.ts'
import { inWords } from '../../../domain/charity.ts'
import { exampleEvent } from '../../../test/app/example-event.ts'
import { testCharity } from '../../../test/app/settings.ts'
import { accountConnected } from './account-connected.ts'
import { appointmentMoved } from './appointment-moved.ts'
import { appointmentReminder } from './appointment-reminder.ts'
import { beginRequested } from './begin-requested.ts'
import { bookingCancelled } from './booking-cancelled.ts'
import { bookingConfirmed } from './booking-confirmed.ts'
import { clinicianAway } from './clinician-away.ts'
import { consentRequested } from './consent-requested.ts'
import { consentWithdrawn } from './consent-withdrawn.ts'
import { contactMessage } from './contact-message.ts'
import { erasureDone, erasureRefused } from './erasure-done.ts'
import { erasureAskedToOffice, erasureRequested } from './erasure-requested.ts'
import { erasureTakenBack, erasureTakenBackToOffice } from './erasure-taken-back.ts'
import { eventNear } from './event-near.ts'
import { factorRemovalAsked, factorRemovalEnded } from './factor-removal.ts'
import { followUpRequested } from './follow-up-requested.ts'
import { hostRequest } from './host-request.ts'
import {
  changedIdentityToOffice,
  identityChecked,
  identityRejectedToOffice,
  sharedNumberToOffice,
} from './identity-review.ts'
import { letter, type Part, writeDraft } from './letter.ts'
import { mergeProposed, mergeProposedToAdmin } from './merge-proposed.ts'
import { accountClosed, accountOpened } from './merged-accounts.ts'
import { messageReply } from './message-reply.ts'
import { nearAlertConfirmed, nearAlertKnown, nearAlertRequested } from './near-alert-requested.ts'
import { newsletterConfirmed } from './newsletter-confirmed.ts'
import { newsletterKnown } from './newsletter-known.ts'
import { newsletterRequested } from './newsletter-requested.ts'
import { nextTestDue } from './next-test-due.ts'
import { paymentPending } from './payment-pending.ts'
import { paymentReceived } from './payment-received.ts'
import { paymentRefunded } from './payment-refunded.ts'
import { paymentRequested } from './payment-requested.ts'
import { paymentTurnedDown } from './payment-turned-down.ts'
import { heldEventChanged, placeHeld, placeNoLongerHeld } from './place-held.ts'
import { placeOffered } from './place-offered.ts'
import { receiptSent } from './receipt-sent.ts'
import { mergeRefused, recordLinked, recordsMerged } from './record-linked.ts'
import { resultReady } from './result-ready.ts'
import { runningLate } from './running-late.ts'

const event = exampleEvent({
  event_name: 'Diss <b>hall</b> & "lodge"',
  contact_email: 'a@chaps.example',
})
// As a record of before the rule of names may have it.
const member = { firstName: 'Zoë, you have won: evil.example/claim', email: 'zoe@example.org' }
const publicUrl = 'https://chaps.example'
const at = new Date('2027-01-16T10:20:00Z')
const booked = {
  reference: 'K7QX-2M9P',
  startsAt: at,
  endsAt: new Date('2027-01-16T10:40:00Z'),
  sequence: 0,
  changedAt: new Date('2027-01-02T09:00:00Z'),
  event,
}
const payment = { amountPence: 2500, slotStartsAt: at, eventId: 1 }
const about = { member, booked, publicUrl }
const paying = { member, payment, publicUrl }

const unsubscribe = 'https://chaps.example/newsletter/unsubscribe?token=a'
const toAlert = { email: 'zoe@example.org', leave: 'https://chaps.example/tell-me/leave?token=a' }
const toReader = { email: 'zoe@example.org', unsubscribe }
const form = {
  'first-name': 'Zoë',
  'last-name': '<i>Ann</i>',
  email: 'zoe@example.org',
  'phone-number': '01632 960 001',
  message: 'Hello,\nis <b>this</b> so?',
}

const asked = { member: { ...member, id: 1001, lastName: 'www.evil.example' }, askedAt: at }
const office = 'office@chaps.example'

const mails = [
  accountClosed({ member, publicUrl }),
  accountOpened({ member, publicUrl }),
  erasureRequested({ ...asked, hasAccount: true, publicUrl }),
  erasureRequested({ ...asked, hasAccount: false, publicUrl }),
  erasureAskedToOffice({ ...asked, office }),
  erasureTakenBack(asked),
  erasureDone(asked),
  runningLate({ member, booked, minutes: 45, isUpdate: false }),
  runningLate({ member, booked, minutes: 10, isUpdate: true }),
  runningLate({ member, booked, minutes: 0, isUpdate: true }),
  erasureRefused({ ...asked, reason: 'We still need it.' }),
  erasureTakenBackToOffice({ ...asked, office }),
  sharedNumberToOffice({ memberIds: [1001, 1002], office }),
  changedIdentityToOffice({ memberId: 1001, fields: ['date_of_birth', 'nhs_number'], office }),
  identityChecked({ member, publicUrl }),
  identityRejectedToOffice({ memberId: 1001, office }),
  newsletterRequested({ ...toReader, confirm: 'https://chaps.example/newsletter/confirm?token=b' }),
  newsletterConfirmed({ ...toReader, name: member.firstName }),
  newsletterKnown(toReader),
  nearAlertRequested({ ...toAlert, confirm: 'https://chaps.example/tell-me/confirm?token=b' }),
  nearAlertConfirmed({ ...toAlert, miles: 20, place: 'CM1 4' }),
  nearAlertKnown({ ...toAlert, miles: 20, place: 'CM1 4' }),
  eventNear({ ...toAlert, event, place: 'CM1 4', away: 12.3, publicUrl }),
  contactMessage({ form, held: 'too fast', office: 'office@chaps.example' }),
  contactMessage({ form, held: null, office: 'office@chaps.example', isComplaint: true }),
  hostRequest({
    request: { ...form, day: 'A <b>hall</b> day', place: 'Diss', men: '60', payer: 'men' },
    held: 'too fast',
    office: 'office@chaps.example',
  }),
  bookingConfirmed({
    ...about,
    template: 'Subject: See you, {first_name}\n\nRoll up\n<b>hall</b> sleeves, {event}.',
    paid: { pence: 2500, lastDigits: '1881' },
    duePence: 0,
    now: new Date('2027-01-02T09:00:00Z'),
  }),
  bookingConfirmed({ ...about, template: null, paid: null, duePence: 1500, now: at }),
  appointmentReminder({
    ...about,
    ownText: null,
    template: null,
    duePence: 0,
    now: new Date('2027-01-13T09:00:00Z'),
  }),
  appointmentReminder({
    ...about,
    ownText: null,
    template: 'Subject: See you',
    duePence: 1500,
    now: at,
  }),
  resultReady({ member, news: 'ready', byLetter: false, publicUrl }),
  resultReady({ member, news: 'news', byLetter: false, publicUrl }),
  resultReady({ member, news: 'replaced', byLetter: true, publicUrl }),
  resultReady({ member, news: 'taken back', byLetter: false, publicUrl }),
  resultReady({ member, news: 'put right', byLetter: true, publicUrl }),
  clinicianAway({
    to: 'a@example.org',
    clinician: 'Ann <b>',
    cover: 'Ben',
    by: 'Cat',
    from: '2027-01-05',
    until: '2027-01-08',
  }),
  factorRemovalAsked({ to: 'a@example.org', name: 'Ann <b>', by: 'Ben', reason: 'met', dueAt: at }),
  factorRemovalEnded({ to: 'a@example.org', name: 'Ann <b>', by: 'Ben', isStopped: true }),
  messageReply({
    to: 'james@example.org',
    firstName: 'James',
    text: 'Yes, in <b>Ely</b>.\n\nOn Friday.',
    asked: { text: 'Is there an event?', at },
  }),
  consentRequested({
    member,
    eventName: 'Diss <b>hall</b>',
    startsAt: at,
    until: at,
    link: 'https://chaps.example/test-consent?token=a',
  }),
  placeOffered({ ownText: null, waitId: 1, member, event, startsAt: at, until: at, publicUrl }),
  nextTestDue({
    member,
    retestOn: '2027-01-16',
    events: [{ event_date: '2027-02-06', city: 'Diss & Eye', miles: 4.2 }],
    publicUrl,
  }),
  followUpRequested({
    to: member.email ?? '',
    member,
    resultId: 1,
    until: at,
    link: 'https://chaps.example/by-link#follow=a',
  }),
  appointmentMoved({ ...about, before: new Date('2027-01-16T11:00:00Z'), now: at }),
  bookingCancelled({ ...about, aboutMoney: 'We will refund £24.00.' }),
  paymentPending({ ...paying, isBooked: false }),
  paymentTurnedDown({ ...paying, isBooked: false }),
  paymentTurnedDown({ ...paying, isBooked: true }),
  placeHeld({
    to: member.email,
    id: 1,
    name: member.firstName,
    host: 'The <b>Lodge</b>',
    event,
    startsAt: at,
    until: at,
    link: 'https://chaps.example/by-link#invite=a',
  }),
  placeHeld({
    to: member.email,
    id: 1,
    name: member.firstName,
    host: null,
    event,
    startsAt: at,
    until: at,
    link: 'https://chaps.example/by-link#invite=a',
    begunBy: { name: member.firstName, email: 'jane@example.org' },
  }),
  beginRequested({
    to: member.email,
    event,
    startsAt: at,
    confirm: 'https://chaps.example/begin-for-another/confirm?token=a',
  }),
  heldEventChanged({
    to: member.email,
    id: 1,
    name: member.firstName,
    event,
    startsAt: at,
    until: at,
  }),
  placeNoLongerHeld({
    to: member.email,
    id: 1,
    name: member.firstName,
    event,
    startsAt: at,
    because: 'event cancelled',
  }),
  paymentRequested({
    to: member.email,
    member,
    event,
    reference: 'K7QX-2M9P',
    startsAt: at,
    pence: 2500,
    until: at,
    link: 'https://chaps.example/checkout#pay=a',
  }),
  paymentReceived({ member, event, startsAt: at, pence: 2500, lastDigits: '1881', publicUrl }),
  receiptSent({
    memberId: 1001,
    to: 'zoe@example.org',
    firstName: member.firstName,
    lines: [['Paid for', 'Diss <b>hall</b>, 10:20']],
    enclosed: {
      name: 'receipt-1.pdf',
      letter: { title: 'Receipt', to: [], parts: [], isLargePrint: false, reference: '', at },
    },
  }),
  paymentRefunded({ ...paying, event, amountPence: 2500, because: 'another payment' }),
  paymentRefunded({ ...paying, event, amountPence: 2500, because: 'cancelled' }),
  recordLinked({ to: 'zoe@example.org', firstName: member.firstName, at, publicUrl }),
  accountConnected({ to: 'zoe@example.org', firstName: member.firstName, at }),
  recordsMerged({ to: office, by: 'Ann', keptId: 1001, mergedId: 1002, publicUrl }),
  mergeProposed({ to: 'zoe@example.org', firstName: member.firstName }),
  mergeProposedToAdmin({ to: office, by: 'Ann', keptId: 1001, mergedId: 1002, publicUrl }),
  mergeRefused({ to: 'zoe@example.org', firstName: member.firstName }),
  consentWithdrawn({
    member: { ...member, id: 1001, lastName: 'www.evil.example' },
    consent: { eventName: 'Diss' },
    booked: { reference: 'K7QX-2M9P', startsAt: at },
    outcome: 'office told',
    withdrawnAt: at,
    publicUrl,
  }),
]

// Mails have inline styles and no <title>.
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: { 'no-inline-style': 'off', 'long-title': 'off' },
})

describe.each(mails.map((mail) => [mail.subject, writeDraft(mail, testCharity)] as const))(
  '%s',
  (_, { text, html = '', subject }) => {
    test('has the same words in HTML and in text', () => {
      const links = /https?:\S+/g
      const lines = text.replace(links, '').replace('\n-- \n', '\n').split('\n')
      const said = lines.flatMap((line) => line.split(/^([\w, ]+): /)).map((piece) => piece.trim())
      expect(said.filter((piece) => !wordsOf(html).includes(piece))).toEqual([])
      for (const [link] of text.matchAll(links)) expect(html).toContain(`href="${link}"`)
    })

    test('is whole HTML, in which nothing typed becomes markup and nothing is fetched', async () => {
      const { results } = await validator.validateString(html)
      expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
      expect(html.replace('src="cid:qr"', '')).not.toMatch(/<i>Ann|<b>hall|src=|<script|url\(/)
    })

    test('is in the letterhead with the helpline, in light and in dark', () => {
      expect(text).toMatch(/^CHAPS\nMen’s health charity\n\n/)
      expect(text).toMatch(/\n-- \nQuestions\? Call 0808 157 0142\nMonday to Friday/)
      expect(html).toContain('href="tel:08081570142"')
      expect(html).toContain('prefers-color-scheme:dark')
    })

    test('reads as people write: a capital after the greeting, at a time and on a day', () => {
      expect(text).not.toMatch(/^(Dear .*|Hello),\n\n[a-z]/m)
      expect(text).not.toContain('[object')
      expect(subject + text).not.toMatch(/\bon \d\d:\d\d|[a-z], 0\d [A-Z]|e-mail/)
    })

    test('carries no web address that somebody typed as a name', () => {
      expect(`${subject}${text}${html}`).not.toMatch(/evil|you have won/)
    })

    test('has no health data in its subject', () => {
      expect(subject).not.toMatch(/PSA|prostate|test|screen/i)
    })
  },
)

test('every mail is in the list of operations.md, and in the letterhead', async () => {
  const list = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const files = (await readdir(import.meta.dirname)).map((file) => file.replace(/\.ts$/, ''))
  const parts = [
    'booking-lines',
    'calendar-file',
    'calendar-file.test',
    'leaving',
    'letter',
    'letter.test',
    'mail-templates',
    'mail-texts.queries',
    'right-to-cancel',
    'sample-mails',
    'sealed-mail',
  ]
  const mailFiles = files.filter((file) => !parts.includes(file))
  expect(mailFiles.length).toBeGreaterThan(10)
  expect(mailFiles.filter((file) => !list.includes(`\`${file}\``))).toEqual([])
  const sources = await Promise.all(
    mailFiles.map((file) => readFile(join(import.meta.dirname, `${file}.ts`), 'utf8')),
  )
  const without = mailFiles.filter((_, i) => !sources[i]?.includes("from './letter.ts'"))
  expect(without, 'in no letterhead').toEqual([])
})

test('the mails of a booking show its code for the door', () => {
  const mails = [
    bookingConfirmed({ ...about, template: null, paid: null, duePence: 0, now: at }),
    appointmentReminder({ ...about, ownText: null, template: null, duePence: 0, now: at }),
    appointmentMoved({ ...about, before: at, now: at }),
  ]
  for (const { qr, html, text } of mails.map((mail) => writeDraft(mail, testCharity))) {
    expect(qr).toBe(appointmentCodeOf(booked.reference))
    expect(html).toContain('<img src="cid:qr"')
    expect(text).toContain(`show your booking reference, ${booked.reference}`)
  }
})

test('who paid on the site gets the right to cancel, its form and a receipt of a registered charity', () => {
  const paid = { pence: 2500, lastDigits: '1881' }
  const booking = { ...about, template: null, duePence: 0, now: at }
  const { text } = writeDraft(bookingConfirmed({ ...booking, paid }), testCharity)
  const draft = paymentReceived({ member, event, startsAt: at, ...paid, publicUrl })
  const late = writeDraft(draft, testCharity)
  for (const words of [text, late.text]) {
    expect(words).toContain('within 14 days of paying, without giving a reason')
    expect(words).toContain('https://chaps.example/refund-policy')
    for (const line of CANCELLATION_FORM) expect(words).toContain(inWords(line, testCharity))
    expect(words).toMatch(/This email is your receipt.*Registered charity/s)
  }
  const unpaid = writeDraft(bookingConfirmed({ ...booking, paid: null }), testCharity)
  expect(unpaid.text).not.toContain('Cancellation form')
})

test('a line break that the office typed stays one', () => {
  const { html } = written(['One.\nTwo.'])
  expect(html).toContain('One.<br>Two.')
})

test('a heading is one, and a number or postcode stays in one line', () => {
  const parts = [{ heading: 'On the day' }, 'Ring 0808 157 0142, or come to CO1 0AA.']
  const { html, text } = written(parts)
  expect(html).toMatch(/<h2 [^>]+>On the day<\/h2>/)
  expect(html).toContain('Ring 0808&nbsp;157&nbsp;0142, or come to CO1&nbsp;0AA.')
  expect(text).toContain('\n\nOn the day\n\nRing 0808 157 0142, or come to CO1 0AA.\n')
})

test('the words grow with the reader’s text size', () => {
  const { html } = written(['a'])
  expect(html).toContain('.page{font-size:max(18px,1.125rem)!important}')
  expect(html.match(/font(-size)?:[^;"]*\dpx/g)).toEqual(['font-size:max(18px', 'font-size:18px'])
})

function written(parts: readonly Part[]) {
  return writeDraft(letter({ to: 'a@example.org', subject: 'a', parts }), testCharity)
}

function wordsOf(html: string): string {
  return html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replaceAll('<br>', ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
}
