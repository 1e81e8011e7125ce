import { offerCallDueAt } from '../../domain/office/calls.ts'
import type { Queryable } from '../platform/db/database.ts'
import { closeEndedOfferCalls } from './call-about-offer.queries.ts'
import { openLoop } from './change-loops.ts'

/** A person calls a member whom no email tells that a place is held for them, before the offer ends. */
export async function callAboutOffer(
  q: Queryable,
  { memberId, eventId, until, now }: { memberId: number; eventId: number; until: Date; now: Date },
): Promise<void> {
  const dueAt = offerCallDueAt(until, now)
  const call = { kind: 'place_offered', memberId, eventId, openedAt: now, dueAt } as const
  await openLoop(q, { ...call, isToRing: true })
}

/**
 * Ends the calls of the event about an offer that was taken, left or has expired. Call it in the
 * transaction of whatever ends an offer.
 */
export function followOffers(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  return closeEndedOfferCalls(q, { eventId, now })
}
