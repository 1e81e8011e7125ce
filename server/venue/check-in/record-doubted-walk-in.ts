import { whyNoMoreRecords } from '../../../domain/office/walk-in-limits.ts'
import { DoubtedWalkInSchema } from '../../../domain/office/walk-in-schemas.ts'
import type { WalkInRefusal } from '../../../domain/office/walk-ins.ts'
import { whyNoRecord } from '../../../domain/office/walk-ins.ts'
import { writeDoubt } from '../../bookings/capacity/record-capacity.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { addMemberAtVenue } from '../../members/profile/add-member.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { AttendanceDeps, DayContext, Recorded } from './day-context.ts'
import type { Press } from './press.ts'
import type { Registration } from './sealed-registration.ts'
import { tidied } from './tidy-walk-in.ts'
import { readLimits } from './walk-in-limits.ts'

/**
 * Makes the member of somebody who may not understand the test, with the doubt and its task, so that a
 * clinician can speak with them. There is no consent and no appointment: always refused.
 */
export async function recordDoubtedWalkIn(
  tx: Tx,
  deps: AttendanceDeps,
  { press, form: sent, day }: { press: Press; form: Registration; day: DayContext },
): Promise<Recorded> {
  const { eventId, by, now } = day
  const parsed = DoubtedWalkInSchema.safeParse(sent)
  if (!parsed.success) return refused('form_incomplete')
  const { doubt, ...form } = tidied(parsed.data)
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const reason = whyNoRecord(form, event.event_date)
  if (reason) return refused(reason)
  const at = press.at > now ? now : press.at
  const limit = whyNoMoreRecords(await readLimits(tx, { at, event, day }))
  if (limit) return refused(limit)
  const details = { eventId, walkIn: press.id }
  const { id: memberId } = await addMemberAtVenue(tx, deps, { form, staff: by, details })
  await insertStaffAccess(tx, { staff: by, memberId, what: 'member', reason: 'day', at: now })
  await writeDoubt(tx, deps, {
    memberId,
    appointmentId: null,
    actionId: press.id,
    words: doubt,
    staff: by,
    at,
  })
  return refused('capacity_doubted')
}

function refused(code: WalkInRefusal): Recorded {
  return { outcome: { status: 'refused', code }, appointment: null }
}
