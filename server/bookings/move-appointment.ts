import { hasCome } from '../../domain/arrived.ts'
import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import type { Deps } from '../deps.ts'
import { ARRIVED } from '../facts/arrivals.queries.ts'
import { endAbsence } from '../facts/moved-absences.queries.ts'
import type { Member } from '../members/members.queries.ts'
import { appointmentMoved } from '../messages/mails/appointment-moved.ts'
import { prepareNotice } from '../messages/sms/appointment-sms.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { databaseFault, type Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { TOO_MANY } from '../platform/rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse } from '../platform/rate-limits/rate-limits.ts'
import { arrivedRefusal, toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointmentOf } from './appointments.queries.ts'
import { bookingRefused, lostRace } from './book-appointment.ts'
import { CHANGED, lockUnchanged, moveBooked, moveUpcoming } from './change-appointment.queries.ts'
import { claimPlace, freePlace, lockMembersPlaces, releasePlaces } from './places.queries.ts'
import { offerPlaces } from './waiting-list/offer-places.ts'

type MoveDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>

type MoveRequest = {
  userId: string
  appointmentId: number
  time: string
  saveResponse?: SaveResponse<Appointment>
}

/**
 * Moves the appointment to 'HH:mm' (London) of the same event; the current time changes nothing.
 * Throws Refused not_found, not_booked, already_arrived, too_late_to_move less than 48 hours before it (rules §3.8),
 * moved_too_often after five moves in a day, booking_closed while nobody new can book, or slot_taken with the free times.
 */
export async function moveAppointment(deps: MoveDeps, request: MoveRequest): Promise<Appointment> {
  const { userId, appointmentId, time } = request
  const now = deps.now()
  const { db } = deps.database
  const appointment = await findAppointmentOf(db, appointmentId, { userId })
  if (!appointment) throw new Refused('not_found')
  const { booked, member } = appointment
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (hasCome(booked.attendance)) throw arrivedRefusal(false)
  if (!canStillChange(booked.startsAt, now)) throw new Refused('too_late_to_move')
  if (booked.event.is_booking_closed) throw new Refused('booking_closed')
  const filter = { eventId: booked.event.event_id, memberId: member.id, now }
  const slot = findSlot(booked.event, time)
  if (!slot || slot.startsAt <= now) throw await bookingRefused(db, 'slot_taken', filter)

  try {
    return await move(deps, request, { member, booked, slot, now })
  } catch (error) {
    const constraint = databaseFault(error)?.constraint
    // By another tab; what is read next has an answer.
    if (constraint === CHANGED) return moveAppointment(deps, request)
    if (constraint === ARRIVED) throw arrivedRefusal(false)
    if (constraint === TOO_MANY) throw new Refused('moved_too_often')
    const lost = lostRace(error)
    throw lost === 'slot_taken' ? await bookingRefused(db, lost, filter) : error
  }
}

type Move = { member: Member; booked: BookedAppointment; slot: Slot; now: Date }

async function move(
  deps: MoveDeps,
  { saveResponse }: MoveRequest,
  { member, booked, slot, now }: Move,
): Promise<Appointment> {
  const { startsAt, endsAt } = slot
  const { id, sequence, paymentStatus, startsAt: before } = booked
  const change = { ...booked, startsAt, endsAt, sequence: booked.sequence + 1, changedAt: now }
  const isMoved = before.getTime() !== startsAt.getTime()
  const { event_id: eventId } = booked.event
  const appointment = toAppointment(isMoved ? change : booked, member.email)
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    await lockUnchanged(tx, { id, memberId: member.id, sequence, paymentStatus })
    if (isMoved) {
      await writeMove(tx, { member, booked, slot, now })
      const { publicUrl } = deps.settings
      const mail = appointmentMoved({ member, booked: change, before, publicUrl, now })
      const addNotice = await prepareNotice(deps, mail, { kind: 'moved', member, booked: change })
      await addNotice(tx)
      await consumeOrRefuse(tx, deps, 'moves of an appointment', String(id))
      await offerPlaces(tx, deps, { eventId, now })
    }
    await saveResponse?.(tx, appointment)
    return appointment
  })
}

async function writeMove(tx: Tx, { member, booked, slot, now }: Move): Promise<void> {
  const { id, event } = booked
  const { startsAt, endsAt } = slot
  const { event_id: eventId } = event
  const filter = { id, memberId: member.id }
  await freePlace(tx, id)
  await moveBooked(tx, { id, startsAt, endsAt, now })
  await moveUpcoming(tx, { ...filter, endsAt })
  await endAbsence(tx, { appointmentId: id, now })
  await lockMembersPlaces(tx, member.id)
  await claimPlace(tx, { memberId: member.id, eventId, startsAt, appointmentId: id, now })
  await releasePlaces(tx, member.id)
  await insertAudit(
    tx,
    { by: member, memberId: member.id, subject: `appointment ${id}`, at: now },
    'moved',
    { eventId, from: booked.startsAt.toISOString(), to: startsAt.toISOString() },
  )
}
