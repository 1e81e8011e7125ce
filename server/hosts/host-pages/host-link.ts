import { hostLinkEnd, type MadeHostLink } from '../../../domain/office/host-links.ts'
import { isCalendarDate, ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { mustLockEvent } from '../../events/locked-event.ts'
import { hostPageMade } from '../../messages/mails/host-page-made.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { endHostLink, insertHostLink, saveRelease } from './host-pages.queries.ts'

type LinkDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>
/**
 * Makes a new link and ends an earlier one. The key is stored as a hash, and in the mail to the host
 * when one is asked for. Throws Refused not_found, event_cancelled, not_published, event_passed long
 * after the event, or invalid_request without an address to mail to.
 */
export async function makeHostLink(
  deps: LinkDeps,
  { eventId, mail_to_host: isMailed }: { eventId: number; mail_to_host: boolean },
  by: Staff,
): Promise<MadeHostLink> {
  const key = makeLinkKey()
  const link = `${deps.settings.publicUrl}/by-link#host=${key}`
  const now = deps.now()
  return commit(deps, async (tx) => {
    const record = await mustLockEvent(tx, eventId)
    if (record.status === 'cancelled') throw new Refused('event_cancelled')
    const event = await findEventDetails(tx, eventId)
    if (record.status === 'draft' || !event) throw new Refused('not_published')
    const { contactEmail: to } = record
    if (isMailed && to === null)
      throw invalidField('mail_to_host', 'This event has no email address for the host.')
    const expiresAt = hostLinkEnd(record)
    if (expiresAt <= now) throw new Refused('event_passed')
    await endHostLink(tx, { eventId, now })
    const keyHash = hashOfLinkKey(key)
    await insertHostLink(tx, {
      keyHash,
      eventId,
      madeBy: by.id,
      isMailed,
      createdAt: now,
      expiresAt,
    })
    if (isMailed && to !== null)
      await deps.jobs.enqueue(tx, 'mail', hostPageMade({ to, event, link, until: expiresAt }))
    const details = { until: expiresAt.toISOString(), isMailed }
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'host link made', details)
    return { link, expires_at: expiresAt.toISOString() }
  })
}

/** Does nothing without a link. Throws Refused not_found. */
export async function endLink(deps: LinkDeps, eventId: number, by: Staff): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    await mustLockEvent(tx, eventId)
    if (!(await endHostLink(tx, { eventId, now }))) return
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'host link ended')
  })
}

/** Throws Refused not_found, event_cancelled, or invalid_request for a day that is not before the event. */
export async function setRelease(
  deps: LinkDeps,
  { eventId, releaseOn }: { eventId: number; releaseOn: string | null },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const event = await mustLockEvent(tx, eventId)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    const [today, day] = [ukDate(now), ukDate(event.startsAt)]
    const isBetween = (date: string) => isCalendarDate(date) && today < date && date < day
    if (releaseOn !== null && !isBetween(releaseOn))
      throw invalidField('release_on', 'Choose a date after today and before the event.')
    await saveRelease(tx, { eventId, releaseOn })
    const details = { releaseOn }
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'host release set', details)
  })
}
