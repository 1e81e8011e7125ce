import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { refundInWords } from '../../domain/refund-words.ts'
import { refundOf } from '../../domain/refunds.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { bookingCancelled } from '../mails/booking-cancelled.ts'
import type { Member } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Refund } from '../refunds/paid-columns.queries.ts'
import { queueRefund } from '../refunds/queue-refund.ts'
import { lockPaymentOf } from '../refunds/refunds.queries.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import { toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointment } from './appointments.queries.ts'
import { markCancelled, releaseUpcoming } from './change-appointment.queries.ts'
import { freePlace } from './places.queries.ts'

type CancelDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/**
 * Cancels the appointment and queues the refund due by policy, possibly none (spec §9). Throws
 * Refused not_found, not_booked, or too_late_to_cancel less than 48 hours before it (spec §5).
 */
export async function cancelAppointment(
  deps: CancelDeps,
  {
    member,
    appointmentId,
    saveResponse,
  }: { member: Member; appointmentId: number; saveResponse?: SaveResponse<Appointment> },
): Promise<Appointment> {
  const now = deps.now()
  const whose = { id: appointmentId, memberId: member.id, now }
  const booked = await findAppointment(deps.database.db, whose)
  if (!booked) throw new Refused('not_found')
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (!canStillChange(booked.startsAt, now)) throw new Refused('too_late_to_cancel')

  return commit({ ...deps, eventIds: [booked.event.event_id] }, async (tx) => {
    // Check again under the lock: another tab may have moved the appointment.
    const times = await markCancelled(tx, whose)
    if (!times) throw new Refused('not_booked')
    if (!canStillChange(times.startsAt, now)) throw new Refused('too_late_to_cancel')
    const before = { ...booked, ...times, changedAt: now }
    await freePlace(tx, booked.id)
    await releaseUpcoming(tx, { appointmentId: booked.id, memberId: member.id })
    await insertAudit(tx, {
      actorUserId: member.userId,
      memberId: member.id,
      action: 'cancelled',
      subject: `appointment ${booked.id}`,
      details: { eventId: booked.event.event_id, startsAt: before.startsAt.toISOString() },
      at: now,
    })
    const money = await refundPayment(tx, { member, booked: before, now })
    const { publicUrl } = deps.settings
    const aboutMoney = money?.words ?? null
    const mail = bookingCancelled({ member, booked: before, publicUrl, aboutMoney })
    await deps.jobs.enqueue(tx, 'mail', mail)
    await offerPlaces(tx, deps, { eventId: booked.event.event_id, now })
    const refund = money ? money.refund : booked.refund
    const cancelled = toAppointment({ ...before, status: 'cancelled', refund }, member.email)
    await saveResponse?.(tx, cancelled)
    return cancelled
  })
}

/** The refund of a card payment and its wording; null when there is no payment left to refund. */
async function refundPayment(
  tx: Tx,
  { member, booked, now }: { member: Member; booked: BookedAppointment; now: Date },
): Promise<{ refund: Refund | null; words: string | null } | null> {
  if (booked.paymentStatus !== 'paid by card') return null
  const payment = await lockPaymentOf(tx, { appointmentId: booked.id, memberId: member.id })
  if (!payment) return null
  const cancelling = { ...payment, startsAt: booked.startsAt, now }
  const refund = await queueRefund(tx, {
    paymentId: payment.id,
    amountPence: refundOf(cancelling),
    reason: 'cancelled',
    now,
    actorUserId: member.userId,
  })
  // After a partial refund the policy's wording would name the wrong sum.
  if (booked.refund) return { refund: refund ?? booked.refund, words: null }
  return { refund, words: refundInWords(cancelling) }
}
