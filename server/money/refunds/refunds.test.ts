import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { pounds } from '../../../domain/money.ts'
import { refundIfCancelled } from '../../../domain/refund-text.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { book, move } from '../../../test/app/bookings.ts'
import { payByCard } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { queueRefund } from './queue-refund.ts'

// The appointment is at 10:20 on Tuesday 26 January: two business days before is Friday the 22nd.
const START = new Date('2027-01-12T09:00:00Z')
const REFUND_UNTIL = ukInstant('2027-01-22', '10:20')
// More than 14 days before.
const PAID_AT = new Date('2026-12-20T21:00:00Z')
const TABS = 12

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(() => site.moveTo(START))

type Paid = { member: TestMember; id: number; paymentId: string }

async function paidAppointment(app = site, taken: { feePence?: number | null; at?: Date } = {}) {
  const member = await app.member()
  const event = await app.event()
  await app.consent(member, event)
  const { body } = await book(app, member, event, '10:20')
  const id: number = body.appointment.appointment_id
  const { db } = app.deps.database
  const paymentId = await payByCard(db, id, {
    capturedPence: 2500,
    feePence: 103,
    at: PAID_AT,
    ...taken,
  })
  return { member, id, paymentId } satisfies Paid
}

const cancel = ({ member, id }: Paid, app = site, key?: string) =>
  app.ask('PUT', `/api/appointments/${id}/cancel`, {
    as: member,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })

async function listed({ member, id }: Paid) {
  const url = `/api/appointments/upcoming-appointments/user/${member.id}`
  const { body } = await site.ask('GET', url, { as: member })
  return body.appointments.find((one: { appointment_id: number }) => one.appointment_id === id)
}

async function rows(query: string, app = site) {
  return (await app.deps.database.db.execute(query)).rows
}

const refundsOf = ({ paymentId }: Paid, app = site) =>
  rows(
    `select p.state as payment, r.amount_pence, r.reason, r.state, r.request_id
      from payments p left join refunds r on r.payment_id = p.id
      where p.id = '${paymentId}' order by r.request_id`,
    app,
  )

const broken = (app = site) => brokenInvariants(app.deps.database.db, app.deps.now())

async function mailTo({ member }: Paid): Promise<string> {
  const said = () =>
    site.mails.filter(({ to, subject }) => to === member.email && /is cancelled/.test(subject))
  await until(() => expect(said()).toHaveLength(1))
  return said()[0]?.text ?? ''
}

describe('trap 47: cancelling a paid appointment refunds by business days', () => {
  test('more than two before, the price less the card charge, within 14 business days', async () => {
    const paid = await paidAppointment()
    expect(await listed(paid)).toMatchObject({
      payment_status: 'paid by card',
      paid: { amount_pence: 2500, fee_pence: 103, paid_at: PAID_AT.toISOString() },
      refund: null,
    })
    site.moveTo(new Date(REFUND_UNTIL.getTime() - 1))
    const { status, body } = await cancel(paid)
    expect(status).toBe(200)
    expect(body.appointment).toMatchObject({
      status: 'cancelled',
      paid: { amount_pence: 2500, fee_pence: 103 },
      refund: { amount_pence: 2397, arrives_by: '2027-02-11', state: 'queued' },
    })
    expect(await refundsOf(paid)).toEqual([
      {
        payment: 'refunded',
        amount_pence: 2397,
        reason: 'cancelled',
        state: 'queued',
        request_id: `${paid.paymentId}-refund-1`,
      },
    ])
    expect(await listed(paid)).toEqual(body.appointment)
    expect(await mailTo(paid)).toContain(
      'We will refund £23.97 to your card by 11 February 2027. This is what you paid, minus the card processing charge of £1.03.',
    )
    expect(await broken()).toEqual([])
  })

  test('two or fewer before, nothing, with a mail and a row in the audit log', async () => {
    const paid = await paidAppointment()
    site.moveTo(REFUND_UNTIL)
    const { status, body } = await cancel(paid)
    expect(status).toBe(200)
    expect(body.appointment).toMatchObject({ status: 'cancelled', refund: null })
    expect(await refundsOf(paid)).toMatchObject([{ payment: 'finalised', amount_pence: null }])
    expect(
      await rows(
        `select action, details from audit_log where subject = 'payment ${paid.paymentId}'`,
      ),
    ).toEqual([
      {
        action: 'nothing refunded',
        details: { reason: 'cancelled', capturedPence: 2500, backBefore: 0 },
      },
    ])
    expect(await listed(paid)).toMatchObject({ paid: { amount_pence: 2500 }, refund: null })
    expect(await mailTo(paid)).toContain(
      'Your appointment is less than 2 business days away, so we cannot refund you.',
    )
    expect(await broken()).toEqual([])
  })

  test('in full, while the provider’s charge is unknown', async () => {
    const paid = await paidAppointment(site, { feePence: null })
    const { body } = await cancel(paid)
    expect(body.appointment).toMatchObject({
      paid: { amount_pence: 2500, fee_pence: 0 },
      refund: { amount_pence: 2500 },
    })
    expect(await mailTo(paid)).toContain('We will refund £25.00 to your card by 1 February 2027.')
  })

  test('counted from the time that the member moved to', async () => {
    const paid = await paidAppointment()
    site.moveTo(new Date(REFUND_UNTIL.getTime() + 60_000))
    expect((await move(site, paid.member, paid.id, '10:40')).status).toBe(200)
    expect((await cancel(paid)).body.appointment.refund).toMatchObject({ amount_pence: 2397 })
  })

  test('a free appointment has no refund, and its mail mentions no money', async () => {
    const member = await site.member()
    const event = await site.event()
    await site.consent(member, event)
    const { body } = await book(site, member, event, '10:20')
    const free = { member, id: body.appointment.appointment_id, paymentId: '' }
    expect((await cancel(free)).body.appointment).toMatchObject({ paid: null, refund: null })
    expect(await mailTo(free)).not.toMatch(/refund/i)
  })

  test('nothing that the provider has refunded already', async () => {
    const paid = await paidAppointment()
    await refund(paid, 2500, 'at the provider')
    expect((await cancel(paid)).status).toBe(200)
    expect(await refundsOf(paid)).toMatchObject([{ reason: 'at the provider' }])
    expect(await mailTo(paid)).not.toMatch(/refund/i)
    expect(await broken()).toEqual([])
  })
})

describe('within 14 days of paying, cancelling refunds all of it', () => {
  test('within 14 days, also when it is too late by business days', async () => {
    const paid = await paidAppointment(site, { at: START })
    site.moveTo(REFUND_UNTIL)
    const before = await listed(paid)
    const promised = refundIfCancelled(before, REFUND_UNTIL)
    expect(promised).toBe(
      'We will refund £25.00 to your card by 5 February 2027. This is everything you paid, because you are cancelling within 14 days of paying.',
    )
    const { body } = await cancel(paid)
    expect(body.appointment.refund).toMatchObject({
      amount_pence: 2500,
      arrives_by: '2027-02-05',
    })
    expect(await listed(paid)).toEqual(body.appointment)
    expect(await mailTo(paid)).toContain(promised)
    expect(await broken()).toEqual([])
  })

  test.each([
    ['to the end of the 14th London day', '23:59:59.999', 2500],
    ['and not on the 15th', '24:00:00', 2397],
  ])('%s', async (_, time, pence) => {
    const paid = await paidAppointment(site, { at: new Date('2027-01-02T00:30:00Z') })
    site.moveTo(new Date(`2027-01-16T${time}Z`))
    const promised = refundIfCancelled(await listed(paid), site.deps.now())
    const { body } = await cancel(paid)
    expect(body.appointment.refund.amount_pence).toBe(pence)
    expect(promised).toContain(pounds(pence))
    expect(await mailTo(paid)).toContain(promised)
  })

  test('counted from the charge, not from when the payment was begun', async () => {
    const begun = await paidAppointment(site, { at: START })
    await rows(`update payments set created_at = '2026-12-20' where id = '${begun.paymentId}'`)
    expect((await cancel(begun)).body.appointment.refund.amount_pence).toBe(2500)
  })
})

const refund = (
  { paymentId }: Paid,
  amountPence: number,
  reason: 'cancelled' | 'place gone' | 'at the provider' = 'cancelled',
  app = site,
) =>
  app.deps.database.transaction((tx) =>
    queueRefund(tx, { paymentId, amountPence, reason, now: app.deps.now() }),
  )

describe('a payment is refunded once', () => {
  test('however many tabs cancel it', async () => {
    const paid = await paidAppointment()
    const answers = await Promise.all(Array.from({ length: TABS }, () => cancel(paid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await refundsOf(paid)).toHaveLength(1)
    expect(await broken()).toEqual([])
  })

  test('when a cancellation is repeated with its key, and the response has the same refund', async () => {
    const paid = await paidAppointment()
    const first = await cancel(paid, site, 'once')
    const again = await cancel(paid, site, 'once')
    expect(first.body.appointment.refund).toMatchObject({ amount_pence: 2397 })
    expect(again.body).toEqual(first.body)
    expect(await refundsOf(paid)).toHaveLength(1)
  })

  test('when the office decides several refunds at once', async () => {
    const paid = await paidAppointment()
    const decided = await Promise.all(Array.from({ length: TABS }, () => refund(paid, 1000)))
    expect(decided.filter((one) => one !== null)).toHaveLength(1)
    expect(await refundsOf(paid)).toHaveLength(1)
  })

  test('and again only when the first failed, with a new request id', async () => {
    const paid = await paidAppointment()
    await refund(paid, 2397)
    expect(await refund(paid, 2397)).toBeNull()
    await rows(`update refunds set state = 'failed' where payment_id = '${paid.paymentId}'`)
    await rows(`update payments set state = 'refund failed' where id = '${paid.paymentId}'`)
    expect(await refund(paid, 2397)).toMatchObject({ amountPence: 2397 })
    expect(await refundsOf(paid)).toMatchObject([
      { state: 'failed', request_id: `${paid.paymentId}-refund-1` },
      { state: 'queued', request_id: `${paid.paymentId}-refund-2`, payment: 'refunded' },
    ])
    expect(await listed(paid)).toMatchObject({ refund: { state: 'queued' } })
    expect(await broken()).toEqual([])
  })

  test('less a part that was refunded before', async () => {
    const paid = await paidAppointment()
    await rows(
      `insert into refunds (id, payment_id, amount_pence, reason, state, request_id, created_at, updated_at)
        values (gen_random_uuid(), '${paid.paymentId}', 1000, 'at the provider', 'sent', 'there', now(), now())`,
    )
    expect(await refund(paid, 2397)).toMatchObject({ amountPence: 1500 })
    expect(await broken()).toEqual([])
  })

  test.each([-1, 2501])('never %i of 2500 pence', async (pence) => {
    const paid = await paidAppointment()
    const before = await site.stored()
    await expect(refund(paid, pence)).rejects.toThrow(RangeError)
    expect(await site.stored()).toEqual(before)
  })

  test('the same checks detect two, where neither appointment nor payment records it', {
    // Whether the cancellations meet is a matter of timing.
    retry: 20,
  }, async () => {
    await sabotaged(
      ['an appointment records its cancellation', 'a payment records its refund'],
      async (open) => {
        const paid = await paidAppointment(open)
        await Promise.all(Array.from({ length: TABS }, () => cancel(paid, open)))
        expect((await refundsOf(paid, open)).length).toBeGreaterThan(1)
        expect(await broken(open)).toContainEqual(
          expect.stringContaining('a payment is refunded once'),
        )
      },
    )
  })

  test('and one where only the payment records it', async () => {
    await sabotaged(['an appointment records its cancellation'], async (open) => {
      let cancelled = 0
      for (let n = 0; cancelled < 2 && n < 20; n++) {
        const paid = await paidAppointment(open)
        const answers = await Promise.all(Array.from({ length: TABS }, () => cancel(paid, open)))
        cancelled = answers.filter(({ status }) => status === 200).length
        expect(await refundsOf(paid, open)).toHaveLength(1)
      }
      expect(cancelled).toBeGreaterThan(1)
    })
  })
})

/** Runs `work` on a separate app whose database lacks protections. */
async function sabotaged(without: Protection[], work: (open: TestApp) => Promise<void>) {
  const open = await openTestApp({ now: START })
  onTestFinished(() => open.close())
  for (const one of without) await dropProtection(open.owner, one)
  await work(open)
}
