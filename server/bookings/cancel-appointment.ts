import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { fullRefundInWords, refundInWords } from '../../domain/refund-words.ts'
import { type Cancellation, refundOf } from '../../domain/refunds.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { databaseFault, type Queryable, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { bookingCancelled } from '../mails/booking-cancelled.ts'
import type { Member } from '../members/members.queries.ts'
import { commit, commitStatements } from '../platform/commit.ts'
import type { Refund } from '../refunds/paid-columns.queries.ts'
import { queueRefund } from '../refunds/queue-refund.ts'
import { lockPaymentOf } from '../refunds/refunds.queries.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import { lockList, refuseWaitedFor, WAITED_FOR } from '../waiting-list/waiting-list.queries.ts'
import { toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointment } from './appointments.queries.ts'
import { CHANGED, markCancelled, releaseUpcoming } from './change-appointment.queries.ts'
import { freePlace } from './places.queries.ts'

type CancelDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

type OnBehalf = {
  userId: string
  reason: string
  refund: 'policy' | 'full' | 'none'
  /** Whether the colleague may refund more than the policy's amount. */
  mayExceed: boolean
}

type CancelRequest = {
  member: Member
  appointmentId: number
  saveResponse?: SaveResponse<Appointment>
  /** By a colleague, until the appointment starts. */
  onBehalf?: OnBehalf
  /** More writes of the same transaction. */
  also?: (tx: Tx) => Promise<void>
}

/**
 * Cancels the appointment and queues the refund due by policy, possibly none (spec §9). Throws
 * Refused not_found, not_booked, or too_late_to_cancel less than 48 hours before it (spec §5); for
 * staff appointment_started, or not_permitted for a refund beyond the policy.
 */
export async function cancelAppointment(
  deps: CancelDeps,
  request: CancelRequest,
): Promise<Appointment> {
  const { member, appointmentId } = request
  const now = deps.now()
  const booked = await findAppointment(deps.database.db, { id: appointmentId, memberId: member.id })
  if (!booked) throw new Refused('not_found')
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (request.onBehalf) {
    if (booked.startsAt <= now) throw new Refused('appointment_started')
  } else if (!canStillChange(booked.startsAt, now)) throw new Refused('too_late_to_cancel')

  const isAlone = booked.paymentStatus !== 'paid by card' && !request.also
  const cancel = isAlone ? cancelAtOnce : cancelStepByStep
  try {
    return await cancel(deps, request, { booked, now }).catch((error: unknown) => {
      if (databaseFault(error)?.constraint !== WAITED_FOR) throw error
      return cancelStepByStep(deps, request, { booked, now })
    })
  } catch (error) {
    // By another tab; what is read next has an answer.
    if (databaseFault(error)?.constraint === CHANGED) return cancelAppointment(deps, request)
    throw error
  }
}

type Cancelling = { booked: BookedAppointment; now: Date }

/** When there is nothing to refund; fails with WAITED_FOR when the place must be offered. */
async function cancelAtOnce(
  deps: CancelDeps,
  { member, saveResponse }: CancelRequest,
  { booked, now }: Cancelling,
): Promise<Appointment> {
  const after = afterChange(booked, now)
  const { event_id: eventId } = booked.event
  const cancelled = toAppointment({ ...after, status: 'cancelled' }, member.email)
  const { publicUrl } = deps.settings
  const mail = bookingCancelled({ member, booked: after, publicUrl, aboutMoney: null })
  const addMail = await deps.jobs.prepare('mail', mail)
  await commitStatements({ ...deps, eventIds: [eventId] }, (q) => [
    ...writeCancellation(q, { member, booked, now }).map((start) => start()),
    addMail(q),
    lockList(q, eventId),
    refuseWaitedFor(q, eventId),
    saveResponse?.(q, cancelled),
  ])
  return cancelled
}

async function cancelStepByStep(
  deps: CancelDeps,
  { member, saveResponse, onBehalf, also }: CancelRequest,
  { booked, now }: Cancelling,
): Promise<Appointment> {
  const after = afterChange(booked, now)
  const { event_id: eventId } = booked.event
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    for (const start of writeCancellation(tx, { member, booked, now, onBehalf })) await start()
    const money = await refundPayment(tx, { member, booked: after, now, onBehalf })
    const { publicUrl } = deps.settings
    const aboutMoney = money?.words ?? null
    const mail = bookingCancelled({ member, booked: after, publicUrl, aboutMoney })
    await deps.jobs.enqueue(tx, 'mail', mail)
    await offerPlaces(tx, deps, { eventId, now })
    const refund = money ? money.refund : booked.refund
    const cancelled = toAppointment({ ...after, status: 'cancelled', refund }, member.email)
    await also?.(tx)
    await saveResponse?.(tx, cancelled)
    return cancelled
  })
}

function afterChange(booked: BookedAppointment, now: Date): BookedAppointment {
  return { ...booked, sequence: booked.sequence + 1, changedAt: now }
}

/** The statements, to be started in this order; the first fails with CHANGED. */
function writeCancellation(
  q: Queryable,
  {
    member,
    booked,
    now,
    onBehalf,
  }: Cancelling & { member: Member; onBehalf?: OnBehalf | undefined },
): (() => Promise<unknown>)[] {
  const { id, sequence, event, startsAt } = booked
  const whose = { id, memberId: member.id }
  return [
    () => markCancelled(q, { ...whose, sequence, now }),
    () => freePlace(q, id),
    () => releaseUpcoming(q, whose),
    () =>
      insertAudit(q, {
        actorUserId: onBehalf?.userId ?? member.userId,
        memberId: member.id,
        action: 'cancelled',
        subject: `appointment ${id}`,
        details: {
          eventId: event.event_id,
          startsAt: startsAt.toISOString(),
          ...(onBehalf && { reason: onBehalf.reason, refund: onBehalf.refund }),
        },
        at: now,
      }),
  ]
}

/**
 * Cancels an appointment because its event is cancelled: a card payment is refunded in full, and the
 * place is offered to nobody. Null when the appointment is not booked any more.
 */
export async function cancelWithEvent(
  tx: Tx,
  {
    member,
    appointmentId,
    userId,
    now,
  }: { member: Member; appointmentId: number; userId: string; now: Date },
): Promise<{ booked: BookedAppointment; aboutMoney: string | null } | null> {
  const booked = await findAppointment(tx, { id: appointmentId, memberId: member.id })
  if (booked?.status !== 'booked') return null
  const onBehalf = { userId, reason: 'event cancelled', refund: 'full', mayExceed: true } as const
  for (const start of writeCancellation(tx, { member, booked, now, onBehalf })) await start()
  const after = afterChange(booked, now)
  const money = await refundPayment(tx, { member, booked: after, now, onBehalf })
  return { booked: after, aboutMoney: money?.words ?? null }
}

/** The refund of a card payment and its wording; null when there is no payment left to refund. */
async function refundPayment(
  tx: Tx,
  {
    member,
    booked,
    now,
    onBehalf,
  }: { member: Member; booked: BookedAppointment; now: Date; onBehalf?: OnBehalf | undefined },
): Promise<{ refund: Refund | null; words: string | null } | null> {
  if (booked.paymentStatus !== 'paid by card') return null
  const payment = await lockPaymentOf(tx, { appointmentId: booked.id, memberId: member.id })
  if (!payment) return null
  const cancelling = { ...payment, startsAt: booked.startsAt, now }
  const amountPence = amountOf(onBehalf?.refund ?? 'policy', cancelling)
  if (amountPence > refundOf(cancelling) && !onBehalf?.mayExceed) throw new Refused('not_permitted')
  const refund = await queueRefund(tx, {
    paymentId: payment.id,
    amountPence,
    reason: 'cancelled',
    now,
    actorUserId: onBehalf?.userId ?? member.userId,
  })
  // After a partial refund the policy's wording would name the wrong sum.
  if (booked.refund) return { refund: addRefund(booked.refund, refund), words: null }
  if (amountPence === refundOf(cancelling)) return { refund, words: refundInWords(cancelling) }
  return { refund, words: amountPence === 0 ? null : fullRefundInWords(cancelling) }
}

/** As the appointment's list shows several refunds: their sum. */
function addRefund(before: Refund, refund: Refund | null): Refund {
  if (!refund) return before
  if (before.state === 'failed') return refund
  return { ...refund, amountPence: before.amountPence + refund.amountPence }
}

function amountOf(refund: OnBehalf['refund'], cancelling: Cancellation): number {
  if (refund === 'none') return 0
  return refund === 'full' ? cancelling.capturedPence : refundOf(cancelling)
}
