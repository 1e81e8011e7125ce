import { and, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { LOOP_OWNERS, type LoopKind } from '../../domain/office/care-loops.ts'
import type { LoopTab } from '../../domain/office/loop-shapes.ts'
import type { Role } from '../../domain/office/permissions.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, careLoops, events, members } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { veiledColumns } from './loops.queries.ts'
import { toReal } from './sealed-loops.ts'

type Sought = { staff: Reader; now: Date; known: VeiledWork; search?: WorkSearch | null }
type Reader = { roles: readonly Role[]; userId: string }
type StoredWork = Awaited<ReturnType<typeof listWork>>[number]
export type WorkRow = Omit<StoredWork, 'kind'> & { kind: LoopKind }
/** Not overdue, urgency, due, id: what the list is sorted by. */
export type WorkKey = readonly [number, number, Date, number]

/** Tasks that are more or less urgent, or due at another time, than the database may say. */
export type VeiledWork = { ids: number[]; urgencies: number[]; dues: Date[] }

const clearDue = sql<Date>`coalesce(${careLoops.dueAt}, ${careLoops.openedAt})`
const due = sql<Date>`coalesce(truly.due, ${clearDue})`
const urgency = sql<number>`coalesce(truly.urgency, ${careLoops.urgency})`

/** SQL: what is truly known of the tasks in clear; without rows for what begins later. */
function truly({ ids, urgencies, dues }: VeiledWork): SQL {
  const at = dues.map((one) => one.toISOString())
  return sql`unnest(${sql.param(ids)}::bigint[], ${sql.param(urgencies)}::int[],
    ${sql.param(at)}::timestamptz[]) as truly (id, urgency, due)`
}
const isTruly = sql`truly.id = ${careLoops.id}`

/** Opens what has begun and this person sees. */
export async function readVeiled(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  { staff, now }: { staff: Reader; now: Date },
): Promise<VeiledWork> {
  const rows = await q
    .select({ id: careLoops.id, ...veiledColumns })
    .from(careLoops)
    .where(and(isShownTo(staff), hasBegun(now), isNotNull(careLoops.sealed)))
  const other = rows.flatMap((row) => {
    const real = toReal(fieldKeys, row)
    const isSame = real.urgency === row.urgency && real.dueAt?.getTime() === row.dueAt?.getTime()
    return isSame || real.dueAt === null ? [] : [{ ...real, dueAt: real.dueAt }]
  })
  return {
    ids: other.map(({ id }) => id),
    urgencies: other.map((one) => one.urgency),
    dues: other.map(({ dueAt }) => dueAt),
  }
}

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
  { staff, tab, now, search, known }: Sought & { tab: LoopTab },
  { beyond, order, limit }: { beyond: SQL | null; order: SQL[]; limit: number },
): SQL {
  const parts =
    tab === 'later'
      ? ownersOf(staff).map((owner) => and(eq(careLoops.owner, owner), gt(careLoops.openedAt, now)))
      : [isIn(tab, now)]
  const ids = parts.map(
    (part) => sql`(select ${careLoops.id} from ${careLoops}
      ${tab === 'later' ? sql`` : sql`left join ${truly(known)} on ${isTruly}`}
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
    known: VeiledWork
    search?: WorkSearch | null
    after?: WorkKey | null
    limit?: number
  },
) {
  const { staff, which, now, known, search = null, after = null, limit = 1 } = of
  const isLater = 'tab' in which && which.tab === 'later'
  const isNotYet = isLater
    ? sql<number>`1`
    : sql<number>`(case when ${due} <= ${now.toISOString()}::timestamptz then 0 else 1 end)`
  const beyond =
    after &&
    (isLater
      ? sql`(${careLoops.urgency}, ${clearDue}, ${careLoops.id})
          > (${after[1]}::int, ${after[2].toISOString()}::timestamptz, ${after[3]}::bigint)`
      : sql`(${isNotYet}, ${urgency}, ${due}, ${careLoops.id})
          > (${after[0]}::int, ${after[1]}::int, ${after[2].toISOString()}::timestamptz, ${after[3]}::bigint)`)
  const order = isLater
    ? [careLoops.urgency, clearDue, careLoops.id].map((column) => sql`${column}`)
    : [isNotYet, urgency, due, careLoops.id].map((column) => sql`${column}`)
  return q
    .select({
      id: careLoops.id,
      ...veiledColumns,
      isNotYet,
      order: isLater ? sql<number>`${careLoops.urgency}` : urgency,
      due: (isLater ? clearDue : due).mapWith(careLoops.openedAt),
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
    .leftJoin(truly(known), isTruly)
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
        : sql`${careLoops.id} in (${idsOf({ staff, tab: which.tab, now, known, search }, { beyond, order, limit })})`,
    )
    .orderBy(...order)
    .limit(limit)
}

const MOST_COUNTED = 5_000

/** The tasks of each tab; beyond MOST_COUNTED, `later` is the database's estimate of all. */
export async function countWork(
  q: Queryable,
  { staff, now, known, search = null }: Sought,
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
        from ${careLoops} left join ${truly(known)} on ${isTruly}
        where ${and(shown, hasBegun(now))}) begun`)
  const { open = 0, overdue = 0, telephone = 0, later = 0, estimate = 0 } = rows[0] ?? {}
  const isAll = later < MOST_COUNTED || search !== null
  return { open, overdue, telephone, later: isAll ? later : Math.max(later, estimate - open) }
}
