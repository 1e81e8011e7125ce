// Each claim is one conditional statement (rules §3.3).
import { and, eq, gt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import {
  isFreeToEveryone,
  isFreeToStaff,
  isHeldBy,
  isKeptBackForMember,
  isOpen,
  isOwn,
  isYielded,
} from '../events/free-places.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  placeholders,
  prepareQuery,
  prepareSql,
  refuseUnlessRow,
} from '../platform/db/prepared-query.ts'
import { places } from '../platform/db/schema.ts'

export const notHeld = {
  heldBy: null,
  heldByVisitor: null,
  holdId: null,
  heldUntil: null,
  heldSince: null,
  holdAddress: null,
  holdExtended: false,
}
/** The latest end of a visitor's hold, however often it is renewed. */
export const latestEnd = sql`${places.heldSince} + ${sql.raw(`interval '${HOLD_MINUTES} minutes'`)}`

/** Of a place that goes to a member: the visitor whose live hold yields. */
export function yieldedBy(now: Date | Placeholder | SQL) {
  return sql`case when ${gt(places.heldUntil, now)} then ${places.heldByVisitor} end`
}

const notOffered = { offerId: null, offeredTo: null, offeredUntil: null }

/** Releases the member's holds; offers stay. */
export async function releaseHolds(q: Queryable, memberId: number): Promise<void> {
  await q.update(places).set(notHeld).where(eq(places.heldBy, memberId))
}

/** Locks the places that the member holds or is offered until the transaction ends. */
export function lockMembersPlaces(q: Queryable, memberId: number): Promise<unknown> {
  return membersPlaces(q).execute({ memberId })
}

/** Releases all holds and offers of the member, at every event. */
export function releasePlaces(q: Queryable, memberId: number): Promise<unknown> {
  return placesToRelease(q).execute({ memberId })
}

const isOfMember = or(
  eq(places.heldBy, sql.placeholder('memberId')),
  eq(places.offeredTo, sql.placeholder('memberId')),
)

const membersPlaces = prepareQuery((q) =>
  q
    .select({ placeNumber: places.placeNumber })
    .from(places)
    .where(isOfMember)
    .for('update')
    .prepare('lock_members_places'),
)

/** Gives a place of the slot to the appointment; fails with slot_taken when the member gets none. */
export function claimPlace(
  q: Queryable,
  claim: { eventId: number; startsAt: Date; memberId: number; appointmentId: number; now: Date },
): Promise<unknown> {
  return placeToClaim(q).execute(claim)
}

const ofAppointment = {
  ...notHeld,
  ...notOffered,
  yieldedBy: yieldedBy(sql.placeholder('now')),
  appointmentId: sql`${sql.placeholder('appointmentId')}`,
}

const placeToClaim = prepareSql('claim_place', (q) =>
  refuseUnlessRow(
    q
      .update(places)
      .set(ofAppointment)
      .where(isOnePlaceFor(q, placeholders('eventId', 'startsAt', 'memberId', 'now')))
      .returning({ placeNumber: places.placeNumber }),
    'slot_taken',
  ),
)

/** The same for staff, who also get places that are kept back, after the others. */
export function claimPlaceForStaff(
  q: Queryable,
  claim: Parameters<typeof claimPlace>[1],
): Promise<unknown> {
  return placeToClaimForStaff(q).execute(claim)
}

const placeToClaimForStaff = prepareSql('claim_place_for_staff', (q) => {
  const place = placeholders('eventId', 'startsAt', 'memberId', 'now')
  return refuseUnlessRow(
    q
      .update(places)
      .set(ofAppointment)
      .where(isOnePlaceForStaff(q, place))
      .returning({ placeNumber: places.placeNumber }),
    'slot_taken',
  )
})

export const NO_HOLD = 'no_such_hold'

/** Starts its statement before it returns, which fails with NO_HOLD without such a hold. */
export function releaseHold(
  q: Queryable,
  hold: { holdId: string; memberId: number },
): Promise<unknown> {
  return holdToRelease(q).execute(hold)
}

const holdToRelease = prepareSql('release_hold', (q) =>
  refuseUnlessRow(
    q
      .update(places)
      .set(notHeld)
      .where(
        and(
          eq(places.holdId, sql.placeholder('holdId')),
          eq(places.heldBy, sql.placeholder('memberId')),
        ),
      )
      .returning({ placeNumber: places.placeNumber }),
    NO_HOLD,
  ),
)

/** Starts its statement before it returns. */
export function freePlace(q: Queryable, appointmentId: number): Promise<unknown> {
  return placeToFree(q).execute({ appointmentId })
}

const placeToFree = prepareQuery((q) =>
  q
    .update(places)
    .set({ appointmentId: null })
    .where(eq(places.appointmentId, sql.placeholder('appointmentId')))
    .prepare('free_place'),
)

const placesToRelease = prepareQuery((q) =>
  q
    .update(places)
    .set({ ...notHeld, ...notOffered })
    .where(isOfMember)
    .prepare('release_places'),
)

type PlaceParams = {
  eventId: number | Placeholder
  startsAt: Date | Placeholder
  now: Date | Placeholder
} & ({ memberId: number | Placeholder } | { visitorHash: Placeholder })

/**
 * One place for the member or visitor, their own first and for a member what a visitor yields last;
 * skips locked rows. `ifOthers` narrows the rest.
 */
export function isOnePlaceFor(q: Queryable, place: PlaceParams, ifOthers?: SQL) {
  const [own, free] = ownThenFree(place)
  const matches = [own, and(free, ifOthers)]
  if ('memberId' in place) matches.push(and(openAndYielded(q, place), ifOthers))
  return isFirstPlace(q, place, matches)
}

/**
 * The same for staff who act for a member: the member's own first, those kept back after the free
 * ones, and what a visitor yields last.
 */
export function isOnePlaceForStaff(
  q: Queryable,
  place: PlaceParams & { memberId: number | Placeholder },
  ifOthers?: SQL,
) {
  const [own, free] = ownThenFree(place, true)
  const others = [free, isFreeToStaff(place), openAndYielded(q, place, true)]
  return isFirstPlace(q, place, [
    own,
    isKeptBackForMember(place),
    ...others.map((match) => and(match, ifOthers)),
  ])
}

function openAndYielded(q: Queryable, place: PlaceParams, forStaff = false): SQL | undefined {
  return and(isOpen, isYielded(q, { ...place, forStaff }))
}

function ownThenFree(place: PlaceParams, forStaff = false): [SQL | undefined, SQL | undefined] {
  return [
    and(isOpen, isOwn({ memberId: null, ...place })),
    and(isOpen, isFreeToEveryone({ ...place, forStaff })),
  ]
}

/** The first of the slot that matches the first of `matches` that any does; skips locked rows. */
function isFirstPlace(q: Queryable, place: PlaceParams, matches: (SQL | undefined)[]) {
  const first = matches.map((match) =>
    q
      .select({ placeNumber: places.placeNumber })
      .from(places)
      .where(and(isInSlot(place), match))
      .orderBy(places.placeNumber)
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  return and(isInSlot(place), sql`${places.placeNumber} = coalesce(${sql.join(first, sql`, `)})`)
}

export type HeldPlace = { holdId: string; until: Date }

/** Extends the hold to `until`, once only; null without a live hold. */
export async function extendHoldOnce(q: Queryable, place: HoldParams): Promise<HeldPlace | null> {
  const [held] = await holdToExtendOnce(q).execute(place)
  return held?.holdId && held.until ? { holdId: held.holdId, until: held.until } : null
}

/** Extends the member's hold to at least `until`; false when the member no longer has it. */
export async function extendHoldTo(q: Queryable, place: HoldParams): Promise<boolean> {
  const extended = await holdToExtend(q).execute(place)
  return extended.length > 0
}

type HoldParams = { eventId: number; startsAt: Date; memberId: number; now: Date; until: Date }

const held = placeholders('eventId', 'startsAt', 'memberId', 'now')
const isHeldByMember = and(isInSlot(held), isHeldBy(held.memberId, held.now))
const later = sql`greatest(${places.heldUntil}, ${sql.param(sql.placeholder('until'), places.heldUntil)})`

const holdToExtendOnce = prepareQuery((q) =>
  q
    .update(places)
    .set({
      heldUntil: sql`case when ${places.holdExtended} then ${places.heldUntil} else ${later} end`,
      holdExtended: true,
    })
    .where(isHeldByMember)
    .returning({ holdId: places.holdId, until: places.heldUntil })
    .prepare('extend_hold_once'),
)

const holdToExtend = prepareQuery((q) =>
  q
    .update(places)
    .set({ heldUntil: later, holdExtended: true })
    .where(isHeldByMember)
    .returning({ placeNumber: places.placeNumber })
    .prepare('extend_hold'),
)

/** The slot of which the member holds a place now, or null. */
export async function findHeldSlot(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<{ eventId: number; startsAt: Date } | null> {
  const [held] = await q
    .select({ eventId: places.eventId, startsAt: places.slotStartsAt })
    .from(places)
    .where(isHeldBy(memberId, now))
  return held ?? null
}

export function isInSlot({ eventId, startsAt }: Pick<PlaceParams, 'eventId' | 'startsAt'>) {
  return and(eq(places.eventId, eventId), eq(places.slotStartsAt, startsAt))
}
