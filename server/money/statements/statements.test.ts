import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sums } from '../../../domain/office/statement-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let treasurer: Awaited<ReturnType<TestApp['staff']>>
let memberId: number
let eventIds: number[]
beforeAll(async () => {
  site = await openTestApp()
  treasurer = await site.staff(['treasurer'])
  memberId = (await site.member()).id
  const events = await Promise.all([1, 2, 3].map((n) => site.event({ name: `=Day ${n}` })))
  eventIds = events.map(({ event_id: id }) => id)
})
afterAll(() => site.close())

const get = async (path: string) =>
  (await site.ask('GET', `/api/office/${path}`, { as: treasurer })).body
const query = async (text: string, values: unknown[] = []) =>
  (await site.deps.database.pool.query(text, values)).rows

type Taken = {
  event: number
  at: Date
  pence: number
  feePence: number
  how: 'cash' | 'card machine' | null
  refunds: { at: Date; pence: number; byHand: boolean }[]
}

async function take({ event, at, pence, feePence, how, refunds }: Taken): Promise<void> {
  const id = randomUUID()
  await query(
    `insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence, description,
        invoice_id, create_request_id, captured_pence, fee_pence, created_at, updated_at)
      values ($1::uuid, $2, $3, $4, 'expired', $5, 'x', $1::text, $1::text, $5, $6, $4, $4)`,
    [id, memberId, eventIds[event], at, pence, feePence],
  )
  if (how)
    await query(
      `insert into venue_takings (payment_id, how, taken_by, taken_at, recorded_by, recorded_at)
        values ($1, $2, 'Ann', $3, $1, $3)`,
      [id, how, at],
    )
  const entry = (kind: string, amount: number, ref: string, when: Date) =>
    query(
      `insert into ledger_entries (payment_id, kind, amount_pence, provider_ref, at)
        values ($1, $2, $3, $4, $5)`,
      [id, kind, amount, ref, when],
    )
  await entry('charge', pence, how ? `venue-${id}` : id, at)
  if (feePence > 0 && !how) await entry('fee', -feePence, id, at)
  for (const [n, refund] of refunds.entries())
    await entry('refund', -refund.pence, `${refund.byHand ? 'by-hand-' : ''}${id}-${n}`, refund.at)
}

/** The same sums, added up here from the plain rows. */
async function addedUp(keyOf: (row: { event: number; at: Date }) => string) {
  const rows = await query(`select p.event_id::int as event, l.at, l.kind, l.amount_pence as pence,
      (select how from venue_takings v where v.payment_id = p.id) as how
    from ledger_entries l join payments p on p.id = l.payment_id`)
  const sums = new Map<string, Omit<Sums, 'waived' | 'waived_pence' | 'hosted' | 'host_pence'>>()
  for (const row of rows) {
    const zero = { card_pence: 0, venue_pence: 0, refunded_pence: 0, fees_pence: 0, net_pence: 0 }
    const sum = sums.get(keyOf(row)) ?? zero
    if (row.kind === 'charge') sum[row.how ? 'venue_pence' : 'card_pence'] += row.pence
    if (row.kind === 'refund') sum.refunded_pence -= row.pence
    if (row.kind === 'fee') sum.fees_pence -= row.pence
    sum.net_pence += row.pence
    sums.set(keyOf(row), sum)
  }
  return sums
}

const moments = fc
  .integer({ min: 0, max: 400 * 24 })
  .map((hours) => new Date(Date.UTC(2026, 2, 28, 12) + hours * 3_600_000))
const takings = fc.record<Taken>({
  event: fc.integer({ min: 0, max: 2 }),
  at: moments,
  pence: fc.integer({ min: 1, max: 100_000 }),
  feePence: fc.integer({ min: 0, max: 300 }),
  how: fc.constantFrom(null, null, 'cash', 'card machine'),
  refunds: fc.array(
    fc.record({ at: moments, pence: fc.integer({ min: 1, max: 5_000 }), byHand: fc.boolean() }),
    { maxLength: 2 },
  ),
})

describe('statements', () => {
  test('are the sums of the ledger, by event, by month and in all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(takings, { minLength: 1, maxLength: 12 }), async (all) => {
        for (const taken of all) await take(taken)
        const byEvent = await addedUp(({ event }) => String(event))
        const byMonth = await addedUp(({ at }) => ukDate(at).slice(0, 7))
        const events = await get('statements/events')
        const months = await get('statements/months')
        for (const { event_id, event_name: _, event_date: __, ...sums } of events.data)
          expect(sums).toMatchObject(byEvent.get(String(event_id)) ?? {})
        for (const { month, ...sums } of months.data)
          expect(sums).toMatchObject(byMonth.get(month) ?? {})
        expect([events.total, months.total]).toEqual([byEvent.size, byMonth.size])
        expect([events.data.length, months.data.length]).toEqual([byEvent.size, byMonth.size])
        const total = [...byEvent.values()].reduce((sum, { net_pence: net }) => sum + net, 0)
        expect((await get('statements/sums')).net_pence).toBe(total)
      }),
      { numRuns: 5 },
    )
  })

  test('of a period have its months in London time, both included', async () => {
    const [event = 0] = [0]
    const at = (text: string) => new Date(text)
    const taken = { event, pence: 1000, feePence: 0, how: null, refunds: [] }
    await take({ ...taken, at: at('2029-06-30T22:59:59Z') })
    await take({ ...taken, at: at('2029-06-30T23:00:00Z') })
    await take({ ...taken, at: at('2029-07-31T22:59:59Z') })
    await take({ ...taken, at: at('2029-07-31T23:00:00Z') })
    const july = 'from=2029-07&to=2029-07'
    expect((await get(`statements/sums?${july}`)).card_pence).toBe(2000)
    expect((await get(`statements/months?${july}`)).data).toMatchObject([
      { month: '2029-07', card_pence: 2000, net_pence: 2000 },
    ])
    expect((await get(`ledger?${july}`)).total).toBe(2)
    expect((await get('statements/sums?from=2029-06&to=2029-08')).card_pence).toBe(4000)
    for (const wrong of ['from=2029-13', 'from=1', 'to=2029-07-01', 'after=WzFd'])
      expect((await get(`statements/events?${wrong}`)).code).toBe('invalid_request')
  })

  test('count what was waived apart from the net', async () => {
    const clerk = await site.staff(['office'])
    const event = await site.event({ pricePence: 2500 })
    const member = await site.member()
    await site.consent(member, event)
    const booked = await site.ask('POST', '/api/office/appointments', {
      as: clerk,
      body: {
        member_id: member.id,
        event_id: event.event_id,
        date: event.event_date,
        time: '10:00',
        payment: 'waived',
        reason: 'guest of the club',
      },
    })
    expect([booked.status, booked.body.code]).toEqual([201, undefined])
    const { data } = await get('statements/events')
    expect(data.find((row: { event_id: number }) => row.event_id === event.event_id)).toEqual({
      event_id: event.event_id,
      event_name: event.event_name,
      event_date: event.event_date,
      card_pence: 0,
      venue_pence: 0,
      refunded_pence: 0,
      fees_pence: 0,
      net_pence: 0,
      waived: 1,
      hosted: 0,
      host_pence: 0,
      waived_pence: 2500,
    })
    const more = await query(
      `update appointments set price_pence = 4000, host_share_pence = 500
        where event_id = $1 returning id`,
      [event.event_id],
    )
    await query(
      `insert into payments (id, member_id, event_id, slot_starts_at, state, amount_pence, description,
          invoice_id, create_request_id, captured_pence, fee_pence, created_at, updated_at, appointment_id)
        select gen_random_uuid(), member_id, event_id, slot_starts_at, 'finalised', 2500, 'x', 'part-paid',
          'part-paid', 2500, 0, created_at, created_at, id from appointments where id = $1`,
      [more[0].id],
    )
    const sumsOf = async () => (await get('statements/events')).data as { event_id: number }[]
    const own = async () => (await sumsOf()).find((row) => row.event_id === event.event_id)
    // Of 4000 pence 2500 were paid before the rest was waived.
    expect(await own()).toMatchObject({
      waived: 1,
      waived_pence: 1500,
      hosted: 1,
      host_pence: 500,
    })
  })
})

describe('the file for the accounts', () => {
  const file = async (path: string, as = treasurer) => {
    const headers = { cookie: as.cookie, accept: 'text/csv' }
    return site.app.inject({ url: `/api/office/${path}`, headers })
  }

  test('has its documented columns, no name, no formula, and amounts as numbers', async () => {
    await take({
      event: 1,
      at: new Date('2030-02-01T10:00:00Z'),
      pence: 2500,
      feePence: 103,
      how: null,
      refunds: [{ at: new Date('2030-02-02T10:00:00Z'), pence: 700, byHand: true }],
    })
    const { body } = await file('ledger?from=2030-02&to=2030-02')
    const [heading, ...lines] = body.replace('\ufeff', '').trim().split('\n')
    expect(heading).toBe(
      'entry_id,date,time,kind,way,event_id,event_name,event_date,amount_pence,amount,currency,provider_reference,invoice',
    )
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain(',refund,by hand,')
    expect(lines[0]).toContain(",'=Day 2,")
    expect(lines.join()).toContain(',-700,-7,GBP,')
    expect(body).not.toContain('Carter')
    const { rows } = await site.deps.database.pool.query(
      `select details from audit_log where action = 'list exported' and subject = 'ledger'`,
    )
    expect(rows).toMatchObject([{ details: { rows: 3 } }])
  })

  test('is for the treasurer alone', async () => {
    for (const role of ['office', 'venue', 'clinician', 'admin'] as const)
      for (const path of ['ledger', 'statements/sums', 'statements/events', 'statements/months'])
        expect((await file(path, await site.staff([role]))).statusCode).toBe(403)
  })
})
