import { HOUR_MS } from '../../../domain/durations.ts'
import { CHECK_HOURS, isCheckDue } from '../../../domain/preparation-check.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { isConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { preparationRequested } from '../../messages/mails/preparation-requested.ts'
import { preparationAskedBySms } from '../../messages/sms/preparation-requested.ts'
import { commit } from '../../platform/commit.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { findAppointment } from '../appointments.queries.ts'
import { lockBookedStart } from '../change-appointment.queries.ts'
import { insertPreparationLink, listUncheckedBetween } from './preparation.queries.ts'

type CheckDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'>
}
type Due = Awaited<ReturnType<typeof listUncheckedBetween>>[number]

/**
 * Sends each appointment's check once for its time, by mail or by SMS. A failure goes to `onError`
 * and is tried again in the next run.
 */
export async function sendPreparationChecks(deps: CheckDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  const until = new Date(now.getTime() + CHECK_HOURS * HOUR_MS)
  const coming = await listUncheckedBetween(deps.database.db, { now, until })
  const due = coming.filter((appointment) => isCheckDue(appointment, now))
  await forEachSafely(due, onError, (appointment) => sendCheck(deps, appointment, now))
}

async function sendCheck(deps: CheckDeps, due: Due, now: Date): Promise<void> {
  const { id, memberId, startsAt } = due
  await commit(deps, async (tx) => {
    // Waits for a concurrent move or cancellation.
    const start = await lockBookedStart(tx, { id, memberId })
    if (start?.getTime() !== startsAt.getTime()) return
    const booked = await findAppointment(tx, { id, memberId })
    const member = await findMember(tx, memberId)
    const way = member && wayToAsk(deps, member)
    if (!booked || !member || !way) return
    if (!(await mayTellMember(tx, memberId, 'appointment'))) return
    if (await isConsentWithdrawn(tx, { memberId, eventId: booked.event.event_id })) return
    const key = makeLinkKey()
    const keyHash = hashOfLinkKey(key)
    const link = { keyHash, appointmentId: id, memberId, startsAt, createdAt: now }
    if (!(await insertPreparationLink(tx, { ...link, expiresAt: startsAt }))) return
    const { reference, event } = booked
    const details = {
      reference,
      startsAt,
      link: `${deps.settings.publicUrl}/by-link#prepare=${key}`,
    }
    if (way.by === 'mail')
      await deps.jobs.enqueue(
        tx,
        'mail',
        preparationRequested({ ...details, to: way.to, member, event }),
      )
    else await deps.jobs.enqueue(tx, 'sms', preparationAskedBySms({ ...details, phone: way.to }))
  })
}

/** By SMS where that is the member's way, otherwise by mail; null for neither. */
function wayToAsk(
  { settings }: CheckDeps,
  member: Member,
): { by: 'mail' | 'sms'; to: string } | null {
  const { contactBy, email } = member
  const mobile = contactBy === 'sms' && settings.sendsSms ? provenMobile(member) : null
  if (mobile !== null) return { by: 'sms', to: mobile }
  return email === null ? null : { by: 'mail', to: email }
}
