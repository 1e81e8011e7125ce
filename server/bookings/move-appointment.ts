import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { findSlot, type Slot } from '../../domain/slots.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { freeTimes } from '../events/free-places.queries.ts'
import { toSlots } from '../events/slots.ts'
import { Refused } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { appointmentMoved } from '../mails/appointment-moved.ts'
import type { Member } from '../members/members.queries.ts'
import { commit } from '../platform/commit.ts'
import { offerPlaces } from '../waiting-list/offer-places.ts'
import { toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointment } from './appointments.queries.ts'
import { lostRace } from './book-appointment.ts'
import { lockBookedStart, moveBooked, moveUpcoming } from './change-appointment.queries.ts'
import { claimPlace, freePlace, lockMembersPlaces, releasePlaces } from './places.queries.ts'

type MoveDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>

/**
 * Moves the appointment to 'HH:mm' (London) of the same event; the current time changes nothing.
 * Throws Refused not_found, not_booked, too_late_to_move less than 48 hours before it (spec §5),
 * or slot_taken with the free times.
 */
export async function moveAppointment(
  deps: MoveDeps,
  {
    member,
    appointmentId,
    time,
    saveResponse,
  }: {
    member: Member
    appointmentId: number
    time: string
    saveResponse?: SaveResponse<Appointment>
  },
): Promise<Appointment> {
  const now = deps.now()
  const { db } = deps.database
  const whose = { id: appointmentId, memberId: member.id }
  const booked = await findAppointment(db, whose)
  if (!booked) throw new Refused('not_found')
  const slot = findSlot(booked.event, time)

  return commit({ ...deps, eventIds: [booked.event.event_id] }, async (tx) => {
    // Locks the appointment, so that the checks below still hold when it is written.
    const before = await lockBookedStart(tx, whose)
    if (!before) throw new Refused('not_booked')
    if (!canStillChange(before, now)) throw new Refused('too_late_to_move')
    if (!slot || slot.startsAt <= now) throw new Refused('slot_taken')
    const after = { ...booked, startsAt: slot.startsAt, endsAt: slot.endsAt }
    if (before.getTime() !== slot.startsAt.getTime()) {
      await move(tx, deps, { member, booked: after, slot, before, now })
    }
    const appointment = toAppointment({ ...after, status: 'booked' }, member.email)
    await saveResponse?.(tx, appointment)
    return appointment
  }).catch(async (error) => {
    const isTaken = error instanceof Refused && error.reason === 'slot_taken'
    if (!isTaken && lostRace(error) !== 'slot_taken') throw error
    const slots = { eventId: booked.event.event_id, memberId: member.id, now }
    throw new Refused('slot_taken', { slots: toSlots(await freeTimes(db, slots)) })
  })
}

async function move(
  tx: Tx,
  deps: MoveDeps,
  change: { member: Member; booked: BookedAppointment; slot: Slot; before: Date; now: Date },
): Promise<void> {
  const { member, booked, slot, before, now } = change
  const { id, event } = booked
  await freePlace(tx, id)
  const sequence = await moveBooked(tx, { id, slot, now })
  await moveUpcoming(tx, { appointmentId: id, memberId: member.id, until: slot.endsAt })
  await lockMembersPlaces(tx, member.id)
  const whose = { memberId: member.id, eventId: event.event_id }
  const place = { ...whose, startsAt: slot.startsAt, appointmentId: id, now }
  await claimPlace(tx, place)
  await releasePlaces(tx, member.id)

  await insertAudit(tx, {
    actorUserId: member.userId,
    memberId: member.id,
    action: 'moved',
    subject: `appointment ${id}`,
    details: {
      eventId: event.event_id,
      from: before.toISOString(),
      to: slot.startsAt.toISOString(),
    },
    at: now,
  })
  const { publicUrl } = deps.settings
  const after = { ...booked, sequence, changedAt: now }
  const mail = appointmentMoved({ member, booked: after, before, publicUrl, now })
  await deps.jobs.enqueue(tx, 'mail', mail)
  await offerPlaces(tx, deps, { eventId: event.event_id, now })
}
