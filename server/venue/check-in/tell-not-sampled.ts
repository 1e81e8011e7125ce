import { nearestEvents } from '../../../domain/nearest-events.ts'
import { isToTryAgain } from '../../../domain/office/not-sampled.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { mayTell } from '../../../domain/reach.ts'
import { findEventDetails, listEvents } from '../../events/events.queries.ts'
import { pointOf } from '../../events/find-nearby.ts'
import { findPostcode } from '../../events/nearby/find-place.ts'
import { findAbsent } from '../../facts/absences.queries.ts'
import { isConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import {
  isPaidFor,
  listNotSampled,
  markNotSampledTold,
  ringInstead,
} from '../../facts/not-sampled.queries.ts'
import { notSampled } from '../../messages/mails/not-sampled.ts'
import { notSampledBySms } from '../../messages/sms/not-sampled.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { AttendanceDeps } from './day-context.ts'

/**
 * Tells every member of the event of whom no sample could be taken, once, that the charity would like
 * to try again: by SMS or mail, or by a call from the office where there is neither. Call it when the
 * day is closed and after each action later, so that a reason undone before has sent nothing.
 */
export async function tellNotSampled(
  tx: Tx,
  { jobs, settings }: AttendanceDeps,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const untold = (await listNotSampled(tx, eventId)).filter(({ reason }) => isToTryAgain(reason))
  if (untold.length === 0) return
  const event = await findEventDetails(tx, eventId)
  if (!event) return
  const events = await listEvents(tx, { now })
  const { publicUrl } = settings
  for (const { appointmentId } of untold) {
    const person = await findAbsent(tx, appointmentId)
    if (!person || !mayTell(person.member, 'appointment')) continue
    const { member, reference, startsAt } = person
    if (await isConsentWithdrawn(tx, { memberId: member.id, eventId })) continue
    const mobile = member.contactBy === 'sms' && settings.sendsSms ? provenMobile(member) : null
    if (mobile === null && member.email === null) {
      await ringInstead(tx, appointmentId)
      continue
    }
    await markNotSampledTold(tx, { appointmentId, at: now })
    const isFree = await isPaidFor(tx, appointmentId)
    const details = { reference, startsAt, publicUrl, isFree }
    if (mobile !== null) {
      await jobs.enqueue(tx, 'sms', notSampledBySms({ ...details, phone: mobile }))
      continue
    }
    const home = member.postcode === null ? null : findPostcode(member.postcode)
    const from = home ?? pointOf(event)
    const nearest = nearestEvents(events, { from, now, besides: eventId, pointOf })
    await jobs.enqueue(tx, 'mail', notSampled({ ...details, member, event, nearest }))
  }
}
