import { canStillChange } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { insertAudit } from '../audit/queries.ts'
import type { Together } from '../idempotency/answer-once.ts'
import { bookingCancelled } from '../mails/booking-cancelled.ts'
import type { Member } from '../members/queries.ts'
import type { Parts } from '../parts.ts'
import { Refused } from '../refused.ts'
import { toAppointment } from './appointment.ts'
import { freePlace } from './places/queries.ts'
import { findAppointment, giveBackUpcoming, markCancelled } from './queries.ts'

type CancelParts = Pick<Parts, 'database' | 'now' | 'jobs' | 'kept' | 'settings'>

/**
 * Cancels a member's own appointment and gives its place to whoever asks next. Throws Refused:
 * not_found when it is not his, not_booked when it is cancelled already, too_late_to_cancel less
 * than 48 hours before it starts (spec §5), by the server's clock.
 */
export async function cancelAppointment(
  parts: CancelParts,
  {
    member,
    appointmentId,
    together,
  }: { member: Member; appointmentId: number; together?: Together<Appointment> },
): Promise<Appointment> {
  const now = parts.now()
  const asked = { id: appointmentId, memberId: member.id, now }
  const booked = await findAppointment(parts.database.db, asked)
  if (!booked) throw new Refused('not_found')
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (!canStillChange(booked.startsAt, now)) throw new Refused('too_late_to_cancel')

  const cancelled = toAppointment({ ...booked, status: 'cancelled' }, member.email)
  await parts.database.transaction(async (tx) => {
    if (!(await markCancelled(tx, asked))) throw new Refused('not_booked')
    await freePlace(tx, booked.id)
    await giveBackUpcoming(tx, booked.id)
    await insertAudit(tx, {
      actorUserId: member.userId,
      memberId: member.id,
      action: 'cancelled',
      subject: `appointment ${booked.id}`,
      details: { eventId: booked.event.event_id, startsAt: booked.startsAt.toISOString() },
      at: now,
    })
    const mail = bookingCancelled({ member, booked, publicUrl: parts.settings.publicUrl })
    await parts.jobs.enqueue(tx, 'mail', mail)
    await together?.(tx, cancelled)
  })
  parts.jobs.kick()
  parts.kept.forgetAll()
  return cancelled
}
