import type { Appointment } from '../../domain/contract.ts'
import type { Parts } from '../deps.ts'
import type { Together } from '../idempotency/idempotency-key.ts'
import { toAppointment } from './appointment.ts'
import { findPaidAppointment } from './appointments.queries.ts'
import { lookUp, lostRace, refusal, type Wish } from './before-booking.ts'
import { toBook, writeAppointment } from './write-appointment.ts'

export type BookingParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'kept'> & {
  settings: Pick<Parts['settings'], 'publicUrl'>
}

export type BookingAsk = Wish & {
  /** What else must be written with the booking, or not at all. */
  together?: Together<Appointment>
}

/**
 * Books a place for a member and has the confirmation sent to him: all of it, or nothing. Price,
 * times, status and payment come from the database (design §4). What he paid for by card is his since
 * the money was taken: asked for again, that appointment is the answer. Throws Refused with the first
 * of design §3a's reasons that applies; slot_taken says which times (`slots`) are still free.
 */
export async function bookAppointment(parts: BookingParts, ask: BookingAsk): Promise<Appointment> {
  const { member } = ask
  const now = parts.now()
  const { known, slot, reason } = await lookUp(parts, ask, { now })
  if (reason === 'duplicate') {
    const asked = { memberId: member.id, eventId: ask.eventId, startsAt: slot.startsAt }
    const paidFor = await findPaidAppointment(parts.database.db, asked)
    if (paidFor) return toAppointment(paidFor, member.email)
  }
  if (reason) throw refusal(reason, known.freeStarts)
  const booking = toBook(member, known, slot, now)
  const appointment = await parts.database
    .transaction(async (tx) => {
      const written = toAppointment(await writeAppointment(tx, parts, booking), member.email)
      await ask.together?.(tx, written)
      return written
    })
    .catch(async (error) => {
      throw await whyLost(error, parts, ask, now)
    })
  parts.jobs.kick()
  parts.kept.forgetAll()
  return appointment
}

/** What to tell a member whose booking another one, perhaps his own in another tab, was faster than. */
async function whyLost(error: unknown, parts: BookingParts, ask: BookingAsk, now: Date) {
  const reason = lostRace(error)
  if (reason !== 'slot_taken') return reason ? refusal(reason, []) : error
  const again = await lookUp(parts, ask, { now })
  return refusal(again.reason ?? reason, again.known.freeStarts)
}
