import {
  and,
  count,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { prepareQuery } from '../platform/db/prepared-query.ts'
import { askedNumber, askedRows, readRowsTogether } from '../platform/db/request-rows.ts'
import { places, waitingList } from '../platform/db/schema.ts'

type AnyId = number | Placeholder | SQLWrapper
type AnyTime = Date | Placeholder | SQLWrapper

/**
 * Starts after `now` with a place that is free or the member's own (held or offered), or held by
 * the visitor.
 */
export async function freeTimes(
  q: Queryable,
  {
    eventId,
    memberId,
    visitorHash = null,
    now,
  }: { eventId: number; memberId: number | null; visitorHash?: Buffer | null; now: Date },
): Promise<Date[]> {
  const visitor = visitorHash && `\\x${visitorHash.toString('hex')}`
  const params = { eventId, memberId, visitorHash: visitor, now: now.toISOString() }
  return (await freeTimesOf(q)(params)) ?? []
}

/** The same for a member, as part of a statement. */
export function selectFreeTimes(
  q: Queryable,
  {
    eventId = sql.placeholder('eventId'),
    memberId = sql.placeholder('memberId'),
    now = sql.placeholder('now'),
    isWaitedFor,
  }: Partial<Omit<AskedAtEvent, 'visitorHash'>> = {},
) {
  const params = { eventId, memberId, now, isWaitedFor }
  return selectStarts(q, params, or(isOwn(params), isFreeToEveryone(params), isYielded(q, params)))
}

/** Starts after `now` with an open place that `match` is true of. */
function selectStarts(q: Queryable, event: AtEvent, match: SQL | undefined) {
  return q
    .selectDistinct({ startsAt: places.slotStartsAt })
    .from(places)
    .where(and(isOpenLater(event), match))
    .orderBy(places.slotStartsAt)
}

function isOpenLater({ eventId, now }: AtEvent): SQL | undefined {
  return and(eq(places.eventId, eventId), gt(places.slotStartsAt, now), isOpen)
}

/**
 * Held by or offered to the member, held by the visitor, or free; with a waiting list none is free
 * to others. With `q` also what a visitor yields to the member. A place that is kept back is free
 * to nobody.
 */
export function placeIsFree(params: AskedAtEvent, q?: Queryable): SQL | undefined {
  return and(isOpen, or(isOwn(params), isFreeToEveryone(params), q && isYielded(q, params)))
}

/**
 * Held by a visitor, and yielded to a member, unless it is held for an invitation: nothing else of the event is free, and nobody waits
 * for a place. The rest as isFreeToEveryone.
 */
export function isYielded(q: Queryable, asked: AtEvent): SQL | undefined {
  const { now, isWaitedFor = hasWaiting(asked.eventId) } = asked
  return and(
    isOpenToNew(asked),
    isNotNull(places.heldByVisitor),
    isNotNull(places.heldSince),
    gt(places.heldUntil, now),
    isNull(places.offerId),
    not(isWaitedFor),
    sql`not exists ${selectOthers(q, asked, or(isNull(others.holdId), lte(others.heldUntil, now)))}`,
  )
}

/**
 * How many places of the event, later than `now`, visitors hold or might, and how many they hold; without those
 * held for an invitation.
 */
export function countForVisitors(
  q: Queryable,
  { visitorHash, ...event }: AtEvent & { visitorHash: Placeholder },
) {
  const isLive = gt(others.heldUntil, event.now)
  const isVisitors = and(isNotNull(others.heldByVisitor), isNotNull(others.heldSince))
  const isFree = or(isNull(others.holdId), not(isLive), isVisitors)
  const isOfOthers = and(isVisitors, ne(others.heldByVisitor, sql`${visitorHash}`), isLive)
  const counts = { free: count().as('free'), held: countIf(isOfOthers).as('held') }
  return selectOthers(q, event, isFree, counts)
}

const isBookable = and(isNull(places.appointmentId), eq(places.isClosed, false))

/** Neither booked, kept back nor closed. */
export const isOpen = and(isBookable, eq(places.isKeptBack, false))

/** Kept back and not booked, at an event whose booking is open. */
export const isOpenToStaff = and(isBookable, eq(places.isKeptBack, true))

/** The same, and held by nobody else: neither for an invitation nor while staff book for another member. */
export function isFreeToStaff({ memberId, now }: Omit<Params, 'visitorHash'>): SQL | undefined {
  return and(isOpenToStaff, or(isHeldByNobody(now), isHeldForMember({ memberId, now })))
}

/** Kept back, and held while staff book for this member. */
export function isKeptBackForMember(asked: Omit<Params, 'visitorHash'>): SQL | undefined {
  return and(isOpenToStaff, isHeldForMember(asked))
}

function isHeldForMember({ memberId, now }: Omit<Params, 'visitorHash'>): SQL | undefined {
  return memberId === null ? sql`false` : isHeldBy(memberId, now)
}

/** Columns of a query over places. */
export function countOpenPlaces(...asked: Parameters<typeof placeIsFree>) {
  return { free: countIf(placeIsFree(...asked)), keptBack: countIf(isFreeToStaff(asked[0])) }
}

export function countIf(condition: SQL | undefined) {
  return sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
}

/** Held by or offered to the member, or held by the visitor. */
export function isOwn({ memberId, visitorHash = null, now }: Params): SQL | undefined {
  return or(
    memberId === null ? undefined : or(isHeldBy(memberId, now), isOfferedTo(memberId, now)),
    visitorHash === null ? undefined : isHeldByVisitor(visitorHash, now),
  )
}

type Params = {
  memberId: AnyId | null
  visitorHash?: Buffer | Placeholder | SQLWrapper | null
  now: AnyTime
}

type AskedAtEvent = Params & AtEvent

/**
 * `isWaitedFor`: whether somebody waits for a place, when the query knows it already. `forStaff`: who also book
 * while the office has closed booking.
 */
type AtEvent = {
  eventId: AnyId
  now: AnyTime
  isWaitedFor?: SQL | undefined
  forStaff?: boolean
}

const others = alias(places, 'others')

/** Places of the event later than `now`, neither booked, kept back nor offered. */
function selectOthers(
  q: Queryable,
  { eventId, now }: AtEvent,
  match: SQL | undefined,
  fields: Record<string, SQL<number> | SQL.Aliased<number>> = { one: sql<number>`1` },
) {
  return q
    .select(fields)
    .from(others)
    .where(
      and(
        eq(others.eventId, eventId),
        gt(others.slotStartsAt, now),
        isNull(others.appointmentId),
        eq(others.isKeptBack, false),
        isNull(others.offerId),
        match,
      ),
    )
}

/** Held by nobody and offered to nobody, and nobody waits for one; it may be booked or kept back. */
export function isFreeToEveryone(asked: AtEvent): SQL | undefined {
  const { eventId, now, isWaitedFor = hasWaiting(eventId) } = asked
  return and(isOpenToNew(asked), isHeldByNobody(now), isNull(places.offerId), not(isWaitedFor))
}

/** The office has not closed booking, which concerns the public alone. */
export const isNotPaused = eq(places.isPaused, false)

function isOpenToNew({ forStaff = false }: AtEvent): SQL | undefined {
  return forStaff ? undefined : isNotPaused
}

/** Neither by a member nor by a visitor. */
export function isHeldByNobody(now: AnyTime): SQL | undefined {
  return or(isNull(places.holdId), lte(places.heldUntil, now))
}

export function isHeldBy(memberId: AnyId, now: AnyTime): SQL | undefined {
  return and(eq(places.heldBy, memberId), gt(places.heldUntil, now))
}

export function isHeldByVisitor(
  visitorHash: Buffer | Placeholder | SQLWrapper,
  now: AnyTime,
): SQL | undefined {
  return and(eq(places.heldByVisitor, visitorHash), gt(places.heldUntil, now))
}

/** Reads once for each event what is free to everyone, and for each who asked what is their own. */
const freeTimesOf = prepareQuery((q) => {
  const asked = q
    .$with('asked', { number: askedNumber })
    .as(
      sql`select * from ${askedRows(
        sql`"eventId" bigint, "memberId" int, "visitorHash" bytea, now timestamptz`,
      )}`,
    )
  const event = { eventId: sql`event.id`, now: sql`event.now` }
  // Of each event what is free to everyone, and what visitors yield to members.
  const free = sql`(select json_object_agg(event.id, json_build_array(
      array(${selectStarts(q, event, isFreeToEveryone(event))}),
      array(${selectStarts(q, event, isYielded(q, event))})))
    from (select "eventId" as id, max(now) as now from asked group by "eventId") event)`
  const own = {
    eventId: sql`asked."eventId"`,
    memberId: sql`asked."memberId"`,
    visitorHash: sql`asked."visitorHash"`,
    now: sql`asked.now`,
  }
  // The offset makes PostgreSQL look for them among holds and offers, not among the event's places.
  const ownStarts = sql`select distinct ${places.slotStartsAt}
    from (select * from ${places} where ${isOwn(own)} offset 0) as ${places}
    where ${isOpenLater(own)}`
  const starts = sql<(string[] | null)[]>`json_build_array(
    ${free} -> asked."eventId"::text -> 0,
    case when asked."memberId" is not null then ${free} -> asked."eventId"::text -> 1 end,
    array(${ownStarts}))`
  const statement = q.with(asked).select({ number: askedNumber, starts }).from(asked)
  return readRowsTogether(statement.prepare('free_times'), ({ starts }) =>
    inOrder(starts.flatMap((some) => some ?? [])),
  )
})

function inOrder(starts: string[]): Date[] {
  const times = new Set(starts.map((start) => Date.parse(start)))
  return [...times].toSorted((a, b) => a - b).map((time) => new Date(time))
}

function isOfferedTo(memberId: AnyId, now: AnyTime): SQL | undefined {
  return and(eq(places.offeredTo, memberId), gt(places.offeredUntil, now))
}

/** Whether somebody waits for a place of the event. */
export function hasWaiting(eventId: AnyId): SQL {
  return sql`exists (select 1 from ${waitingList}
    where ${and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'waiting'))})`
}
