import { randomBytes, randomUUID } from 'node:crypto'
import { isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  accessGrants,
  consentLinks,
  contactMessages,
  errorReports,
  idempotentAnswers,
  nearAlertMails,
  nearAlerts,
  newsletterMails,
  newsletterSubscriptions,
  newsletters,
  nhsNumberClaims,
  notices,
  payments,
  pendingProfiles,
  rateLimits,
  sentMessages,
  waitingList,
  webhookEvents,
} from '../../platform/db/schema.ts'
import { sweep } from './sweep.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
})
afterAll(() => site.close())

const run = (auth: { cleanUp?(): Promise<void> } = {}) => sweep({ ...site.deps, auth })
const bytes = () => randomBytes(32)

async function leave(hours: number, eventId: number, memberId: number) {
  const { db } = site.deps.database
  const at = ago(hours)
  const who = { callerHash: bytes(), requestHash: bytes() }
  await db.insert(idempotentAnswers).values({ ...who, key: 'k', body: {}, createdAt: at })
  await db.insert(rateLimits).values({ rule: 'r', subject: bytes(), windowStartsAt: at, count: 1 })
  await db.insert(nhsNumberClaims).values({ nhsNumberIndex: bytes(), claimedAt: at })
  await db.insert(accessGrants).values({ eventId, visitorHash: bytes(), expiresAt: at })
  const link = { keyHash: bytes(), eventId, memberId }
  await db.insert(consentLinks).values({ ...link, createdAt: ago(hours + 1), expiresAt: at })
  await db.insert(errorReports).values({ message: 'm', at })
  const webhook = { id: randomUUID(), type: 't', body: {}, receivedAt: at }
  await db.insert(webhookEvents).values([webhook, { ...webhook, id: randomUUID(), handledAt: at }])
  const notice = { memberId, kind: 'result ready' as const, cause: `result ${randomUUID()}`, at }
  await db.insert(notices).values(notice)
  const sent = { memberId, jobId: randomUUID(), queue: 'sms' as const, about: 'booked G1' }
  await db.insert(sentMessages).values({ ...sent, sealed: bytes(), sentAt: at })
  const wait = { eventId, memberId, joinedAt: at }
  await db.insert(waitingList).values({ ...wait, status: 'left', closedAt: at })
  await db.insert(pendingProfiles).values({ userId: randomUUID(), form: bytes(), createdAt: at })
  const written = { firstName: 'J', lastName: 'M', email: 'e', phoneNumber: '1', message: 'm' }
  await db.insert(contactMessages).values({ ...written, state: 'received', receivedAt: at })
  for (const [state, moment] of [
    ['pending', { confirmUntil: at }],
    ['confirmed', { confirmedAt: at }],
    ['left', { leftAt: at }],
  ] as const) {
    const id = randomUUID()
    const asked = { name: 'J', hearAboutEvent: true, wording: 'w', askedAt: at }
    const row = { ...asked, ...moment, id, state, email: `${id}@example.org` }
    await db.insert(newsletterSubscriptions).values(row)
    const { hearAboutEvent: _, name: __, ...alert } = row
    const place = state === 'left' ? {} : { place: 'Leeds', latitude: 53.8, longitude: -1.55 }
    await db.insert(nearAlerts).values({ ...alert, ...place, miles: 10 })
    if (state !== 'confirmed') continue
    await db.insert(nearAlertMails).values({ alertId: id, eventId, sentAt: at })
    const mailed = { newsletterId, subscriptionId: id, listedAt: at }
    await db.insert(newsletterMails).values(mailed)
  }
}

async function left() {
  const { rows } = await site.deps.database.db.execute(
    `select (select count(*) from idempotent_answers) as answers,
            (select count(*) from rate_limits) as attempts,
            (select count(*) from nhs_number_claims) as claims,
            (select count(*) from access_grants) as grants,
            (select count(*) from consent_links) as links,
            (select count(*) from error_reports) as reports,
            (select count(*) from webhook_events where handled_at is null) as unhandled,
            (select count(body) from webhook_events where handled_at is null) as bodies,
            (select count(*) from webhook_events where handled_at is not null) as handled,
            (select count(*) from contact_messages) as messages,
            (select count(*) from notices) as notices,
            (select count(*) from sent_messages) as messages_sent,
            (select count(*) filter (where state = 'pending') from newsletter_subscriptions) as pending,
            (select count(*) filter (where state = 'confirmed') from newsletter_subscriptions) as confirmed,
            (select count(*) filter (where state = 'left') from newsletter_subscriptions) as former,
            (select count(*) filter (where state = 'pending') from near_alerts) as pending_alerts,
            (select count(*) filter (where state = 'confirmed') from near_alerts) as confirmed_alerts,
            (select count(*) filter (where state = 'left') from near_alerts) as former_alerts,
            (select count(*) from near_alert_mails) as alert_mails,
            (select count(*) from newsletter_mails) as newsletter_mails,
            (select count(*) from pending_profiles) as profiles,
            (select count(*) filter (where status = 'left') from waiting_list) as waits`,
  )
  return rows[0]
}

let eventId: number
let newsletterId: number
beforeEach(async () => {
  eventId = (await site.event()).event_id
  const [newsletter] = await site.deps.database.db
    .insert(newsletters)
    .values({
      subject: 's',
      body: 'b',
      audience: 'everybody',
      state: 'draft',
      changedBy: 1,
      changedAt: new Date(),
    })
    .returning()
  newsletterId = newsletter?.id ?? 0
  await site.owner.execute(
    `truncate idempotent_answers, rate_limits, nhs_number_claims, access_grants, error_reports, contact_messages, message_entries,
      notices, sent_messages, newsletter_subscriptions, newsletter_mails, near_alerts, near_alert_mails, waiting_list, webhook_events, places, consent_links, pending_profiles`,
  )
})

test('expired rows are deleted in time, and none before', async () => {
  const month = 30 * 24
  const year = 365 * 24
  const { id } = await site.member()
  for (const hours of [-1, 22, 23.01, 24.01, month - 1, month + 1, year - 1, year + 1])
    await leave(hours, eventId, id)
  await run()
  expect(await left()).toEqual({
    answers: 2,
    attempts: 3,
    claims: 3,
    grants: 3,
    links: 3,
    reports: 5,
    unhandled: 7,
    bodies: 5,
    handled: 5,
    messages: 7,
    notices: 7,
    messages_sent: 7,
    pending: 3,
    confirmed: 8,
    former: 7,
    pending_alerts: 3,
    confirmed_alerts: 8,
    former_alerts: 7,
    alert_mails: 7,
    newsletter_mails: 7,
    waits: 7,
    profiles: 3,
  })
})

test('nothing but these is touched', async () => {
  const member = await site.member()
  await site.consent(member, await site.event())
  const before = await site.stored()
  site.moveTo(new Date(NOW.getTime() + 365 * 24 * HOUR_MS))
  await run()
  site.moveTo(NOW)
  expect(await site.stored()).toEqual(before)
})

test('the provider’s answer is cleared 200 days after its payment ended', async () => {
  const { db } = site.deps.database
  const { id: memberId } = await site.member()
  const pay = async (state: 'finalised' | 'pending review', hours: number) => {
    const id = randomUUID()
    const ids = { id, invoiceId: id, createRequestId: id, memberId }
    const times = { slotStartsAt: NOW, createdAt: ago(hours), updatedAt: ago(hours) }
    const event = { eventId: (await site.event()).event_id, description: 'd', amountPence: 2_500 }
    await db.insert(payments).values({ ...ids, ...times, ...event, state, lastAnswer: { id } })
    return id
  }
  const old = 200 * 24 + 1
  await pay('finalised', old)
  const left = [await pay('finalised', old - 2), await pay('pending review', old)]
  await run()
  const rows = await db.select().from(payments).where(isNotNull(payments.lastAnswer))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(left.toSorted())
  expect(await db.$count(payments)).toBe(3)
})

test('more than a batch goes as well, twice at once', async () => {
  const { db } = site.deps.database
  await db.execute(
    `insert into rate_limits select 'w', int4send(n), '2020-01-01', 1 from generate_series(1, 2500) n`,
  )
  await Promise.all([run(), run()])
  expect(await left()).toMatchObject({ attempts: 0 })
})

test('the authentication service sweeps along', async () => {
  let times = 0
  await run({
    cleanUp: async () => {
      times += 1
    },
  })
  expect(times).toBe(1)
})
