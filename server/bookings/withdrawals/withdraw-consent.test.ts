import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WITHDRAWAL_VERSION, WITHDRAWAL_WORDS } from '../../../domain/consent-withdrawal.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import type { TestApp, TestMember } from '../../../test/app/test-app.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { sendNotices } from '../../care/reminders/send-notices.ts'

const START = new Date('2027-01-12T09:00:00Z')
let shop: CardShop
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  shop = await openCardShop()
  site = shop.site
})
afterAll(() => shop.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event()
  await site.consent(member, event)
})
afterEach(async () => {
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
})

const withdraw = (as = member, of = event, headers = {}) =>
  site.ask('POST', `/api/events/${of.event_id}/consent-withdrawal`, { as, headers })
const book = (as = member, to = event) =>
  site.ask('POST', '/api/appointments', {
    as,
    body: { eventId: to.event_id, appointmentStartTime: '10:20' },
  })
const consentAgain = () =>
  site.ask('POST', '/api/medical/consent', { as: member, body: consentFormFor(event) })
const listed = async (as = member) =>
  (await site.ask('GET', '/api/medical/consents', { as })).body.consents
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows
const statusOf = async (who = member) =>
  (await rows(`select status from appointments where member_id = ${who.id}`)).map(
    ({ status }) => status,
  )
const mailsAbout = (who: TestMember) =>
  site.mails
    .filter(({ to, text }) => to === who.email || text.includes(`Member: ${who.id}`))
    .map(({ to, subject }) => (to === who.email ? subject : `office: ${subject}`))
async function comesBack(at: Date) {
  site.moveTo(at)
  member = { ...member, cookie: await site.signIn(member.userId, member.email) }
}
const hoursBefore = (hours: number) =>
  new Date(new Date(`${event.event_date}T10:20:00Z`).getTime() - hours * HOUR_MS)

describe('a withdrawn consent', () => {
  test('is a row with the words that were shown, audited, mailed, and counts no more', async () => {
    expect(await listed()).toMatchObject([{ counts: true, withdrawn_at: null }])
    const { status, body, headers } = await withdraw()
    expect([status, body]).toEqual([200, { status: 'success', appointment: 'nothing' }])
    expect(headers['cache-control']).toBe('no-store')
    expect(
      await rows(`select words_version, words, channel, withdrawn_at::text from consent_withdrawals
        join consent_words on version = words_version where member_id = ${member.id}`),
    ).toMatchObject([
      { words_version: WITHDRAWAL_VERSION, words: WITHDRAWAL_WORDS, channel: 'website' },
    ])
    expect(
      await rows(`select action, details from audit_log where member_id = ${member.id}`),
    ).toEqual([
      {
        action: 'consent withdrawn',
        details: { eventId: event.event_id, appointment: 'nothing' },
      },
    ])
    await until(() => expect(mailsAbout(member)).toEqual(['You have withdrawn your consent']))
    expect(await listed()).toMatchObject([{ counts: false, withdrawn_at: START.toISOString() }])
    expect((await book()).body.code).toBe('consent_required')
  })

  test('counts again once a new one is given, which can be withdrawn too', async () => {
    await withdraw()
    expect((await consentAgain()).status).toBe(201)
    expect(await listed()).toMatchObject([{ counts: true, withdrawn_at: null }])
    expect((await withdraw()).body.appointment).toBe('nothing')
    expect(
      await rows(`select id from consent_withdrawals where member_id = ${member.id}`),
    ).toHaveLength(2)
  })

  test('is withdrawn once, however often that is asked', async () => {
    await withdraw()
    const before = await site.stored()
    expect((await withdraw()).body).toEqual({ status: 'success', appointment: 'nothing' })
    expect(await site.stored()).toEqual(before)
  })

  test('answers a repeated request with its first answer', async () => {
    await book()
    const repeated = { 'idempotency-key': 'withdraw-1' }
    const first = await withdraw(member, event, repeated)
    expect(first.body.appointment).toBe('cancelled')
    expect((await withdraw(member, event, repeated)).body).toEqual(first.body)
  })

  test('is 404 for a member who gave none', async () => {
    const other = await site.member()
    const before = await site.stored()
    expect((await withdraw(other)).status).toBe(404)
    expect(await site.stored()).toEqual(before)
  })
})

describe('an appointment', () => {
  test('exactly 48 hours ahead is cancelled with it, by the usual rules', async () => {
    await book()
    await comesBack(hoursBefore(48))
    expect((await withdraw()).body.appointment).toBe('cancelled')
    expect(await statusOf()).toEqual(['cancelled'])
    await until(() => expect(mailsAbout(member)).toHaveLength(3))
    const told = expect.arrayContaining([
      expect.stringContaining('Your CHAPS appointment is cancelled'),
      'You have withdrawn your consent',
    ])
    expect(mailsAbout(member)).toEqual(told)
  })

  test('that was paid for is refunded by the refund policy', async () => {
    const paid = await site.event({ pricePence: 2500, paymentRequired: true })
    await site.consent(member, paid)
    expect((await shop.pay(member, paid)).status).toBe(201)
    expect((await withdraw(member, paid)).body.appointment).toBe('cancelled')
    expect(
      await rows(`select reason from refunds join payments p on p.id = payment_id
        where p.member_id = ${member.id}`),
    ).toEqual([{ reason: 'cancelled' }])
  })

  test('less than 48 hours ahead is left to the office, which gets a mail; no reminder follows', async () => {
    await book()
    await comesBack(new Date(hoursBefore(48).getTime() + 1))
    expect((await withdraw()).body.appointment).toBe('office told')
    expect(await statusOf()).toEqual(['booked'])
    expect(await listed()).toMatchObject([{ counts: false, appointment_at: expect.any(String) }])
    const office = `office: Member ${member.id} has withdrawn their consent`
    await until(() => expect(mailsAbout(member)).toContain(office))
    const toOffice = site.mails.find(({ subject }) => office.endsWith(subject))
    expect(toOffice?.to).toBe('office@example.org')
    expect(toOffice?.text).toContain('no blood is taken')

    const before = await site.stored()
    await comesBack(hoursBefore(23))
    await sendNotices(site.deps, (error) => {
      throw error
    })
    expect(await site.stored()).toEqual(before)
  })

  test('that has a consent again is the office’s to know as well', async () => {
    await book()
    await comesBack(hoursBefore(30))
    await withdraw()
    expect((await consentAgain()).status).toBe(201)
    const again = `office: Member ${member.id} has given consent again`
    await until(() => expect(mailsAbout(member)).toContain(again))
  })

  test('that is over: the office asks the laboratory to stop', async () => {
    await book()
    await comesBack(hoursBefore(-24))
    expect((await withdraw()).body.appointment).toBe('office told')
    const isOurs = ({ subject }: { subject: string }) =>
      subject === `Member ${member.id} has withdrawn their consent`
    await until(() => expect(site.mails.find(isOurs)?.text).toContain('ask the laboratory'))
  })
})

describe('a payment under way', () => {
  async function approved() {
    const paid = await site.event({ pricePence: 2500, paymentRequired: true })
    await site.consent(member, paid)
    const { body } = await shop.order(member, paid)
    await shop.approve(body.id)
    return { paid, orderId: body.id as string }
  }

  test('takes no money after it', async () => {
    const { paid, orderId } = await approved()
    await withdraw(member, paid)
    const { status, body } = await shop.capture(member, orderId)
    expect([status, body.code]).toEqual([403, 'consent_required'])
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
  })

  test('whose money was taken meanwhile goes back whole', async () => {
    const { paid, orderId } = await approved()
    await shop.holdEvents()
    await shop.callProvider('POST', `/v2/checkout/orders/${orderId}/capture`)
    await withdraw(member, paid)
    await shop.deliverEvents()
    await shop.work()
    expect((await shop.payment(member, orderId)).state).toBe('refunded')
    expect(await statusOf()).toEqual([])
    shop.moveBy(60_000)
    await shop.reconcile()
    expect((await shop.moneyOf(orderId)).back).toMatchObject([{ pence: 2500 }])
    const refundMail = () =>
      site.mails.find(({ to, text }) => to === member.email && /refund/.test(text))
    await until(() => expect(refundMail()?.text).toContain('You withdrew your consent before'))
  })
})

test('at the very moment of booking: never an appointment without consent', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => site.member()))
  const hall = await site.event({ places: 120 })
  for (const one of members) await site.consent(one, hall)
  const answers = await Promise.all(
    members.flatMap((one) => [book(one, hall), withdraw(one, hall)] as const),
  )
  for (const { status, body } of answers)
    expect([200, 201, body.code === 'consent_required' ? 403 : 0]).toContain(status)
  const live = await rows(
    `select 1 from appointments where event_id = ${hall.event_id} and status = 'booked'`,
  )
  expect(live).toEqual([])
})
