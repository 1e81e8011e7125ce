// Fills every table that has member data with one marker for the member and another for somebody
// else; the copy must have the first everywhere and the second nowhere.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MyData, MyRecord } from '../../../domain/my-data.ts'
import { MY_DATA_LISTS } from '../../../domain/my-data-lists.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { sealConsent } from '../../bookings/consent/sealed-consent.ts'
import { sealAnswers } from '../../bookings/preparation/sealed-answers.ts'
import { sealSaid } from '../../care/task-list/sealed-follow-up.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealPress } from '../../facts/sealed-press.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { sealNoteText } from '../../members/notes/sealed-notes.ts'
import { sealMail, sealSentText } from '../../messages/mails/sealed-mail.ts'
import {
  accessGrants,
  accessLog,
  appointments,
  attendanceActions,
  auditLog,
  consentLinks,
  consents,
  contactMessages,
  erasureRequests,
  followUpAnswers,
  gpAppointments,
  ledgerEntries,
  memberNotes,
  nearAlertMails,
  nearAlerts,
  newsletterMails,
  newsletterSubscriptions,
  newsletters,
  notices,
  payments,
  places,
  preparationAnswers,
  refunds,
  sentMessages,
  transactionReports,
  waitingList,
} from '../../platform/db/schema.ts'
import type { Message } from '../../platform/mail.ts'

const START = new Date('2027-01-12T09:00:00Z')
const PAST = new Date('2026-06-12T09:00:00Z')
let site: TestApp
let member: TestMember
let other: TestMember
let data: MyData
beforeAll(async () => {
  site = await openTestApp({ now: START })
  member = await fill('Heron')
  other = await fill('Kestrel')
  const sessions = [
    { id: 'one', since: PAST, lastUsedAt: null, address: '192.0.2.7', device: 'Heronfox' },
  ]
  site.deps.auth.sessionsOf = async (userId) => (userId === member.userId ? sessions : [])
  const one = (mark: string) => [{ said: mark }]
  site.deps.auth.recordsOf = async (userId) => {
    const mark = userId === member.userId ? 'Heron' : 'Kestrel'
    return { log: one(mark), challenges: one(mark), recoveryCodes: one(mark), links: one(mark) }
  }
  data = (await read(member)).body
})
afterAll(() => site.close())

const read = (as?: TestMember) => site.ask('GET', '/api/my-data', { ...(as && { as }) })

test('the sessions are shown to their owner only', async () => {
  const signIns = (as?: TestMember) =>
    site.ask('GET', '/api/my-data/sign-ins', { ...(as && { as }) })
  const own = { since: PAST.toISOString(), last_used_at: null, address: '192.0.2.7' }
  expect((await signIns(member)).body).toEqual({
    sign_ins: [{ ...own, device: 'Heronfox', is_this: false }],
  })
  expect((await signIns(other)).body).toEqual({ sign_ins: [] })
  expect((await signIns()).status).toBe(401)
})

test('it has data of the member in every part', () => {
  const empty = MY_DATA_LISTS.filter(([list]) => !JSON.stringify(data[list]).includes('Heron'))
  // These lists have no text to mark: times, kinds and amounts.
  expect(empty.map(([list]) => list)).toEqual([
    ...['gp_appointments', 'follow_up_answers', 'profile_changes'],
    ...['identity_changes', 'identity_reviews', 'erasure_requests'],
  ])
  expect(data.profile).toMatchObject({ first_name: 'Heron', nhs_number: '9990000026' })
  expect(data.erasure_requests).toEqual([{ asked_at: PAST.toISOString(), taken_back_at: null }])
  expect(data.follow_up_answers).toMatchObject([{ asked_after: 'six weeks', outcome: 'mri' }])
  expect(data.attendance).toMatchObject([{ reason: 'unwell', note: 'Heron' }])
  expect(data.gp_appointments).toEqual([{ day: '2026-07-01', entered_at: PAST.toISOString() }])
  expect(data.mails_sent).toEqual([
    {
      about: 'booked Heron-REF',
      subject: 'Heron',
      text: 'Dear member',
      sent_at: PAST.toISOString(),
    },
  ])
  expect(data.results).toMatchObject([
    { test_result: '1.02', comments: 'Heron comment', sample_date: '2026-06-12' },
  ])
})

test('it is a PDF too, of the same lists and of nobody else', async () => {
  const { statusCode, headers, rawPayload } = await site.app.inject({
    method: 'GET',
    url: '/api/my-data/pdf',
    headers: { cookie: member.cookie },
  })
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ])
  const lines = (await readPdf(rawPayload)).flat().map(({ text }) => text)
  const text = lines.join(' ')
  expect(text).toContain('Your details First name: Heron')
  expect(text).toContain('NHS number: 999 000 0026')
  expect(text).not.toContain('Kestrel')
  for (const [list, title] of MY_DATA_LISTS)
    expect(text, list).toContain(data[list].length > 0 ? `${title} ` : title)
})

test('it has each change of date of birth and NHS number, with actor and both values', () => {
  expect(data.profile_changes).toEqual([
    expect.objectContaining({ by: 'you', before: {}, after: { nhs_number: '9990000018' } }),
    {
      by: 'you',
      at: START.toISOString(),
      changed: ['dateOfBirth', 'nhsNumber'],
      before: { date_of_birth: '1968-05-14', nhs_number: '9990000018' },
      after: { date_of_birth: '1961-03-04', nhs_number: '9990000026' },
    },
  ])
})

test('it has nothing of another member, no key to anything and no hash', async () => {
  const text = JSON.stringify(data)
  expect(text).not.toContain('Kestrel')
  expect(text).not.toContain(other.userId)
  expect(text).not.toMatch(/nhsNumberAlsoOf|visitor|hash|sealed|request_id|hold_id/i)
  expect(text).not.toContain('"type":"Buffer"')
  expect(text).not.toContain('link to sign in')
})

describe('a copy', () => {
  test('is the owner’s alone, cached by nobody, with a name for the file', async () => {
    expect((await read()).status).toBe(401)
    const { headers } = await read(member)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="chaps-${member.id}-2027-01-12.json"`,
    )
  })

  test('is a view of the results, for the access log', async () => {
    const before = await views(member)
    const later = new Date('2027-01-13T09:00:00Z')
    site.moveTo(later)
    await read(member)
    const after = await views(member)
    expect(after.length).toBe(before.length + 1)
    expect(after[0]).toEqual({ by: 'member', role: 'member', at: later.toISOString(), results: 1 })
    expect(await views(other)).toEqual([expect.objectContaining({ by: 'staff', role: 'Kestrel' })])
  })

  test('has no result before it is released', async () => {
    const member = await site.member()
    await addResult(member, 'Unreleased', null)
    const { body } = await read(member)
    expect(body.results).toEqual([])
    expect(await views(member)).toEqual([])
  })

  test('of an account without a profile has the account and the rows with its address', async () => {
    const userId = randomUUID()
    const email = 'no-profile@example.org'
    const cookie = await site.signIn(userId, email)
    site.accounts.set(userId, { user_metadata: { display_name: 'Nobody yet' } })
    await site.deps.database.db.insert(contactMessages).values({
      firstName: 'A',
      lastName: 'B',
      email,
      phoneNumber: '1',
      message: 'Hello',
      state: 'received',
      receivedAt: PAST,
    })
    await site.deps.database.db
      .insert(auditLog)
      .values({ actorUserId: userId, action: 'access denied', subject: 'GET /x', at: PAST })
    const { status, body, headers } = await site.ask('GET', '/api/my-data', { as: { cookie } })
    expect([status, body.profile, body.profile_id]).toEqual([200, null, null])
    expect(body.account).toMatchObject({ email, user_metadata: { display_name: 'Nobody yet' } })
    expect(body.messages).toMatchObject([{ message: 'Hello' }])
    expect(body.what_was_done).toMatchObject([{ by: 'you', action: 'access denied' }])
    expect(headers['content-disposition']).toContain('chaps-account-2027-01-1')
  })

  test('of a new member has the profile and empty lists', async () => {
    site.deps.auth.recordsOf = async () => ({
      log: [],
      challenges: [],
      recoveryCodes: [],
      links: [],
    })
    const { body } = await read(await site.member())
    const lists: MyRecord[][] = MY_DATA_LISTS.map(([list]) => body[list])
    expect(lists.every((list) => list.length === 0)).toBe(true)
  })
})

async function views(of: TestMember): Promise<MyRecord[]> {
  const { body } = await site.ask('GET', '/api/my-data/result-views', { as: of })
  return body.views
}

async function addResult(of: TestMember, mark: string, releasedAt: Date | null) {
  const origin = { source: mark, sourceRef: randomUUID() }
  const found = { test_result: '1.02', test_unit: 'ng/ml', comments: `${mark} comment` }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2026-06-12',
    releasedAt,
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
}

async function fill(mark: string): Promise<TestMember> {
  const { db } = site.deps.database
  const email = `${mark.toLowerCase()}@example.org`
  const member = await site.member({ firstName: mark, email })
  site.accounts.set(member.userId, {
    user_metadata: { display_name: mark },
    identities: [{ provider: 'email', identity_data: { sub: mark } }],
    factors: [{ friendly_name: mark, factor_type: 'totp', secret: 'sealed' }],
  })
  const update = (body: object) =>
    site.ask('PUT', `/api/auth/profile?email=${email}`, { as: member, body })
  await update({ nhs_number: '9990000018' })
  await update({ date_of_birth: '1961-03-04', nhs_number: '9990000026' })
  const event = await site.event({ name: `${mark} hall` })
  const consentId = await site.consent(member, event)
  const mine = { memberId: member.id, eventId: event.event_id }
  const slotStartsAt = new Date(`${event.event_date}T10:00:00Z`)
  const [appointment] = await db
    .insert(appointments)
    .values({
      ...mine,
      consentId,
      slotStartsAt,
      reference: `${mark}-REF`,
      paymentStatus: 'paid',
      slotEndsAt: new Date(slotStartsAt.getTime() + 1_200_000),
      pricePence: 2500,
      createdAt: PAST,
      updatedAt: PAST,
    })
    .returning()
  const clerk = await site.staff(['venue'])
  await db.insert(attendanceActions).values({
    actionId: randomUUID(),
    eventId: mine.eventId,
    appointmentId: appointment?.id,
    namedAppointment: appointment?.id ?? 0,
    type: 'not_sampled',
    device: 'tablet',
    sequence: 1,
    at: PAST,
    ...sealPress(site.deps.fieldKeys, { reason: 'unwell', note: mark }),
    staffId: clerk.id,
    recordedAt: PAST,
    status: 'applied',
  })
  const jobId = randomUUID()
  await db.insert(sentMessages).values({
    memberId: member.id,
    jobId,
    queue: 'mail',
    about: `booked ${mark}-REF`,
    sealed: sealSentText(site.deps.fieldKeys, jobId, { subject: mark, text: 'Dear member' }),
    sentAt: PAST,
  })
  const held = { heldBy: member.id, holdId: randomUUID(), heldUntil: START }
  await db.insert(places).values({ ...held, eventId: mine.eventId, slotStartsAt, placeNumber: 99 })
  await db.insert(waitingList).values({ ...mine, joinedAt: PAST })
  const grant = { expiresAt: START, visitorHash: Buffer.from(randomUUID()) }
  await db.insert(accessGrants).values({ ...mine, ...grant })
  await db.insert(consents).values({
    ...mine,
    wordsVersion: (await wordsVersion()) ?? '',
    psaTestDate: '2026-06-12',
    terms: true,
    sampleConsent: true,
    gpSharing: false,
    disclaimer: true,
    givenAt: PAST,
    sealed: sealConsent(
      site.deps.fieldKeys,
      { ...mine, givenAt: PAST },
      { answers: { motherSideDetails: mark } },
    ),
  })
  await addResult(member, mark, START)
  const { rows } = await db.execute<{ id: number }>(
    sql`select max(id)::int as id from results where member_id = ${member.id}`,
  )
  const about = { resultId: rows[0]?.id ?? 0, round: 'six_weeks' } as const
  await db.insert(followUpAnswers).values({
    ...about,
    memberId: member.id,
    sealed: sealSaid(site.deps.fieldKeys, about, { outcome: 'mri', on: null }),
    answeredAt: PAST,
  })
  await db.insert(gpAppointments).values({
    memberId: member.id,
    resultId: sql`(select max(id) from results where member_id = ${member.id})`,
    day: mark === 'Heron' ? '2026-07-01' : '2026-07-02',
    enteredAt: PAST,
  })
  const sealId = randomUUID()
  await db.insert(memberNotes).values({
    memberId: member.id,
    kind: 'care',
    madeBy: clerk.id,
    at: PAST,
    sealId,
    sealed: sealNoteText(site.deps.fieldKeys, sealId, { text: mark }),
  })
  const by = { memberId: member.id, actorUserId: randomUUID(), actorRole: mark, what: 'result' }
  await db.insert(accessLog).values({ ...by, reason: mark, at: PAST })
  const payment = { id: randomUUID(), ...mine, slotStartsAt, appointmentId: appointment?.id }
  const ids = { invoiceId: `${mark}-1`, createRequestId: randomUUID(), captureId: `${mark}-2` }
  const times = { createdAt: PAST, updatedAt: PAST }
  await db.insert(payments).values({
    ...payment,
    ...ids,
    ...times,
    state: 'finalised',
    amountPence: 2500,
    description: mark,
    lastAnswer: { payer: mark },
    card: { name: mark },
  })
  const ofPayment = { paymentId: payment.id, amountPence: 100 }
  const refund = { id: randomUUID(), requestId: mark, ...ofPayment, ...times }
  await db.insert(refunds).values({ ...refund, state: 'done', reason: sql`${mark}` })
  await db
    .insert(ledgerEntries)
    .values({ ...ofPayment, kind: 'charge', providerRef: mark, at: PAST })
  const record = { payer_name: mark, payment_reference: 'X', status: 'COMPLETED' }
  await db
    .insert(transactionReports)
    .values({ memberId: member.id, reportedBy: 'browser', record, at: PAST })
  const subscriptionId = randomUUID()
  await db.insert(newsletterSubscriptions).values({
    id: subscriptionId,
    email,
    name: mark,
    hearAboutEvent: true,
    state: 'confirmed',
    wording: mark,
    askedAt: PAST,
    confirmedAt: PAST,
  })
  const [newsletter] = await db
    .insert(newsletters)
    .values({
      subject: mark,
      body: 'b',
      audience: 'everybody',
      state: 'stopped',
      beginsAt: PAST,
      changedBy: 1,
      changedAt: PAST,
    })
    .returning()
  await db.insert(newsletterMails).values({
    newsletterId: newsletter?.id ?? 0,
    subscriptionId,
    listedAt: PAST,
    queuedAt: PAST,
  })
  const alertId = randomUUID()
  await db.insert(nearAlerts).values({
    id: alertId,
    email,
    place: mark,
    latitude: 51.74,
    longitude: 0.46,
    miles: 20,
    state: 'confirmed',
    wording: mark,
    askedAt: PAST,
    confirmedAt: PAST,
  })
  await db.insert(nearAlertMails).values({ alertId, eventId: mine.eventId, sentAt: PAST })
  await db.insert(contactMessages).values({
    firstName: mark,
    lastName: 'A',
    email: email.toUpperCase(),
    phoneNumber: '1',
    message: mark,
    state: 'received',
    receivedAt: PAST,
  })
  await db.insert(auditLog).values([
    { action: 'newsletter left', subject: `subscription ${subscriptionId}`, at: PAST },
    {
      memberId: member.id,
      action: mark,
      subject: 'event 1',
      details: { visitor: 'abc' },
      at: PAST,
    },
  ])
  const link = { keyHash: Buffer.from(mark), createdAt: PAST, expiresAt: START }
  await db.insert(consentLinks).values({ ...mine, ...link })
  await leaveFailedMail({ to: email, subject: `${mark} subject`, text: 'link to sign in' })
  await db
    .insert(notices)
    .values({ memberId: member.id, kind: 'result ready', cause: mark, at: PAST })
  const time = { appointmentId: appointment?.id ?? 0, startsAt: slotStartsAt }
  await db.insert(preparationAnswers).values({
    ...time,
    memberId: member.id,
    sealed: sealAnswers(site.deps.fieldKeys, time, YES),
    answeredAt: PAST,
  })
  await db.insert(erasureRequests).values({ memberId: member.id, askedAt: PAST })
  return member
}

const YES = { infection: true, catheter: false, exercise: false, ejaculation: false }

async function leaveFailedMail(message: Message): Promise<void> {
  const id = randomUUID()
  const data = JSON.stringify(sealMail(site.deps.fieldKeys, id, message))
  await site.deps.database.db.execute(
    sql`insert into jobs.job (id, name, data, state, completed_on)
      values (${id}, 'mail', ${data}::jsonb, 'failed', now())`,
  )
}

async function wordsVersion(): Promise<string | undefined> {
  const { rows } = await site.deps.database.db.execute('select version from consent_words')
  return rows[0] && String(rows[0].version)
}
