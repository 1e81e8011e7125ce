// Bookings and money, as server/bookings and server/money/refunds do it.
import { ukInstant } from '../../../domain/uk-time.ts'
import type { Random } from '../../app/seeded.ts'
import { pressesOf } from './door.ts'
import { type Appointment, manOf, type Payment, type World } from './state.ts'

const PRICE = 2500
const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20', '11:40']

/** Null where the member may not book. */
export function book(world: World, random: Random): Appointment | null {
  const man = random.pick(world.men)
  const event = random.pick(world.events)
  const startsAt = ukInstant(event.date, random.pick(TIMES))
  const isTaken = world.appointments.some(
    (one) => one.member === man.id && one.status === 'booked' && one.event === event.id,
  )
  if (world.rules.recordOf(man).state !== 'one') return null
  if (isTaken || man.diedAt || man.withdrawn.has(event.id) || startsAt <= world.now) return null
  const appointment: Appointment = {
    id: world.appointments.length + 1,
    member: man.id,
    event: event.id,
    status: 'booked',
    startsAt,
    pricePence: PRICE,
    payments: random.chance(0.6) ? [newPayment(world, 'card')] : [],
  }
  world.appointments.push(appointment)
  return appointment
}

function newPayment(world: World, way: Payment['way']): Payment {
  world.numbers += 1
  const id = `payment ${world.numbers}`
  return { id, way, pence: PRICE, refunds: [], owedPence: 0, dispute: 'none' }
}

export function takeAtTheDoor(world: World, { payments, status }: Appointment): boolean {
  if (payments.length > 0 || status === 'cancelled') return false
  payments.push(newPayment(world, 'cash'))
  return true
}

/** Why an appointment stays as it is. */
export function whyNotChange(world: World, appointment: Appointment) {
  if (appointment.status === 'cancelled') return 'cancelled'
  const { state: attendance } = world.rules.attendanceOf(pressesOf(world, appointment.id))
  return world.rules.whyNotChange({ attendance, startsAt: appointment.startsAt }, world.now)
}

export function move(world: World, appointment: Appointment, random: Random): boolean {
  if (whyNotChange(world, appointment)) return false
  const event = random.pick(world.events)
  const startsAt = ukInstant(event.date, random.pick(TIMES))
  if (startsAt <= world.now || manOf(world, appointment.member).withdrawn.has(event.id))
    return false
  Object.assign(appointment, { event: event.id, startsAt })
  world.deeds.push({ kind: 'moved', appointment })
  return true
}

/** `rule`: all money, or what the policy gives. */
export function cancel(world: World, appointment: Appointment, rule: 'full' | 'policy'): boolean {
  if (whyNotChange(world, appointment)) return false
  appointment.status = 'cancelled'
  world.deeds.push({ kind: 'cancelled', appointment })
  const { startsAt } = appointment
  const times = { startsAt, freeUntil: null, now: world.now }
  const repayments = world.rules.repaymentsOf(moneyIn(world, appointment), times, rule)
  for (const { payment, road, pence } of repayments) {
    const own = appointment.payments.find(({ id }) => id === payment.id)
    if (!own || pence === 0) continue
    if (road === 'card') refund(world, own, pence)
    else own.owedPence += pence
  }
  if (rule === 'full') world.deeds.push({ kind: 'cancelled in full', appointment })
  return true
}

/** As listMoney reads it. */
export function moneyIn(world: World, { status, pricePence, payments }: Appointment) {
  return world.rules.moneyOf({
    status,
    paymentStatus: payments.length > 0 ? 'paid by card' : 'not paid',
    pricePence,
    concessionPence: 0,
    hostSharePence: 0,
    isFreeRepeat: false,
    payments: payments.map(({ id, way, pence, refunds, owedPence, dispute }) => ({
      id,
      way,
      state: 'finalised',
      amountPence: pence,
      capturedPence: pence,
      feePence: 75,
      paidAt: world.now,
      refunds: refunds.map((one) => ({
        ...one,
        replaces: false,
        reason: 'by the office',
        decidedAt: world.now,
      })),
      owedPence,
      dispute,
    })),
  })
}

export function refundInPart(world: World, appointment: Appointment, pence: number): boolean {
  const money = moneyIn(world, appointment)
  const held = money.held.find(({ road, pence: left }) => road === 'card' && left >= pence)
  const own = appointment.payments.find(({ id }) => id === held?.payment.id)
  if (!own) return false
  refund(world, own, pence)
  return true
}

function refund(world: World, payment: Payment, pence: number): void {
  payment.refunds.push({ pence, state: 'queued', isReplaced: false })
  world.deeds.push({ kind: 'refunded by card', payment, pence })
}

/** What is queued goes to the provider, who may refuse it. */
export function sendRefunds(world: World): void {
  for (const { payments } of world.appointments)
    for (const { refunds } of payments)
      for (const one of refunds.filter(({ state }) => state === 'queued')) {
        one.state = world.refusals > 0 ? 'failed' : 'done'
        world.refusals = Math.max(0, world.refusals - 1)
      }
}

/** A failed refund is made again in place of the first. */
export function retryRefund({ appointments }: World): boolean {
  const payments = appointments.flatMap((one) => one.payments)
  for (const { refunds, dispute } of payments) {
    const failed = refunds.find(({ state, isReplaced }) => state === 'failed' && !isReplaced)
    if (!failed || dispute === 'open' || dispute === 'lost') continue
    failed.isReplaced = true
    refunds.push({ pence: failed.pence, state: 'queued', isReplaced: false })
    return true
  }
  return false
}
