import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { isBookingRestricted, needsPayment } from '../../domain/events.ts'
import { dueAfterMove } from '../../domain/move-money.ts'
import { type AccessRequest, mayEnter } from '../events/access-grant.ts'
import { databaseFault } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { TOO_MANY } from '../platform/rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse } from '../platform/rate-limits/rate-limits.ts'
import { findAppointmentOf } from './appointments.queries.ts'
import { carryOutMove, planMoveOf } from './move-to-event.ts'

type MoveRequest = {
  userId: string
  appointmentId: number
  eventId: number
  date: string
  time: string
  /** In pence: what the member has read is refunded, as a negative amount. */
  differencePence?: number | undefined
  visitorHash?: AccessRequest['visitorHash']
  saveResponse?: SaveResponse<Appointment>
}

/**
 * A member's own move to another event, by carryOutMove: the place is kept until the new one is booked.
 * Throws Refused not_found, too_late_to_move, booking_closed, access_code_required, payment_required
 * where more would have to be paid by card, moved_too_often, or as moveToEvent does.
 */
export async function moveOwnToEvent(
  deps: Parameters<typeof carryOutMove>[0],
  own: MoveRequest,
): Promise<Appointment> {
  const { userId, visitorHash, saveResponse, ...request } = own
  const { appointmentId } = request
  const { db } = deps.database
  const now = deps.now()
  const found = await findAppointmentOf(db, appointmentId, { userId })
  if (!found) throw new Refused('not_found')
  const { booked, member } = found
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (booked.event.event_id === request.eventId) throw new Refused('duplicate')
  if (!canStillChange(booked.startsAt, now)) throw new Refused('too_late_to_move')
  const plan = await planMoveOf(db, found, { ...request, forStaff: false, now })
  const { context, price } = plan
  const { event } = context
  if (isBookingRestricted(event, now)) throw new Refused('booking_closed')
  if (!(await mayEnter(db, event, { memberId: member.id, now, visitorHash })))
    throw new Refused('access_code_required')
  const { paymentStatus } = price
  if (needsPayment(event) && dueAfterMove(price.pricePence, { ...booked, paymentStatus }) > 0)
    throw new Refused('payment_required')

  try {
    return await carryOutMove(deps, plan, {
      actorUserId: userId,
      reason: 'moved by the member',
      differencePence: own.differencePence,
      also: async (tx, { appointment }) => {
        await consumeOrRefuse(tx, deps, 'moves of an appointment', String(appointmentId))
        await saveResponse?.(tx, appointment)
      },
    })
  } catch (error) {
    if (databaseFault(error)?.constraint === TOO_MANY) throw new Refused('moved_too_often')
    // By another tab; what is read next has an answer.
    if (error instanceof Refused && error.reason === 'changed_meanwhile')
      return moveOwnToEvent(deps, own)
    throw error
  }
}
