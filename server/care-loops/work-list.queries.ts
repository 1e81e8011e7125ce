import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { LOOP_OWNERS } from '../../domain/office/care-loops.ts'
import type { LoopTab } from '../../domain/office/loop-shapes.ts'
import type { Role } from '../../domain/office/permissions.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, careLoops, events, members } from '../db/schema.ts'

type Sought = { staff: Reader; now: Date; search?: WorkSearch | null }
type Reader = { roles: readonly Role[]; userId: string }
export type WorkRow = Awaited<ReturnType<typeof listWork>>[number]
/** Not overdue, urgency, due, id: what the list is sorted by. */
export type WorkKey = readonly [number, number, Date, number]

const due = sql<Date>`coalesce(${careLoops.dueAt}, ${careLoops.openedAt})`

/** Nobody sees what is open about themselves: it may say what a result is before its release. */
function isShownTo({ roles, userId }: Reader): SQL {
  return sql`${careLoops.closedAt} is null
    and (${inArray(careLoops.owner, [...roles])} or ${inArray(careLoops.escalatedTo, [...roles])})
    and ${careLoops.memberId} <> all (array(select mine.id from members mine
      left join members kept on kept.id = mine.merged_into
      where mine.user_id = ${userId} or mine.merged_into is not null and kept.user_id = ${userId}))`
}

/** All have an owner; naming them finds the index by begin. */
function hasBegun(now: Date): SQL | undefined {
  return and(inArray(careLoops.owner, [...LOOP_OWNERS]), lte(careLoops.openedAt, now))
}

/** What a search asks for: members by a condition on them, or what is about these results. */
export type WorkSearch = { matches: SQL | null; labResultIds: number[] }

function isAbout(search: WorkSearch | null): SQL | undefined {
  if (!search) return undefined
  const { matches, labResultIds } = search
  const ids = sql`${sql.param(labResultIds)}::bigint[]`
  return sql`(${
    matches === null
      ? sql`false`
      : sql`exists (select 1 from ${members}
      where ${members.id} = ${careLoops.memberId} and ${matches})`
  }
    or ${careLoops.labResultId} = any(${ids})
    or ${careLoops.appointmentId} in (select sought.appointment_id from lab_results sought
      where sought.id = any(${ids})))`
}

function isIn(tab: Exclude<LoopTab, 'later'>, now: Date): SQL | undefined {
  if (tab === 'telephone') return sql`${careLoops.isToRing}`
  return tab === 'overdue'
    ? and(hasBegun(now), sql`${due} <= ${now.toISOString()}::timestamptz`)
    : hasBegun(now)
}

/** What begins later is not overdue; read by owner in the order of the index, since it is much. */
function idsOf(
  { staff, tab, now, search }: Sought & { tab: LoopTab },
  { beyond, order, limit }: { beyond: SQL | null; order: SQL[]; limit: number },
): SQL {
  const parts =
    tab === 'later'
      ? ownersOf(staff).map((owner) => and(eq(careLoops.owner, owner), gt(careLoops.openedAt, now)))
      : [isIn(tab, now)]
  const ids = parts.map(
    (part) => sql`(select ${careLoops.id} from ${careLoops}
      where ${and(isShownTo(staff), part, isAbout(search ?? null), beyond ?? undefined)}
      order by ${sql.join(order, sql`, `)} limit ${limit})`,
  )
  return ids.length === 0 ? sql`(select null::bigint)` : sql.join(ids, sql` union all `)
}

function ownersOf({ roles }: Reader) {
  return LOOP_OWNERS.filter((owner) => roles.includes(owner))
}

/** Overdue ones first, of these the most urgent, of these the longest due; or the one with this id. */
export function listWork(
  q: Queryable,
  of: {
    staff: Reader
    which: { tab: LoopTab } | { id: number }
    now: Date
    search?: WorkSearch | null
    after?: WorkKey | null
    limit?: number
  },
) {
  const { staff, which, now, search = null, after = null, limit = 1 } = of
  const isLater = 'tab' in which && which.tab === 'later'
  const isNotYet = isLater
    ? sql<number>`1`
    : sql<number>`(case when ${due} <= ${now.toISOString()}::timestamptz then 0 else 1 end)`
  const beyond =
    after &&
    (isLater
      ? sql`(${careLoops.urgency}, ${due}, ${careLoops.id})
          > (${after[1]}::int, ${after[2].toISOString()}::timestamptz, ${after[3]}::bigint)`
      : sql`(${isNotYet}, ${careLoops.urgency}, ${due}, ${careLoops.id})
          > (${after[0]}::int, ${after[1]}::int, ${after[2].toISOString()}::timestamptz, ${after[3]}::bigint)`)
  const byUrgency = [careLoops.urgency, due, careLoops.id].map((column) => sql`${column}`)
  const order = isLater ? byUrgency : [isNotYet, ...byUrgency]
  return q
    .select({
      id: careLoops.id,
      kind: careLoops.kind,
      pace: careLoops.pace,
      isNotYet,
      urgency: careLoops.urgency,
      due: due.mapWith(careLoops.openedAt),
      dueAt: careLoops.dueAt,
      isToRing: careLoops.isToRing,
      calls: careLoops.calls,
      lastCalledAt: careLoops.lastCalledAt,
      ringAt: careLoops.ringAt,
      labResultId: careLoops.labResultId,
      resultId: careLoops.resultId,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      phone: members.phone,
      contactBy: members.contactBy,
      supportNeeds: members.supportNeeds,
      eventId: events.id,
      eventName: events.name,
      startsAt: events.startsAt,
    })
    .from(careLoops)
    .innerJoin(
      members,
      sql`${members.id} = (select coalesce(own.merged_into, own.id) from members own
        where own.id = ${careLoops.memberId})`,
    )
    .leftJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(
      'id' in which
        ? and(isShownTo(staff), eq(careLoops.id, which.id))
        : sql`${careLoops.id} in (${idsOf({ staff, tab: which.tab, now, search }, { beyond, order, limit })})`,
    )
    .orderBy(...order)
    .limit(limit)
}

const MOST_COUNTED = 5_000

/** The tasks of each tab; beyond MOST_COUNTED, `later` is the database's estimate of all. */
export async function countWork(
  q: Queryable,
  { staff, now, search = null }: Sought,
): Promise<Record<LoopTab, number>> {
  const shown = and(isShownTo(staff), isAbout(search))
  const begins = and(inArray(careLoops.owner, ownersOf(staff)), gt(careLoops.openedAt, now))
  const { rows } = await q.execute<Record<LoopTab | 'estimate', number>>(sql`
    select open, overdue,
        (select count(*)::int from ${careLoops} where ${and(shown, isIn('telephone', now))}) as telephone,
        (select count(*)::int from (select from ${careLoops} where ${and(shown, begins)}
          limit ${MOST_COUNTED}) counted) as later,
        (select greatest(reltuples, 0)::int from pg_class
          where oid = 'public.care_loops_of_work'::regclass) as estimate
      from (select count(*)::int as open,
          (count(*) filter (where ${due} <= ${now.toISOString()}::timestamptz))::int as overdue
        from ${careLoops} where ${and(shown, hasBegun(now))}) begun`)
  const { open = 0, overdue = 0, telephone = 0, later = 0, estimate = 0 } = rows[0] ?? {}
  const isAll = later < MOST_COUNTED || search !== null
  return { open, overdue, telephone, later: isAll ? later : Math.max(later, estimate - open) }
}
