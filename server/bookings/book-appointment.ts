import type { Appointment } from '../../domain/contract.ts'
import type { Deps } from '../deps.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { commit } from '../platform/commit.ts'
import { toAppointment } from './appointment.ts'
import { findPaidAppointment } from './appointments.queries.ts'
import { type BookingParams, checkBooking, lostRace, refusal } from './before-booking.ts'
import { toBook, writeAppointment } from './write-appointment.ts'

export type BookingDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: Pick<Deps['settings'], 'publicUrl'>
}

export type BookAppointmentParams = BookingParams & {
  /** Runs in the booking's transaction. */
  saveResponse?: SaveResponse<Appointment>
}

/**
 * Books a place and queues the mail in one transaction, using only stored prices and times (design
 * §4). Returns an appointment already paid for by card. Throws Refused with the first reason of
 * design §3a; slot_taken has the free times (`slots`).
 */
export async function bookAppointment(
  deps: BookingDeps,
  ask: BookAppointmentParams,
): Promise<Appointment> {
  const { member } = ask
  const now = deps.now()
  const { known, slot, reason } = await checkBooking(deps, ask, { now })
  if (reason === 'duplicate') {
    const asked = { memberId: member.id, eventId: ask.eventId, startsAt: slot.startsAt }
    const paidFor = await findPaidAppointment(deps.database.db, asked)
    if (paidFor) return toAppointment(paidFor, member.email)
  }
  if (reason) throw refusal(reason, known.freeStarts)
  const booking = toBook(member, known, slot, now)
  return commit(deps, async (tx) => {
    const written = toAppointment(await writeAppointment(tx, deps, booking), member.email)
    await ask.saveResponse?.(tx, written)
    return written
  }).catch(async (error) => {
    throw await whyLost(error, deps, ask, now)
  })
}

async function whyLost(error: unknown, deps: BookingDeps, ask: BookAppointmentParams, now: Date) {
  const reason = lostRace(error)
  if (reason !== 'slot_taken') return reason ? refusal(reason, []) : error
  const again = await checkBooking(deps, ask, { now })
  return refusal(again.reason ?? reason, again.known.freeStarts)
}
