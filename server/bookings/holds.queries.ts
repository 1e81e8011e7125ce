import { and, count, eq, gt, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventDetails } from '../../domain/contract.ts'
import { MAX_HOLDS_PER_SLOT } from '../../domain/hold-limits.ts'
import type { Queryable } from '../db/database.ts'
import { prepareQuery, prepareSql, refuseUnlessRow } from '../db/prepared-query.ts'
import { events, labs, members, payments, places, products, rateLimits } from '../db/schema.ts'
import { eventDetailColumns, isShown, toEventDetails } from '../events/events.queries.ts'
import { isHeldBy } from '../events/free-places.queries.ts'
import { isErasureAsked } from '../members/erasure-asked.queries.ts'
import { type Member, memberColumns } from '../members/members.queries.ts'
import { countUnlimited, uncount } from '../rate-limits/rate-limits.queries.ts'
import { isUnderWay } from './book-appointment.queries.ts'
import type { HoldLimits } from './hold-limits.ts'
import { isInSlot, isOnePlaceFor } from './places.queries.ts'

/** Payment under way: at any event. Null when there is no such event or member. */
export async function loadHoldContext(
  q: Queryable,
  params: { eventId: number; userId: string },
): Promise<HoldContext | null> {
  const [row] = await holdContext(q).execute(params)
  if (!row) return null
  const { member, event, paymentUnderWay, erasureAsked } = row
  return { member, event: toEventDetails(event), paymentUnderWay, erasureAsked }
}

type HoldContext = {
  member: Member
  event: EventDetails
  paymentUnderWay: boolean
  erasureAsked: boolean
}

const ADDRESS = 'holds of an address'
const SLOT = 'holds of a slot'

type SlotOfMember = { eventId: number; startsAt: Date; memberId: number; now: Date }

/**
 * Releases the member's other holds and counts the request. Locks the counter of a limited
 * address, so that holdPlace counts correctly.
 */
export function beginHold(
  q: Queryable,
  { limits, ...slot }: SlotOfMember & { limits: HoldLimits },
): Promise<unknown> {
  const begun = limits.most === null ? unlimitedHoldBegun : holdBegun
  return begun(q).execute({ ...slot, ...limits })
}

/** Undoes the count of beginHold when nothing was held. */
export function uncountHold(q: Queryable, limits: HoldLimits): Promise<unknown> {
  return uncount(q, { rule: SLOT, subject: limits.slot })
}

type HoldClaim = SlotOfMember & { holdId: string; until: Date; limits: HoldLimits | null }

/**
 * Returns the hold's end, or null when there is no place or the limits allow none. Renews a place
 * already held, but not past its offer's end or more often than allowed.
 */
export async function holdPlace(q: Queryable, claim: HoldClaim): Promise<Date | null> {
  const [held] = await placeToHold(q).execute(toValues(claim))
  return held ? (held.until ?? claim.until) : null
}

/** The same; fails with the reason, or with ENDS_EARLIER when the hold would not end at `until`. */
export function holdPlaceUntil(q: Queryable, claim: HoldClaim): Promise<unknown> {
  return placeToHoldUntil(q).execute(toValues(claim))
}

export const ENDS_EARLIER = 'hold_ends_earlier'

export type NotHeld = 'held_before' | 'too_many_holds' | 'slot_taken'

/** After holdPlace held none. */
export async function whyNotHeld(
  q: Queryable,
  place: SlotOfMember & { limits: HoldLimits },
): Promise<NotHeld> {
  const [row] = await reasonNotHeld(q).execute({ ...place, ...place.limits })
  return row?.reason ?? 'slot_taken'
}

/** The end of the member's live hold on the slot, or null. */
export async function findHoldEnd(q: Queryable, held: SlotOfMember): Promise<Date | null> {
  const [row] = await holdEnd(q).execute(held)
  return row?.until ?? null
}

function toValues({ limits, ...claim }: HoldClaim) {
  const { address = null, most = null, slot = null } = limits ?? {}
  return { ...claim, address, most, slot }
}

/** The member of the account, and whether the provider has not decided a payment of theirs; or null. */
export async function findHolder(
  q: Queryable,
  userId: string,
): Promise<{ memberId: number; paymentUnderWay: boolean } | null> {
  const [holder] = await holderOfUser(q).execute({ userId })
  return holder ?? null
}

const hasPaymentUnderWay = sql<boolean>`exists (select 1 from ${payments} where ${isUnderWay(members.id)})`

const holderOfUser = prepareQuery((q) =>
  q
    .select({ memberId: members.id, paymentUnderWay: hasPaymentUnderWay })
    .from(members)
    .where(eq(members.userId, sql.placeholder('userId')))
    .prepare('holder_of_user'),
)

const asked = {
  eventId: sql.placeholder('eventId'),
  startsAt: sql.placeholder('startsAt'),
  memberId: sql.placeholder('memberId'),
  now: sql.placeholder('now'),
}
const until = sql.param(sql.placeholder('until'), places.heldUntil)
const most = sql`${sql.placeholder('most')}::int`
const ofAddress = { rule: ADDRESS, subject: sql.placeholder('address') }
const ofSlot = { rule: SLOT, subject: sql.placeholder('slot') }

const holdContext = prepareQuery((q) =>
  q
    .select({
      member: memberColumns,
      event: eventDetailColumns,
      paymentUnderWay: hasPaymentUnderWay,
      erasureAsked: isErasureAsked(members.id),
    })
    .from(events)
    .innerJoin(members, eq(members.userId, sql.placeholder('userId')))
    .innerJoin(products, eq(products.id, events.productId))
    .leftJoin(labs, eq(labs.id, events.labId))
    .where(and(isShown, eq(events.id, asked.eventId)))
    .prepare('hold_context'),
)

const holdBegun = prepareSql(
  'begin_hold',
  (q) => sql`with released as ${releaseOthers(q)},
    turn as ${countUnlimited(q, ofAddress, asked.now)} ${countOfSlot(q)}`,
)

const unlimitedHoldBegun = prepareSql(
  'begin_unlimited_hold',
  (q) => sql`with released as ${releaseOthers(q)} ${countOfSlot(q)}`,
)

/** Its window starts at the slot's start, so that the counter is not swept before then. */
function countOfSlot(q: Queryable) {
  return countUnlimited(q, ofSlot, asked.startsAt).getSQL()
}

function releaseOthers(q: Queryable) {
  // Also updates the place that stays, so that the member's other tabs wait instead of skip it.
  const stays = sql`(${and(isInSlot(asked), gt(places.heldUntil, asked.now))})`
  return q
    .update(places)
    .set({
      heldBy: sql`case when ${stays} then ${places.heldBy} end`,
      holdId: sql`case when ${stays} then ${places.holdId} end`,
      heldUntil: sql`case when ${stays} then ${places.heldUntil} end`,
      holdAddress: sql`case when ${stays} then ${places.holdAddress} end`,
      holdExtended: sql`${stays} and ${places.holdExtended}`,
    })
    .where(eq(places.heldBy, asked.memberId))
}

const placeToHold = prepareQuery((q) => updateOfPlace(q).prepare('hold_place'))

const placeToHoldUntil = prepareSql('hold_place_until', (q) =>
  refuseUnlessRow(
    updateOfPlace(q),
    sql`case when exists (select from done) then ${ENDS_EARLIER} else ${whyNot(q)} end`,
    sql`exists (select from done where coalesce(held_until, ${until}) = ${until})`,
  ),
)

function updateOfPlace(q: Queryable) {
  const isHeld = isHeldBy(asked.memberId, asked.now)
  const keepsEnd = sql`(${lte(places.offeredUntil, asked.now)}) is true
    or (${isUsedUp(q)} and (${isHeld}) and ${places.offerId} is null)`
  return q
    .update(places)
    .set({
      heldBy: sql`${asked.memberId}`,
      holdId: sql`${sql.placeholder('holdId')}`,
      heldUntil: sql`case when ${keepsEnd} then ${places.heldUntil} else ${until} end`,
      holdAddress: sql`coalesce(${sql.placeholder('address')}, ${places.holdAddress})`,
      holdExtended: sql`coalesce((${isHeld}) and ${places.holdExtended}, false)`,
    })
    .where(isOnePlaceFor(q, asked, sql`(not ${isUsedUp(q)} and ${hasRoom(q)})`))
    .returning({ until: places.heldUntil })
}

const reasonNotHeld = prepareQuery((q) =>
  q
    .select({ reason: whyNot(q).as('reason') })
    .from(sql`(select) as this`)
    .prepare('why_not_held'),
)

function whyNot(q: Queryable) {
  return sql<NotHeld>`case when ${isUsedUp(q)} then 'held_before' when ${hasRoom(q)} then 'slot_taken'
    else 'too_many_holds' end`
}

/** Whether the member has asked for the slot too often, this request included. */
function isUsedUp(q: Queryable) {
  const { rule, subject } = ofSlot
  const asked = q
    .select({ count: rateLimits.count })
    .from(rateLimits)
    .where(and(eq(rateLimits.rule, rule), eq(rateLimits.subject, subject)))
  return sql`coalesce(${asked} > ${sql.raw(String(MAX_HOLDS_PER_SLOT))}, false)`
}

const others = alias(places, 'others')

function hasRoom(q: Queryable) {
  const held = q
    .select({ count: count() })
    .from(others)
    .where(
      and(
        eq(others.eventId, asked.eventId),
        eq(others.holdAddress, ofAddress.subject),
        gt(others.heldUntil, asked.now),
        ne(others.heldBy, asked.memberId),
      ),
    )
  return sql`(${most} is null or ${held} < ${most})`
}

const holdEnd = prepareQuery((q) =>
  q
    .select({ until: places.heldUntil })
    .from(places)
    .where(and(isInSlot(asked), isHeldBy(asked.memberId, asked.now)))
    .prepare('hold_end'),
)
