// Members, provider, office and faults in random order, many at once: in the end every payment is
// settled, and the ledger equals the provider's records.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { type Random, SEED, seeded } from '../../../test/app/seeded.ts'
import type { TestMember } from '../../../test/app/test-app.ts'

const ROUNDS = Number(process.env.STORM_ROUNDS ?? 15)
const ROUNDS_OF_A_SCENE = 5
const AT_ONCE = 10

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())

type Payer = { member: TestMember; event: CharityEvent; orders: string[] }

async function openScene(): Promise<Payer[]> {
  const events = [
    await shop.site.event({ pricePence: 2500, paymentRequired: true }),
    await shop.site.event({ pricePence: 1999, paymentRequired: true }),
  ]
  const payers: Payer[] = []
  for (let n = 0; n < 8; n++) {
    const member = await shop.site.member()
    for (const event of events) {
      await shop.site.consent(member, event)
      payers.push({ member, event, orders: [] })
    }
  }
  return payers
}

const acts: ((payer: Payer, random: Random) => Promise<{ status: number } | undefined>)[] = [
  async (payer, random) => {
    const answer = await shop.order(payer.member, payer.event, random.pick(['10:00', '10:20']))
    if (answer.status === 201) payer.orders.push(answer.body.id)
    return answer
  },
  async ({ orders }, random) => {
    const orderId = orders.at(-1)
    if (orderId) await agree(orderId, random)
    return undefined
  },
  async ({ member, orders }, random) =>
    orders.length > 0 ? shop.capture(member, random.pick(orders)) : undefined,
  async (payer, random) => {
    const { status, body } = await shop.order(payer.member, payer.event)
    if (status !== 201) return { status }
    payer.orders.push(body.id)
    await agree(body.id, random)
    return shop.capture(payer.member, body.id)
  },
  async ({ member }) => {
    const url = `/api/appointments/upcoming-appointments/user/${member.id}`
    const { body } = await shop.site.ask('GET', url, { as: member })
    const [live] = body.appointments.filter((one: { status: string }) => one.status === 'booked')
    if (!live) return undefined
    return shop.site.ask('PUT', `/api/appointments/${live.appointment_id}/cancel`, { as: member })
  },
  async (_, random) => {
    await shop.deliverEvents({ reverse: random.chance(0.5) })
    await shop.work()
    return undefined
  },
  async () => {
    await shop.reconcile()
    return undefined
  },
]
const OFTEN = [0, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6]

async function agree(orderId: string, random: Random) {
  const names = ['A Man', 'A Man', 'A Man', 'CCREJECT-SF', 'LOCAL-PENDING', 'LOCAL-TIMEOUT']
  await shop.approve(orderId, { name: random.pick(names) }).catch(() => undefined)
}

async function calmDown() {
  await shop.callStandIn('/__test/reset-faults', {})
  await shop.holdEvents()
  for (let n = 0; n < 6; n++) {
    const { captures } = await shop.ledger()
    for (const { id } of captures.filter(({ status }) => status === 'PENDING')) {
      const status = n % 2 === 0 ? 'COMPLETED' : 'DECLINED'
      await shop.callStandIn('/__test/settle', { captureId: id, status })
    }
    await shop.deliverEvents()
    await shop.work()
    shop.moveBy(61 * MINUTE_MS)
    await shop.reconcile()
  }
}

test(`money and bookings agree with the provider (SEED=${SEED})`, async () => {
  const random = seeded(SEED)
  let payers: Payer[] = []
  const statuses: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % ROUNDS_OF_A_SCENE === 0) payers = await openScene()
    const chances = { 'drop-before': 0.04, 'drop-after': 0.08, '500': 0.04, '429': 0.04 }
    await shop.callStandIn('/__test/faults', { seed: random.below(1e9), chances, on: ['any'] })
    const plans = Array.from({ length: AT_ONCE }, () => ({
      act: acts[random.pick(OFTEN)],
      payer: random.pick(payers),
    }))
    const answers = await Promise.all(plans.map(({ act, payer }) => act?.(payer, random)))
    statuses.push(...answers.flatMap((answer) => (answer ? [answer.status] : [])))
    expect(await shop.broken()).toEqual([])
    shop.moveBy(random.pick([0, 1, 1, 16]) * MINUTE_MS)
  }
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  await calmDown()
  expect(await shop.broken()).toEqual([])
  const unsettled = await shop.rows(`select id, state from payments where state in
    ('created', 'approved', 'capturing', 'pending review', 'paid', 'refund failed')`)
  expect(unsettled).toEqual([])

  const { captures } = await shop.ledger()
  const theirs = captures
    .filter(({ status }) => status !== 'DECLINED')
    .map(({ id, pence, refundedPence }) => ({ id, pence, back: refundedPence }))
  const ours = await shop.rows(`select capture_id as id, captured_pence as pence,
      coalesce((select sum(amount_pence) from refunds r
        where r.payment_id = p.id and r.state = 'done'), 0)::int as back
    from payments p where captured_pence > 0`)
  const byId = (one: { id?: unknown }, other: { id?: unknown }) =>
    String(one.id).localeCompare(String(other.id))
  expect(theirs.length).toBeGreaterThan(0)
  expect(ours.sort(byId)).toEqual(theirs.sort(byId))
  expect(shop.faults.map(String)).toEqual([])
})
