import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { MEMBER_TABS } from '../../../domain/office/member-schemas.ts'
import { isAbsentTwice } from '../../facts/absences.queries.ts'
import type { RankedFound } from '../../members/search.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  events,
  members,
  upcomingAppointments,
  waitingList,
} from '../../platform/db/schema.ts'

/** `found`: what the search box asks for; null when it is empty. */
type Params = { found: RankedFound | null; tab: (typeof MEMBER_TABS)[number]; now: Date }

/**
 * Under a search that found a few the best first, otherwise by name; with `isNewestFirst` by when they
 * joined. `after` has the id of a member.
 */
export async function listMembers(
  q: Queryable,
  {
    found,
    tab,
    now,
    after,
    limit,
    isNewestFirst,
  }: Params & { after: number | null; limit: number; isNewestFirst: boolean },
) {
  const ids = isNewestFirst ? null : (found?.ids ?? null)
  const from = after === null ? null : await startAfter(q, { id: after, isNewestFirst, ids })
  return q
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      email: members.email,
      phone: members.phone,
      town: members.town,
      postcode: members.postcode,
      dateOfBirth: members.dateOfBirth,
      next: { eventId: appointments.eventId, startsAt: appointments.slotStartsAt },
      nextEvent: events.name,
    })
    .from(members)
    .leftJoin(
      upcomingAppointments,
      and(eq(upcomingAppointments.memberId, members.id), gt(upcomingAppointments.until, now)),
    )
    .leftJoin(appointments, eq(appointments.id, upcomingAppointments.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(and(isShown, found?.matches, isInTab[tab](now), from ?? undefined))
    .orderBy(...(ids ? [placeIn(ids)] : isNewestFirst ? [desc(members.id)] : byName(found?.areFew)))
    .limit(limit)
}

/**
 * The members of each tab under the search; each counted from its smallest table. Without a search
 * and beyond MOST_COUNTED, `all` is the database's estimate.
 */
export async function countMembers(q: Queryable, { found, now }: Omit<Params, 'tab'>) {
  const matches = found?.matches
  const [all, upcoming, waiting, absent] = await Promise.all([
    matches ? countAll(q, matches) : countOrEstimate(q),
    q
      .select({ count: count() })
      .from(upcomingAppointments)
      .innerJoin(members, eq(members.id, upcomingAppointments.memberId))
      .where(and(gt(upcomingAppointments.until, now), matches)),
    q
      .select({ count: countDistinct(waitingList.memberId) })
      .from(waitingList)
      .innerJoin(members, eq(members.id, waitingList.memberId))
      .where(and(isWaiting, matches)),
    q
      .select({ count: count() })
      .from(members)
      .where(and(isShown, matches, isAbsentTwice(now))),
  ])
  return {
    all,
    upcoming: upcoming[0]?.count ?? 0,
    waiting: waiting[0]?.count ?? 0,
    absent: absent[0]?.count ?? 0,
  }
}

/** Neither merged into another record nor erased. */
const isShown = and(isNull(members.mergedInto), isNull(members.erasedAt))

async function countAll(q: Queryable, matches: SQL): Promise<number> {
  const [row] = await q.select({ count: count() }).from(members).where(and(isShown, matches))
  return row?.count ?? 0
}

const MOST_COUNTED = 10_000

async function countOrEstimate(q: Queryable): Promise<number> {
  const { rows } = await q.execute<{ count: number; estimate: number }>(sql`
    select count(*) as count, (select greatest(reltuples, 0)::bigint from pg_class
        where oid = 'public.members'::regclass) as estimate
      from (select from members where ${isShown} limit ${MOST_COUNTED}) counted`)
  const { count: counted = 0, estimate = 0 } = rows[0] ?? {}
  return counted < MOST_COUNTED ? counted : Math.max(counted, estimate)
}

const isWaiting = sql`${waitingList.status} in ('waiting', 'offered')`
const nameKey = { last: sql`lower(${members.lastName})`, first: sql`lower(${members.firstName})` }

/** A few are sorted, which an expression without an index asks for, and not looked for by name. */
function byName(areFew = false): SQL[] {
  const last = areFew ? sql`${nameKey.last} || ''` : nameKey.last
  return [asc(last), asc(nameKey.first), asc(members.id)]
}

function placeIn(ids: number[]): SQL {
  return sql`array_position(${sql.param(ids)}::bigint[], ${members.id})`
}

async function startAfter(
  q: Queryable,
  { id, isNewestFirst, ids }: { id: number; isNewestFirst: boolean; ids: number[] | null },
): Promise<SQL> {
  if (ids) return sql`${placeIn(ids)} > ${ids.indexOf(id) + 1}`
  if (isNewestFirst) return lt(members.id, id)
  const [last] = await q
    .select({ last: sql<string>`${nameKey.last}`, first: sql<string>`${nameKey.first}` })
    .from(members)
    .where(eq(members.id, id))
  return sql`(${nameKey.last}, ${nameKey.first}, ${members.id}) > (${last?.last ?? ''}, ${last?.first ?? ''}, ${id})`
}

const isInTab = {
  all: (_now: Date) => undefined,
  upcoming: (now: Date) => sql`exists (select from ${upcomingAppointments}
    where ${and(eq(upcomingAppointments.memberId, members.id), gt(upcomingAppointments.until, now))})`,
  waiting: (_now: Date) => sql`exists (select from ${waitingList}
    where ${and(eq(waitingList.memberId, members.id), isWaiting)})`,
  absent: (now: Date) => isAbsentTwice(now),
}
