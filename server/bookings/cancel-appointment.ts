import { hasCome, whyNotChange } from '../../domain/arrived.ts'
import { canCancel } from '../../domain/booking.ts'
import type { CardRefund } from '../../domain/card-money.ts'
import type { Appointment } from '../../domain/contract.ts'
import type { Deps } from '../deps.ts'
import { ARRIVED } from '../facts/arrivals.queries.ts'
import type { Member } from '../members/members.queries.ts'
import { bookingCancelled } from '../messages/mails/booking-cancelled.ts'
import { prepareNotice } from '../messages/sms/appointment-sms.ts'
import { repayCancelled } from '../money/refunds/repay-cancelled.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { databaseFault, type Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { followMoney } from '../tasks/call-about-money.ts'
import { arrivedRefusal, toAppointment } from './appointment.ts'
import {
  type BookedAppointment,
  findAppointment,
  findAppointmentOf,
  type Whose,
} from './appointments.queries.ts'
import {
  CHANGED,
  lockBookedStart,
  markCancelled,
  releaseUpcoming,
} from './change-appointment.queries.ts'
import { freePlace } from './places.queries.ts'
import { offerPlaces } from './waiting-list/offer-places.ts'

type CancelDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>

type OnBehalf = {
  /** Null without an account. */
  userId: string | null
  reason: string
  refund: 'policy' | 'full' | 'none'
  /** Whether the colleague may refund more than the policy's amount. */
  mayExceed: boolean
}

type CancelRequest = {
  whose: Whose
  appointmentId: number
  saveResponse?: SaveResponse<Appointment>
  /** By a colleague, until the appointment starts. */
  onBehalf?: OnBehalf
  /** More writes of the same transaction. */
  also?: (tx: Tx) => Promise<void>
}

/**
 * Cancels the appointment and pays back what is due by right or policy, possibly nothing (rules §4.7). Throws
 * Refused not_found, not_booked, already_arrived, or too_late_to_cancel less than 48 hours before it (rules §3.8) unless
 * a change of time made it free; for staff member_arrived, appointment_started, or not_permitted for a refund beyond the policy.
 */
export async function cancelAppointment(
  deps: CancelDeps,
  request: CancelRequest,
): Promise<Appointment> {
  const { whose, appointmentId } = request
  const now = deps.now()
  const appointment = await findAppointmentOf(deps.database.db, appointmentId, whose)
  if (!appointment) throw new Refused('not_found')
  const { booked, member } = appointment
  if (booked.status !== 'booked') throw new Refused('not_booked')
  const isByStaff = request.onBehalf !== undefined
  const refusal = whyNotChange(booked, now)
  if (refusal === 'arrived') throw arrivedRefusal(isByStaff)
  if (isByStaff && refusal === 'started') throw new Refused('appointment_started')
  if (!isByStaff && !canCancel(freedomOf(booked), now)) throw new Refused('too_late_to_cancel')

  try {
    return await cancel(deps, request, { member, booked, now })
  } catch (error) {
    const constraint = databaseFault(error)?.constraint
    // By another tab; what is read next has an answer.
    if (constraint === CHANGED) return cancelAppointment(deps, request)
    throw constraint === ARRIVED ? arrivedRefusal(isByStaff) : error
  }
}

type Cancelling = { member: Member; booked: BookedAppointment; now: Date }

async function cancel(
  deps: CancelDeps,
  { saveResponse, onBehalf, also }: CancelRequest,
  { member, booked, now }: Cancelling,
): Promise<Appointment> {
  const after = afterChange(booked, now)
  const { event_id: eventId } = booked.event
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await writeCancellation(tx, { member, booked, now, onBehalf })
    const { refund, inWords } = await repay(tx, { member, booked: after, now, onBehalf })
    const { publicUrl } = deps.settings
    const mail = bookingCancelled({ member, booked: after, publicUrl, aboutMoney: inWords })
    const addNotice = await prepareNotice(deps, mail, { kind: 'cancelled', member, booked })
    await addNotice(tx)
    await offerPlaces(tx, deps, { eventId, now })
    const written = await findAppointment(tx, { id: booked.id, memberId: member.id })
    const cancelled = toAppointment(
      written ?? { ...after, status: 'cancelled', refund },
      member.email,
    )
    await also?.(tx)
    await saveResponse?.(tx, cancelled)
    return cancelled
  })
}

function freedomOf({ startsAt, freeCancelUntil }: BookedAppointment) {
  return { startsAt, freeUntil: freeCancelUntil }
}

function afterChange(booked: BookedAppointment, now: Date): BookedAppointment {
  return { ...booked, money: null, sequence: booked.sequence + 1, changedAt: now }
}

/** Frees the place and the member for another appointment. Fails with CHANGED. */
async function writeCancellation(
  tx: Tx,
  { member, booked, now, onBehalf }: Cancelling & { onBehalf?: OnBehalf | undefined },
): Promise<void> {
  const { id, sequence, paymentStatus, event, startsAt } = booked
  const filter = { id, memberId: member.id }
  await markCancelled(tx, { ...filter, sequence, paymentStatus, now })
  await followMoney(tx, { appointmentId: id, now })
  await freePlace(tx, id)
  await releaseUpcoming(tx, filter)
  await insertAudit(
    tx,
    {
      by: onBehalf?.userId ?? member.userId,
      memberId: member.id,
      subject: `appointment ${id}`,
      at: now,
    },
    'cancelled',
    {
      eventId: event.event_id,
      startsAt: startsAt.toISOString(),
      ...(onBehalf && { reason: onBehalf.reason, refund: onBehalf.refund }),
    },
  )
}

/**
 * Cancels an appointment because its event is cancelled: everything paid goes back in full, and the
 * place is offered to nobody. Null when the appointment is not booked any more, or the member has come.
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
  const filter = { id: appointmentId, memberId: member.id }
  // An arrival locks the same row, so that one of the two sees the other.
  await lockBookedStart(tx, filter)
  const booked = await findAppointment(tx, filter)
  if (booked?.status !== 'booked' || hasCome(booked.attendance)) return null
  const onBehalf = { userId, reason: 'event cancelled', refund: 'full', mayExceed: true } as const
  await writeCancellation(tx, { member, booked, now, onBehalf })
  const after = afterChange(booked, now)
  const { inWords } = await repay(tx, { member, booked: after, now, onBehalf })
  return { booked: after, aboutMoney: inWords }
}

/**
 * Cancels an appointment of a member who cannot come any more, without a message; what was
 * paid goes back by the policy, and the place is released. The pence refunded by card; null when it
 * is not booked.
 */
export async function cancelSilently(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'settings' | 'site'>,
  {
    member,
    appointmentId,
    userId,
    reason,
    now,
  }: { member: Member; appointmentId: number; userId: string; reason: string; now: Date },
): Promise<number | null> {
  const booked = await findAppointment(tx, { id: appointmentId, memberId: member.id })
  if (booked?.status !== 'booked') return null
  const onBehalf = { userId, reason, refund: 'policy', mayExceed: true } as const
  await writeCancellation(tx, { member, booked, now, onBehalf })
  const { refund } = await repay(tx, { member, booked: afterChange(booked, now), now, onBehalf })
  await offerPlaces(tx, deps, { eventId: booked.event.event_id, now })
  return refund?.amountPence ?? 0
}

/** Pays back what is held for it, and says how; null when there was no money. */
async function repay(
  tx: Tx,
  { member, booked, now, onBehalf }: Cancelling & { onBehalf?: OnBehalf | undefined },
): Promise<{ refund: CardRefund | null; inWords: string | null }> {
  const repaid = await repayCancelled(tx, {
    startsAt: booked.startsAt,
    appointmentId: booked.id,
    memberId: member.id,
    freeUntil: booked.freeCancelUntil,
    now,
    rule: onBehalf?.refund ?? 'policy',
    mayExceed: onBehalf?.mayExceed ?? false,
    actorUserId: onBehalf?.userId ?? member.userId,
  })
  const { refund, inWords } = repaid
  return { refund: booked.refund ? addRefund(booked.refund, refund) : refund, inWords }
}

/** As the appointment's list shows several refunds: their sum. */
function addRefund(before: CardRefund, refund: CardRefund | null): CardRefund {
  if (!refund) return before
  if (before.state === 'failed') return refund
  return { ...refund, amountPence: before.amountPence + refund.amountPence }
}
