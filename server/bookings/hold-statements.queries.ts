import { and, count, eq, gt, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { MAX_HOLDS_PER_SLOT } from '../../domain/hold-limits.ts'
import { countForVisitors, isHeldBy, isHeldByVisitor } from '../events/free-places.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  placeholders,
  prepareQuery,
  prepareSql,
  refuseUnlessRow,
} from '../platform/db/prepared-query.ts'
import { places, rateLimits } from '../platform/db/schema.ts'
import { countUnlimited } from '../platform/rate-limits/rate-limits.queries.ts'
import {
  isInSlot,
  isOnePlaceFor,
  isOnePlaceForStaff,
  latestEnd,
  yieldedBy,
} from './places.queries.ts'

export const ENDS_EARLIER = 'hold_ends_earlier'

export type NotHeld = 'held_before' | 'too_many_holds' | 'slot_taken'

const ADDRESS = 'holds of an address'
export const SLOT = 'holds of a slot'
const VISITORS = 'visitor holds of an event'
const SLOT_OF_ADDRESS = 'visitor holds of a slot from an address'

const slotParams = placeholders('eventId', 'startsAt', 'now')
const memberId = sql.placeholder('memberId')
const visitorHash = sql.placeholder('visitorHash')
const until = sql.param(sql.placeholder('until'), places.heldUntil)
const most = sql`${sql.placeholder('most')}::int`
const ofAddress = { rule: ADDRESS, subject: sql.placeholder('address') }
const ofSlot = { rule: SLOT, subject: sql.placeholder('slot') }
const ofSlotAndAddress = { rule: SLOT_OF_ADDRESS, subject: sql.placeholder('slotAndAddress') }

const ofVisitors = { rule: VISITORS, subject: sql.placeholder('event') }

/** Who holds a place: whose it is, and how it is counted. */
type Holder = {
  name: 'member' | 'staff' | 'visitor'
  isHolder: SQL
  isHeld: SQL
  columns: { heldBy: SQL | null; heldByVisitor: SQL | null; yieldedBy: SQL | null }
  /** The most that a hold of `until` may last, from when it began. */
  isBounded: boolean
  isUsedUp: (q: Queryable) => SQL
  /** One place of the slot, of those that others do not have only if `ifOthers`. */
  isOnePlace: (q: Queryable, ifOthers: SQL) => SQL | undefined
}

const memberAsHolder = {
  isHolder: sql`${eq(places.heldBy, memberId)}`,
  isHeld: sql`${isHeldBy(memberId, slotParams.now)}`,
  columns: { heldBy: sql`${memberId}`, heldByVisitor: null, yieldedBy: yieldedBy(slotParams.now) },
  isBounded: false,
  isUsedUp: isSlotUsedUp,
}

export const ofMember = holdStatements({
  ...memberAsHolder,
  name: 'member',
  isOnePlace: (q, ifOthers) => isOnePlaceFor(q, { ...slotParams, memberId }, ifOthers),
})

/** By staff for a member, who also get places that are kept back or paused. */
export const ofStaff = holdStatements({
  ...memberAsHolder,
  name: 'staff',
  isOnePlace: (q, ifOthers) => isOnePlaceForStaff(q, { ...slotParams, memberId }, ifOthers),
})

export const ofVisitor = holdStatements({
  name: 'visitor',
  isHolder: sql`${eq(places.heldByVisitor, visitorHash)}`,
  isHeld: sql`${isHeldByVisitor(visitorHash, slotParams.now)}`,
  columns: { heldBy: null, heldByVisitor: sql`${visitorHash}`, yieldedBy: null },
  isBounded: true,
  isUsedUp: (q) =>
    sql`(${isSlotUsedUp(q)} or ${isCountOver(q, ofSlotAndAddress, sql`${sql.placeholder('mostOfSlot')}::int`)})`,
  isOnePlace: (q, ifOthers) => isOnePlaceFor(q, { ...slotParams, visitorHash }, ifOthers),
})

function holdStatements(holder: Holder) {
  const { name, isHolder, isHeld, isUsedUp } = holder
  const isVisitors = name === 'visitor'
  return {
    begun: prepareSql(
      `begin_hold_of_${name}`,
      (q) => sql`with released as ${releaseOthers(q)},
        turn as ${countUnlimited(q, ofAddress, slotParams.now)} ${countOfSlot(q)}`,
    ),

    unlimitedBegun: prepareSql(
      `begin_unlimited_hold_of_${name}`,
      (q) => sql`with released as ${releaseOthers(q)} ${countOfSlot(q)}`,
    ),

    placeToHold: prepareQuery((q) => updateOfPlace(q).prepare(`hold_place_for_${name}`)),

    placeToHoldUntil: prepareSql(`hold_place_for_${name}_until`, (q) =>
      refuseUnlessRow(
        updateOfPlace(q),
        sql`case when exists (select from done) then ${ENDS_EARLIER} else ${whyNot(q)} end`,
        sql`exists (select from done where coalesce(held_until, ${until}) = ${until})`,
      ),
    ),

    reasonNotHeld: prepareQuery((q) =>
      q
        .select({ reason: whyNot(q).as('reason') })
        .from(sql`(select) as this`)
        .prepare(`why_not_held_by_${name}`),
    ),

    holdOnSlot: prepareQuery((q) =>
      q
        .select({ holdId: places.holdId, until: places.heldUntil })
        .from(places)
        .where(and(isInSlot(slotParams), isHeld))
        .prepare(`hold_on_slot_of_${name}`),
    ),
  }

  /** Its window starts at the slot's start, so that the counter is not swept before then. */
  function countOfSlot(q: Queryable): SQL {
    const counted = countUnlimited(q, ofSlot, slotParams.startsAt).getSQL()
    if (!isVisitors) return counted
    return sql`, of_address as ${countUnlimited(q, ofSlotAndAddress, slotParams.startsAt)},
      of_event as ${countUnlimited(q, ofVisitors, slotParams.now)} ${counted}`
  }

  function releaseOthers(q: Queryable) {
    // Also updates the place that stays, so that the holder's other tabs wait instead of skip it.
    const stays = sql`(${and(isInSlot(slotParams), gt(places.heldUntil, slotParams.now))})`
    return q
      .update(places)
      .set({
        heldBy: sql`case when ${stays} then ${places.heldBy} end`,
        heldByVisitor: sql`case when ${stays} then ${places.heldByVisitor} end`,
        holdId: sql`case when ${stays} then ${places.holdId} end`,
        heldUntil: sql`case when ${stays} then ${places.heldUntil} end`,
        heldSince: sql`case when ${stays} then ${places.heldSince} end`,
        holdAddress: sql`case when ${stays} then ${places.holdAddress} end`,
        holdExtended: sql`${stays} and ${places.holdExtended}`,
      })
      .where(isHolder)
  }

  function updateOfPlace(q: Queryable) {
    const keepsEnd = sql`(${lte(places.offeredUntil, slotParams.now)}) is true
      or (${isUsedUp(q)} and (${isHeld}) and ${places.offerId} is null)
      or ((${isHeld}) and ${places.heldSince} is null)`
    const end = holder.isBounded
      ? sql`least(${until}, case when ${isHeld} then ${latestEnd} end)`
      : until
    return q
      .update(places)
      .set({
        ...holder.columns,
        holdId: sql`${sql.placeholder('holdId')}`,
        heldUntil: sql`case when ${keepsEnd} then ${places.heldUntil} else ${end} end`,
        heldSince: sql`case when ${isHeld} then ${places.heldSince} else ${slotParams.now} end`,
        holdAddress: sql`coalesce(${sql.placeholder('address')}, ${places.holdAddress})`,
        holdExtended: sql`coalesce((${isHeld}) and ${places.holdExtended}, false)`,
      })
      .where(holder.isOnePlace(q, sql`(not ${isUsedUp(q)} and ${hasRoom(q)})`))
      .returning({ until: places.heldUntil })
  }

  function whyNot(q: Queryable) {
    return sql<NotHeld>`case when ${isUsedUp(q)} then 'held_before' when ${hasRoom(q)} then 'slot_taken'
      else 'too_many_holds' end`
  }

  function hasRoom(q: Queryable) {
    const isOwn = isVisitors ? eq(others.heldByVisitor, visitorHash) : eq(others.heldBy, memberId)
    const held = q
      .select({ count: count() })
      .from(others)
      .where(
        and(
          eq(others.eventId, slotParams.eventId),
          eq(others.holdAddress, ofAddress.subject),
          gt(others.heldUntil, slotParams.now),
          sql`(${isOwn}) is not true`,
        ),
      )
    const ofAddressHasRoom = sql`(${most} is null or ${held} < ${most})`
    if (!isVisitors) return ofAddressHasRoom
    return sql`(${ofAddressHasRoom} and ${visitorsHaveRoom(q)})`
  }
}

/** Whether visitors together hold less than half of what is free of the event, rounded up. */
function visitorsHaveRoom(q: Queryable): SQL {
  const counted = countForVisitors(q, { ...slotParams, visitorHash })
  return sql`(select held < ceil(free / 2.0) from ${counted.as('counted')})`
}

/** Whether the holder has asked for the slot too often, this request included. */
function isSlotUsedUp(q: Queryable): SQL {
  return isCountOver(q, ofSlot, sql.raw(String(MAX_HOLDS_PER_SLOT)))
}

function isCountOver(
  q: Queryable,
  { rule, subject }: { rule: string; subject: Placeholder },
  limit: SQL,
): SQL {
  const counted = q
    .select({ count: rateLimits.count })
    .from(rateLimits)
    .where(and(eq(rateLimits.rule, rule), eq(rateLimits.subject, subject)))
  return sql`coalesce(${counted} > ${limit}, false)`
}

const others = alias(places, 'others')

export const holdOfSlot = prepareQuery((q) =>
  countUnlimited(q, ofSlot, slotParams.startsAt).prepare('count_hold_of_slot'),
)
