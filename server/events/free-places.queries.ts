import {
  and,
  eq,
  gt,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { prepareQuery } from '../db/prepared-query.ts'
import { places, waitingList } from '../db/schema.ts'

type AnyId = number | Placeholder | SQLWrapper

/** Starts after `now` with a place that is free or the member's own (held or offered). */
export async function freeTimes(
  q: Queryable,
  asked: { eventId: number; memberId: number | null; now: Date },
): Promise<Date[]> {
  const rows = await freeTimesOfEvent(q).execute(asked)
  return rows.map((row) => row.startsAt)
}

/** `narrowed` limits the starts. */
export function selectFreeTimes(
  q: Queryable,
  { memberId = sql.placeholder('memberId'), narrowed }: { memberId?: AnyId; narrowed?: SQL } = {},
) {
  const asked = { eventId: sql.placeholder('eventId'), memberId, now: sql.placeholder('now') }
  return q
    .selectDistinct({ startsAt: places.slotStartsAt })
    .from(places)
    .where(
      and(
        eq(places.eventId, asked.eventId),
        gt(places.slotStartsAt, asked.now),
        placeIsFree(asked),
        narrowed,
      ),
    )
    .orderBy(places.slotStartsAt)
}

/**
 * Held by or offered to the member, or free; with a waiting list none is free to others. A place
 * that is kept back is free to nobody.
 */
export function placeIsFree(asked: {
  eventId: number | Placeholder
  memberId: AnyId | null
  now: Date | Placeholder
}): SQL | undefined {
  const { eventId, memberId, now } = asked
  const freeToEveryone = and(
    or(isNull(places.heldBy), lte(places.heldUntil, now)),
    isNull(places.offerId),
    hasNobodyWaiting(eventId),
  )
  const membersOwn =
    memberId === null ? undefined : or(isHeldBy(memberId, now), isOfferedTo(memberId, now))
  return and(
    isNull(places.appointmentId),
    eq(places.isKeptBack, false),
    or(membersOwn, freeToEveryone),
  )
}

export function isHeldBy(memberId: AnyId, now: Date | Placeholder): SQL | undefined {
  return and(eq(places.heldBy, memberId), gt(places.heldUntil, now))
}

const freeTimesOfEvent = prepareQuery((q) => selectFreeTimes(q).prepare('free_times'))

function isOfferedTo(memberId: AnyId, now: Date | Placeholder): SQL | undefined {
  return and(eq(places.offeredTo, memberId), gt(places.offeredUntil, now))
}

function hasNobodyWaiting(eventId: number | Placeholder): SQL {
  return sql`not exists (select 1 from ${waitingList}
    where ${and(eq(waitingList.eventId, eventId), eq(waitingList.status, 'waiting'))})`
}
