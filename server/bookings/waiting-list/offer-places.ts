import type { EventDetails } from '../../../domain/contract.ts'
import { asForHolder } from '../../../domain/events.ts'
import type { Limits } from '../../../domain/limits.ts'
import { isStillBookable, offerEndsAt } from '../../../domain/waiting-list.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { findMailText } from '../../messages/mails/mail-texts.queries.ts'
import { placeOffered } from '../../messages/mails/place-offered.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { callAboutOffer, followOffers } from '../../tasks/call-about-offer.ts'
import {
  closeIdleWaits,
  closeList,
  endOffers,
  isAnyoneOnList,
  lockFirstWaiting,
  lockFreePlace,
  writeOffer,
} from './offers.queries.ts'
import { lockList } from './waiting-list.queries.ts'

export type OfferDeps = Pick<Deps, 'jobs' | 'site'> & {
  settings: Pick<Deps['settings'], 'publicUrl'>
}

/**
 * Ends expired offers and offers free places, with a mail or a call each. Call it last after a release.
 */
export async function offerPlaces(
  tx: Tx,
  deps: OfferDeps,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  const event = await openOffers(tx, { eventId, now })
  if (!event) return
  const limits = await deps.site.limits(tx)
  for (;;) {
    const wait = await lockFirstWaiting(tx, eventId)
    if (!wait || !(await offerNext(tx, deps, { event, wait, limits, now }))) return
  }
}

/** Ends what has expired. Null while nothing of the event is offered. */
export async function openOffers(
  tx: Tx,
  { eventId, now }: { eventId: number; now: Date },
): Promise<EventDetails | null> {
  // Whoever joins at this moment is found by the next run, 15 seconds later.
  if (!(await isAnyoneOnList(tx, eventId))) return null
  // Without the lock, two runs would skip each other's places and waits.
  await lockList(tx, eventId)
  const event = await findEventDetails(tx, eventId)
  // While a cancellation waits nothing is offered, and the list stays as it is.
  const isPaused = event?.is_booking_paused === true
  if (!event || (event.is_booking_closed && !isPaused)) return null
  await endOffers(tx, { eventId, now })
  await closeIdleWaits(tx, { eventId, now })
  await followOffers(tx, { eventId, now })
  if (!isStillBookable(asForHolder(event), now)) {
    await closeList(tx, { eventId, now })
    return null
  }
  // While the office has closed booking nobody is offered a place, and everybody keeps theirs on the list.
  return isPaused ? null : event
}

/** Offers the earliest free place with a mail, or else a call from the office; false without a place. `by`: the person who offers it. */
export async function offerNext(
  tx: Tx,
  deps: OfferDeps,
  {
    event,
    wait,
    limits,
    now,
    by = null,
  }: {
    event: EventDetails
    wait: { id: number; memberId: number }
    limits: Pick<Limits, 'offer_hours'>
    now: Date
    by?: { userId: string | null } | null
  },
): Promise<boolean> {
  const { event_id: eventId } = event
  const place = await lockFreePlace(tx, { eventId, now })
  const member = place && (await findMember(tx, wait.memberId))
  if (!place || !member) return false
  const { startsAt } = place
  const until = offerEndsAt({ event, startsAt, now }, limits)
  await writeOffer(tx, { eventId, place, wait, until, now })
  await insertAudit(
    tx,
    { by, memberId: member.id, subject: `event ${eventId}`, at: now },
    'place offered',
    { wait: wait.id, startsAt: startsAt.toISOString(), until: until.toISOString() },
  )
  if (member.email === null) {
    await callAboutOffer(tx, { memberId: member.id, eventId, until, now })
    return true
  }
  const { publicUrl } = deps.settings
  const ownText = await findMailText(tx, 'place_offered')
  const offer = { member, event, startsAt, until, waitId: wait.id }
  await deps.jobs.enqueue(tx, 'mail', placeOffered({ ...offer, publicUrl, ownText }))
  return true
}
