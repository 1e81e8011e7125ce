import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { book, consentingMembers } from '../../test/app/bookings.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { type CardShop, openCardShop } from '../../test/app/card-shop.ts'
import type { TestMember } from '../../test/app/test-app.ts'
import { join } from '../../test/app/waiting.ts'
import type { Deps } from '../deps.ts'
import { runBulkActions } from './run-bulk-actions.ts'

const NONE = { count: 0, pence: 0 }
const NO_MONEY = {
  by_card: NONE,
  by_hand: NONE,
  under_review: NONE,
  disputed: NONE,
  failed_before: NONE,
}

let shop: CardShop
let office: { cookie: string; name: string }
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
// A person cancels one day alone.
beforeEach(async () => {
  office = await shop.site.staff(['office'])
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
})

const ask = (method: 'GET' | 'POST', url: string, body?: object, as: { cookie: string } = office) =>
  shop.site.ask(method, `/api/office${url}`, { as, ...(body && { body }) })
const cancel = async ({ event_id: eventId }: CharityEvent, body?: object) =>
  body
    ? ask('POST', `/events/${eventId}/cancellation`, body)
    : cancelDay(shop.site, { eventId, as: office })
/** As a clerk who looks again whenever somebody booked meanwhile. */
async function cancelWhenCounted(event: CharityEvent): ReturnType<typeof cancel> {
  const answer = await cancel(event)
  return answer.body.code === 'preview_outdated' ? cancelWhenCounted(event) : answer
}
const progress = async (id: number) => (await ask('GET', `/bulk-actions/${id}`)).body
const quiet = () => undefined
const run = (deps: Partial<Deps> = {}, onError: (error: Error) => void = quiet) =>
  runBulkActions({ ...shop.site.deps, ...deps }, onError)

/** Two members who paid by card at a full event, and one on its waiting list. */
async function fullPaidEvent(pricePence = 2500) {
  const { event, member: first } = await shop.memberAndEvent({
    pricePence,
    places: 2,
    sessionMinutes: 120,
    contactEmail: 'host@example.org',
    latitude: 51.9,
    longitude: 0.9,
  })
  const second = await shop.consentingMember(event)
  const orders: string[] = []
  for (const member of [first, second]) {
    const { status, orderId } = await shop.pay(member, event)
    expect(status).toBe(201)
    orders.push(orderId)
  }
  const waiting = await shop.site.member()
  await join(shop.site, waiting, event)
  return { event, booked: [first, second], waiting, orders }
}

async function refundedPence(orders: string[]): Promise<unknown[]> {
  return shop.rows(`select p.order_id, count(*)::int as refunds, sum(r.amount_pence)::int as pence
    from payments p join refunds r on r.payment_id = p.id
    where p.order_id in (${orders.map((id) => `'${id}'`).join()}) group by 1 order by 1`)
}
const cancelledMails = async (member: TestMember) =>
  (await shop.mailsTo(member)).filter((subject) => subject.includes('is cancelled'))

describe('cancelling the day', () => {
  test('counts first, then cancels, refunds in full and writes to each once', async () => {
    const near = await shop.site.event({ latitude: 51.8, longitude: 0.9, name: 'Near' })
    const far = await shop.site.event({ latitude: 55, longitude: 0.9, name: 'Far' })
    const { event, booked, waiting, orders } = await fullPaidEvent()
    const before = await shop.site.stored()
    const { status, body: counts } = await cancel(event, { dry_run: true })
    expect([status, counts]).toEqual([
      200,
      {
        appointments: 2,
        paid: 2,
        refund_pence: 5000,
        money: { ...NO_MONEY, by_card: { count: 2, pence: 5000 } },
        money_pence: 5000,
        waiting: 1,
        invited: 0,
        without_email: 0,
        arrived: [],
        needs_second_person: false,
        second_person_reasons: [],
        stop_minutes: 10,
        bulk_action_id: null,
      },
    ])
    expect({ ...(await shop.site.stored()), 'public.office_sessions': '' }).toEqual({
      ...before,
      'public.office_sessions': '',
    })

    const asked = await cancelDay(shop.site, {
      eventId: event.event_id,
      as: office,
      message: 'The hall is flooded.',
    })
    expect(asked.status).toBe(202)
    const id = asked.body.bulk_action_id
    expect(await progress(id)).toMatchObject({ state: 'running', total: 3, done: 0, failed: 0 })
    expect((await cancel(event)).body).toEqual({ bulk_action_id: id })

    await Promise.all([run(), run(), run()])
    await run()
    expect(await progress(id)).toMatchObject({ state: 'done', total: 3, done: 3, not_told: [] })
    const each = orders.toSorted().map((order_id) => ({ order_id, refunds: 1, pence: 2500 }))
    expect(await refundedPence(orders)).toEqual(each)
    for (const member of [...booked, waiting]) expect(await cancelledMails(member)).toHaveLength(1)

    const { site } = shop
    const [letter] = site.mails.filter(
      ({ to, subject }) => to === booked[0]?.email && subject.includes('cancelled'),
    )
    expect(letter?.text).toContain('The hall is flooded.')
    expect(letter?.text).toContain('£25.00')
    expect(letter?.calendar?.method).toBe('CANCEL')
    const links = [near, far].map(({ event_id }) => `/book-event?event=${event_id}\n`)
    const [first = 0, second = 0] = links.map((link) => `${letter?.text}`.indexOf(link))
    expect(first).toBeGreaterThan(0)
    expect(second).toBeGreaterThan(first)
    expect(site.mails.filter(({ to }) => to === 'host@example.org')).toHaveLength(1)

    const waits = await site.ask('GET', '/api/waiting-list', { as: waiting })
    expect(waits.body.waits).toMatchObject([{ status: 'booking closed' }])
    const shown = await site.ask('GET', `/api/events/${event.event_id}`)
    expect(shown.body.event).toMatchObject({
      is_cancelled: true,
      total_spaces: 2,
      booked_spaces: 2,
    })
  })

  test('is refused when it would refund another sum than was shown', async () => {
    const { event } = await fullPaidEvent()
    const { body: shown } = await cancel(event, { dry_run: true })
    const { appointments, refund_pence, waiting } = shown
    const expected = { appointments, refund_pence: refund_pence - 1, waiting }
    const { status, body } = await cancel(event, { dry_run: false, expected })
    expect([status, body.code]).toEqual([409, 'preview_outdated'])
    const sure = { dry_run: false, expected: { appointments, refund_pence, waiting } }
    expect((await cancel(event, sure)).status).toBe(202)
    await run()
  })

  test('above 1,000 pounds waits for a second person', async () => {
    const { event, orders } = await fullPaidEvent(60_000)
    expect((await cancel(event, { dry_run: true })).body.needs_second_person).toBe(true)
    const { bulk_action_id: id } = (await cancel(event)).body
    await run()
    expect(await progress(id)).toMatchObject({ state: 'waits for a second person', total: 0 })
    expect((await shop.site.ask('GET', `/api/events/${event.event_id}`)).body.event).toMatchObject({
      is_cancelled: false,
    })
    const own = await ask('POST', `/bulk-actions/${id}/confirmation`)
    expect([own.status, own.body.code]).toEqual([403, 'same_person'])
    const colleague = await shop.site.staff(['office'])
    const confirm = () => ask('POST', `/bulk-actions/${id}/confirmation`, undefined, colleague)
    const both = await Promise.all([confirm(), confirm()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await run()
    expect(await progress(id)).toMatchObject({
      state: 'done',
      done: 3,
      made_by: office.name,
      confirmed_by: colleague.name,
    })
    const each = orders.toSorted().map((order_id) => ({ order_id, refunds: 1, pence: 60_000 }))
    expect(await refundedPence(orders)).toEqual(each)
  })

  test('goes on after a stop in the middle, and fails for one without the others', async () => {
    const { event, booked, waiting, orders } = await fullPaidEvent()
    const { bulk_action_id: id } = (await cancel(event)).body
    const { jobs, mail } = shop.site.deps
    const faults: Error[] = []
    const failing: Deps['jobs'] = {
      ...jobs,
      enqueue: (tx, queue, data, when) =>
        'to' in data && data.to === booked[1]?.email
          ? Promise.reject(new Error('stopped'))
          : jobs.enqueue(tx, queue, data, when),
    }
    // Sending fails once as well: the mail's own job sends it again.
    const { send } = mail
    let attempts = 0
    mail.send = (message) => {
      attempts += 1
      return attempts === 1 ? Promise.reject(new Error('no mail server')) : send(message)
    }
    for (const _ of [1, 2, 3, 4, 5]) await run({ jobs: failing }, (fault) => faults.push(fault))
    expect(faults).toHaveLength(5)
    expect(await progress(id)).toMatchObject({
      state: 'done',
      done: 2,
      failed: 1,
      failures: [{ member_id: booked[1]?.id, problem: 'stopped' }],
    })
    expect(await refundedPence(orders)).toHaveLength(1)

    expect((await ask('POST', `/bulk-actions/${id}/retry`)).body.state).toBe('running')
    await Promise.all([run(), run()])
    mail.send = send
    expect(await progress(id)).toMatchObject({ state: 'done', done: 3, failed: 0, failures: [] })
    const each = orders.toSorted().map((order_id) => ({ order_id, refunds: 1, pence: 2500 }))
    expect(await refundedPence(orders)).toEqual(each)
    for (const member of [...booked, waiting]) expect(await cancelledMails(member)).toHaveLength(1)
  })

  test('lists members without an e-mail address, to be rung', async () => {
    const event = await shop.site.event()
    const [member] = await consentingMembers(shop.site, 1, [event])
    if (!member) throw new Error('nobody is there')
    await book(shop.site, member, event, '10:00')
    await shop.rows(
      `update members set email = null, user_id = null, seal_id = user_id, contact_by = 'telephone' where id = ${member.id}`,
    )
    expect((await cancel(event, { dry_run: true })).body.without_email).toBe(1)
    const { bulk_action_id: id } = (await cancel(event)).body
    await run()
    expect((await progress(id)).not_told).toEqual([
      {
        member_id: member.id,
        name: expect.any(String),
        phone: expect.any(String),
        call: expect.objectContaining({ closed_at: null, caller: null }),
      },
    ])
    await shop.rows(`update members set email = 'known@example.org' where id = ${member.id}`)
    await shop.rows(`insert into jobs.job (name, data, state) select 'mail',
      jsonb_build_object('about', 'cancelled ' || reference), 'completed' from appointments
      where member_id = ${member.id}`)
  })

  test('while members book: those who got a place are cancelled too', async () => {
    const event = await shop.site.event({ places: 9 })
    const members = await consentingMembers(shop.site, 9, [event])
    const [{ body }, ...answers] = await Promise.all([
      cancelWhenCounted(event),
      ...members.map((member, n) =>
        book(shop.site, member, event, ['10:00', '10:20', '10:40', '11:00'][n % 4] ?? ''),
      ),
    ])
    const got = answers.filter(({ status }) => status === 201).length
    await run()
    expect(await progress(body.bulk_action_id)).toMatchObject({
      state: 'done',
      total: got,
      done: got,
    })
    expect(
      await shop.rows(
        `select 1 from appointments where event_id = ${event.event_id} and status = 'booked'`,
      ),
    ).toEqual([])
  })

  test('takes no money for an order that was approved before', async () => {
    const { member, event, orderId } = await shop.approvedOrder()
    await cancel(event)
    const { status } = await shop.capture(member, orderId)
    expect(status).toBe(409)
    await run()
    await shop.reconcileAfter(60_000)
    expect((await shop.moneyOf(orderId)).taken).toEqual([])
  })

  test.each([
    ['a draft', 'not_published', `status = 'draft'`],
    [
      'an event that is over',
      'event_passed',
      `starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year'`,
    ],
  ])('is refused for %s', async (_, code, change) => {
    const event = await shop.site.event({ places: 0 })
    await shop.rows(`update events set ${change} where id = ${event.event_id}`)
    for (const dry_run of [true, false]) {
      const expected = { appointments: 0, refund_pence: 0, waiting: 0 }
      const { status, body } = await cancel(event, dry_run ? { dry_run } : { dry_run, expected })
      expect([status, body.code]).toEqual([409, code])
    }
  })
})
