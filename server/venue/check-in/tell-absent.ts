import { nearestEvents } from '../../../domain/nearest-events.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { mayTell } from '../../../domain/reach.ts'
import { findEventDetails, listEvents } from '../../events/events.queries.ts'
import { pointOf } from '../../events/find-nearby.ts'
import { findPostcode } from '../../events/nearby/find-place.ts'
import { findAbsent, markAbsenceTold } from '../../facts/absences.queries.ts'
import { isConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import { notAttended } from '../../messages/mails/not-attended.ts'
import { notAttendedBySms } from '../../messages/sms/not-attended.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { AttendanceDeps } from './day-context.ts'

/**
 * A function that sends a member who did not attend the next events, by mail or by SMS, once for an
 * appointment; nothing to a member who gets no invitations, or after a withdrawn consent.
 */
export async function prepareToTellAbsent(
  tx: Tx,
  { jobs, settings }: AttendanceDeps,
  { eventId, now }: { eventId: number; now: Date },
): Promise<(appointmentId: number) => Promise<void>> {
  const event = await findEventDetails(tx, eventId)
  const events = await listEvents(tx, { now })
  const { publicUrl } = settings
  return async (appointmentId) => {
    const absent = await findAbsent(tx, appointmentId)
    if (!event || !absent || !mayTell(absent.member, 'invitation')) return
    const { member, reference, startsAt } = absent
    if (await isConsentWithdrawn(tx, { memberId: member.id, eventId })) return
    const mobile = member.contactBy === 'sms' && settings.sendsSms ? provenMobile(member) : null
    if (mobile === null && member.email === null) return
    if (!(await markAbsenceTold(tx, { appointmentId, at: now }))) return
    const details = { reference, startsAt, publicUrl }
    if (mobile !== null) {
      await jobs.enqueue(tx, 'sms', notAttendedBySms({ ...details, phone: mobile }))
      return
    }
    const home = member.postcode === null ? null : findPostcode(member.postcode)
    const from = home ?? pointOf(event)
    const nearest = nearestEvents(events, { from, now, besides: eventId, pointOf })
    await jobs.enqueue(tx, 'mail', notAttended({ ...details, member, event, nearest }))
  }
}
