// Acts about money: refunds in part, refunds that fail, disputes; and whether every pound is with whom
// the records say.
import { readFileSync } from 'node:fs'
import type { CharityEvent } from '../../domain/contract.ts'
import { TAKEN_HOW } from '../../domain/office/venue-payments.ts'
import { cartFor } from '../app/card-shop.ts'
import type { Random } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { pickFrom, whose } from './choose.ts'
import type { Appointment, Facts, Payment } from './facts.queries.ts'
import { type Life, nameOf, PRICE, send } from './world.ts'

const [DISPUTE, REVERSAL] = readFileSync(
  'server/checkout/payments/test-data/dispute-webhooks.jsonl',
  'utf8',
)
  .trim()
  .split('\n')

export async function bookByCard(
  life: Life,
  { as, event, time }: { as: TestMember; event: CharityEvent; time: string },
): Promise<boolean> {
  const ordered = await send(life, 'POST', '/api/payments/orders', {
    as,
    body: cartFor(event, time),
  })
  if (ordered.status >= 400) return false
  const { id } = ordered.body
  await life.shop.approve(id)
  const url = `/api/payments/orders/${id}/capture`
  const { status } = await send(life, 'POST', url, { as, body: {} })
  return status < 400
}

export async function refundInPart(life: Life, random: Random, facts: Facts) {
  const one = pickFrom(random, facts.payments)
  if (!one) return null
  const pence = random.pick([500, 2500])
  const body = { pence, reason: 'Goodwill' }
  const as = random.pick([life.staff.treasurer, life.staff.office])
  const { status } = await send(life, 'POST', `/api/office/payments/${one.id}/refunds`, {
    as,
    body,
  })
  return status === 201
    ? `${pence} pence of a payment of ${nameOf(life, one.member)} are refunded.`
    : null
}

/** The office records money that was taken at the venue, or takes the record of it back. */
export async function takeOrUndo(life: Life, random: Random, facts: Facts) {
  const as = life.staff.office
  if (random.chance(0.5)) {
    const one = pickFrom(random, facts.appointments)
    if (!one) return null
    const taken_at = life.site.deps.now().toISOString()
    const body = { pence: PRICE, how: random.pick(TAKEN_HOW), taken_by: 'The office', taken_at }
    const url = `/api/office/appointments/${one.id}/takings`
    const { status } = await send(life, 'POST', url, { as, body })
    return status === 201 ? `The office records ${PRICE} pence of ${whose(life, one)}.` : null
  }
  const taken = facts.payments.filter(({ capture }) => capture === null)
  const one = pickFrom(random, taken)
  if (!one) return null
  const url = `/api/office/payments/${one.id}/undo-taking`
  const { status } = await send(life, 'POST', url, { as, body: { reason: 'Somebody else’s' } })
  return status === 200 ? `Money of ${nameOf(life, one.member)} was never taken.` : null
}

/** The provider will refuse the next refund of a captured payment. */
export async function letRefundFail(life: Life, random: Random, facts: Facts) {
  const one = pickFrom(
    random,
    facts.payments.filter(({ capture }) => capture !== null),
  )
  if (!one) return null
  const body = { status: 'FAILED', captureId: one.capture }
  await life.shop.callStandIn('/__test/refund-outcome', body)
  return `The next refund of ${nameOf(life, one.member)} will fail.`
}

/** A refund that failed is tried again, or paid by hand; what is owed is paid. */
export async function mendRefund(life: Life, random: Random, facts: Facts) {
  const as = life.staff.treasurer
  const failed = pickFrom(
    random,
    facts.refunds.filter(({ state }) => state === 'failed'),
  )
  if (failed) {
    const step = random.pick(['retry', 'by-hand'])
    const body = step === 'by-hand' ? { body: { note: 'Bank transfer' } } : {}
    const url = `/api/office/refunds/${failed.id}/${step}`
    const { status } = await send(life, 'POST', url, { as, ...body })
    if (status === 200) return `A failed refund: ${step}.`
  }
  const owed = pickFrom(random, facts.owed)
  if (!owed) return null
  const outcome = random.pick(['cash', 'bank transfer', 'card', 'declined', 'not owed'])
  const body = { outcome, note: 'Settled', expected_pence: owed.pence }
  const url = `/api/office/owed-refunds/${owed.id}/outcome`
  const { status } = await send(life, 'POST', url, { as, body })
  return status === 200 ? `What is owed (${owed.pence} pence) ends: ${outcome}.` : null
}

/** A payer's dispute is opened, resolved for either side, or ends with the money gone. */
export async function dispute(life: Life, random: Random, facts: Facts) {
  const one = pickFrom(
    random,
    facts.payments.filter(({ capture }) => capture !== null),
  )
  if (!one?.capture) return null
  const step = random.pick(['CREATED', 'CREATED', 'RESOLVED', 'LOST', 'reversed'] as const)
  const template = step === 'reversed' ? REVERSAL : DISPUTE
  const text = (template ?? '')
    .replaceAll('<capture id>', one.capture)
    .replaceAll('"<id>"', `"R-${one.capture}"`)
  const event = JSON.parse(text)
  event.id = `WH-${one.capture}-${step}-${random.below(2)}`
  if (step !== 'reversed') {
    event.event_type = `CUSTOMER.DISPUTE.${step === 'CREATED' ? step : 'RESOLVED'}`
    event.resource.dispute_id = `PP-D-${one.capture}`
    event.resource.status = step === 'CREATED' ? 'OPEN' : 'RESOLVED'
    const outcome_code = step === 'LOST' ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
    if (step !== 'CREATED') event.resource.dispute_outcome = { outcome_code }
  }
  await life.shop.callStandIn('/__test/webhooks/send', event)
  await life.shop.work()
  return `The payer disputes a payment of ${nameOf(life, one.member)}: ${step}.`
}

/** After the rounds: what the provider holds and what the records say are the same. */
export async function checkMoney(life: Life, facts: Facts): Promise<string[]> {
  const { captures, refunds } = await life.shop.ledger()
  const wrong: string[] = []
  for (const one of facts.payments) {
    const of = `the payment ${one.id} of ${nameOf(life, one.member)}`
    const own = facts.refunds.filter(({ payment }) => payment === one.id)
    const back = sumOf(own.filter(({ state }) => state !== 'failed'))
    const captured = one.captured ?? 0
    if (back > captured) wrong.push(`${of}: ${back} of ${captured} pence were paid back`)
    if (one.capture === null) continue
    const capture = captures.find(({ id }) => id === one.capture)
    const sent = sumOf(
      refunds.filter(
        ({ captureId, status }) => captureId === one.capture && status === 'COMPLETED',
      ),
    )
    const recorded = sumOf(own.filter((refund) => refund.state === 'done' && refund.byProvider))
    if (capture?.pence !== captured)
      wrong.push(`${of}: ${captured} pence recorded, ${capture?.pence} captured`)
    if (sent !== recorded) wrong.push(`${of}: ${recorded} pence recorded as refunded, ${sent} sent`)
  }
  for (const one of facts.appointments) wrong.push(...heldWithoutOwner(life, facts, one))
  return wrong
}

/** Money of an appointment that the office cancelled in full is back, or on somebody's list. */
function heldWithoutOwner(life: Life, facts: Facts, one: Appointment): string[] {
  if (one.status !== 'cancelled' || !life.fullRefunds.has(one.id)) return []
  return facts.payments
    .filter(({ appointment, state }) => appointment === one.id && state !== 'declined')
    .flatMap((payment) => {
      const own = facts.refunds.filter((refund) => refund.payment === payment.id)
      const held = (payment.captured ?? 0) - sumOf(own.filter(({ state }) => state !== 'failed'))
      const isListed = isOnAList(facts, payment)
      return held > 0 && !isListed
        ? [`${held} pence of ${whose(life, one)} are neither back nor on a list`]
        : []
    })
}

/** A failed refund that nothing replaced, or a debt; also one that a person has ended. */
function isOnAList({ refunds, allOwed }: Facts, { id }: Payment): boolean {
  const failed = refunds.filter(({ payment, state }) => payment === id && state === 'failed')
  const open = failed.some((one) => !refunds.some(({ replaces }) => replaces === one.id))
  return open || allOwed.some(({ payment }) => payment === id)
}

function sumOf(refunds: readonly { pence: number }[]): number {
  return refunds.reduce((sum, { pence }) => sum + pence, 0)
}
