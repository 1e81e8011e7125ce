import { and, eq, gt, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { type ClearKind, LOOP_OWNERS } from '../../../domain/office/care-loops.ts'
import type { LoopTab } from '../../../domain/office/loop-schemas.ts'
import type { Role } from '../../../domain/office/permissions.ts'
import type { Deps } from '../../deps.ts'
import { eventOfAttendance } from '../../facts/day-counts.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, careLoops, events, members } from '../../platform/db/schema.ts'
import { type LookAgain, listLookAgains } from '../../tasks/look-agains.queries.ts'
import { veiledColumns } from '../../tasks/loops.queries.ts'
import { LEVEL_MOMENT, type Real, toReals } from '../../tasks/sealed-loops.ts'

type Sought = { staff: Reader; now: Date; known: VeiledWork; search?: WorkSearch | null }
type Reader = { roles: readonly Role[]; userId: string }
type StoredWork = Awaited<ReturnType<typeof listWork>>[number]
export type WorkRow = Real<StoredWork>
/** Not overdue, urgency, due, id: what the list is sorted by. */
export type WorkKey = readonly [number, number, Date, number]

type Known = Pick<LookAgain, 'id' | 'urgency' | 'openedAt' | 'isToRing'> & { dueAt: Date }
/** Tasks of which the database may not say how urgent they are, when they begin or when they are due. */
export type VeiledWork = { begun: Known[]; later: Known[] }

const clearDue = sql<Date>`coalesce(${careLoops.dueAt}, ${careLoops.openedAt})`
const due = sql<Date>`coalesce(truly.due, ${clearDue})`
const urgency = sql<number>`coalesce(truly.urgency, ${careLoops.urgency})`
const isToRing = sql<boolean>`coalesce(truly.to_ring, ${careLoops.isToRing})`

/** SQL: what is truly known of these tasks. */
function truly(known: readonly Known[]): SQL {
  const moments = (of: (one: Known) => Date) =>
    sql`${sql.param(known.map((one) => of(one).toISOString()))}::timestamptz[]`
  return sql`unnest(${sql.param(known.map(({ id }) => id))}::bigint[],
    ${sql.param(known.map((one) => one.urgency))}::int[], ${moments(({ dueAt }) => dueAt)},
    ${moments(({ openedAt }) => openedAt)}, ${sql.param(known.map((one) => one.isToRing))}::bool[])
    as truly (id, urgency, due, opened, to_ring)`
}
const isTruly = sql`truly.id = ${careLoops.id}`

/** Opens what this person sees. */
export async function readVeiled(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  { staff, now }: { staff: Reader; now: Date },
): Promise<VeiledWork> {
  const rows = await q
    .select({ id: careLoops.id, ...veiledColumns })
    .from(careLoops)
    .where(
      and(
        isShownTo(staff),
        hasBegun(now),
        ne(careLoops.kind, 'look_again'),
        isNotNull(careLoops.sealed),
      ),
    )
  const other = rows.flatMap((row) => {
    const [real] = toReals(fieldKeys, [row])
    if (!real) return []
    const isSame = real.urgency === row.urgency && real.dueAt?.getTime() === row.dueAt?.getTime()
    return isSame ? [] : [{ ...real, id: row.id }]
  })
  const lookAgains = await listLookAgains(q, { fieldKeys }, isShownTo(staff))
  const known = [...other, ...lookAgains].flatMap(({ dueAt, ...one }) =>
    dueAt === null ? [] : [{ ...one, dueAt }],
  )
  return {
    begun: known.filter((one) => one.openedAt <= now || one.isToRing),
    later: known.filter(({ openedAt }) => openedAt > now),
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

/** All have an owner; naming them finds the index by begin. Of what the database knows itself. */
function hasBegun(now: Date): SQL | undefined {
  return and(
    inArray(careLoops.owner, [...LOOP_OWNERS]),
    gt(careLoops.openedAt, LEVEL_MOMENT),
    lte(careLoops.openedAt, now),
  )
}

/** What the list is narrowed to: who or what was typed, an event, and stored kinds; null for all of it. */
export type WorkSearch = {
  typed: TypedSearch | null
  eventId: number | null
  kinds: ClearKind[] | null
}
/** Members by a condition on them, or what is about these results. */
export type TypedSearch = { matches: SQL | null; labResultIds: number[] }

function isAbout(search: WorkSearch | null): SQL | undefined {
  if (!search) return undefined
  return and(
    search.typed ? isTyped(search.typed) : undefined,
    search.eventId === null ? undefined : isOfEvent(search.eventId),
    search.kinds === null ? undefined : inArray(careLoops.kind, search.kinds),
  )
}

/** A call about the event, or what is open about somebody who came to it or was expected. */
function isOfEvent(eventId: number): SQL {
  return sql`(${careLoops.eventId} = ${eventId} or ${careLoops.eventId} is null and exists (
    select 1 from ${appointments} where ${appointments.id} = ${careLoops.appointmentId}
      and ${eventOfAttendance} = ${eventId}))`
}

function isTyped({ matches, labResultIds }: TypedSearch): SQL {
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

function isDue(now: Date): SQL {
  return sql`${due} <= ${now.toISOString()}::timestamptz`
}

function isIn(tab: Exclude<LoopTab, 'later'>, now: Date): SQL | undefined {
  if (tab === 'telephone') return sql`${isToRing}`
  return tab === 'overdue' ? and(hasBegun(now), isDue(now)) : hasBegun(now)
}

/** The same of the tasks that are truly known. */
function isTrulyIn(tab: LoopTab, now: Date): SQL | undefined {
  const begun = sql`truly.opened <= ${now.toISOString()}::timestamptz`
  if (tab === 'telephone') return sql`truly.to_ring`
  if (tab === 'later') return sql`true`
  return tab === 'overdue' ? and(begun, isDue(now)) : begun
}

type Sorted = { beyond: SQL | null; order: SQL[] }
/** `inClear`: by what the database knows itself. */
type Page = Sorted & { inClear: Sorted; limit: number }

/** What begins later is not overdue; read by owner in the order of the index, since it is much. */
function idsOf(
  { staff, tab, now, search, known }: Omit<Sought, 'known'> & { tab: LoopTab; known: Known[] },
  page: Page,
): SQL {
  const sealed = { page, part: isTrulyIn(tab, now), join: sql`join ${truly(known)} on ${isTruly}` }
  const clear =
    tab === 'later'
      ? ownersOf(staff).map((owner) => ({
          page: { ...page, ...page.inClear },
          part: and(eq(careLoops.owner, owner), gt(careLoops.openedAt, now)),
          join: sql``,
        }))
      : [
          {
            page,
            part: and(
              ne(careLoops.kind, 'look_again'),
              // Found by its index; who is truly to be called besides is in the other part.
              tab === 'telephone' ? eq(careLoops.isToRing, true) : undefined,
              isIn(tab, now),
            ),
            join: sql`left join ${truly(known)} on ${isTruly}`,
          },
        ]
  const ids = [...clear, sealed].map(
    ({
      page: { beyond, order, limit },
      part,
      join,
    }) => sql`(select ${careLoops.id} from ${careLoops} ${join}
      where ${and(isShownTo(staff), part, isAbout(search ?? null), beyond ?? undefined)}
      order by ${sql.join(order, sql`, `)} limit ${limit})`,
  )
  return sql.join(ids, sql` union `)
}

/** Of what begins later the next page; all of it where the database has to search. */
function pageOf(
  later: readonly Known[],
  { after, limit, search }: { after: WorkKey | null; limit: number; search: WorkSearch | null },
): Known[] {
  if (search) return [...later]
  const keyOf = ({ urgency, dueAt, id }: Known) => [urgency, dueAt.getTime(), id]
  const compare = (one: number[], other: number[]) =>
    one.map((part, n) => part - (other[n] ?? 0)).find((difference) => difference !== 0) ?? 0
  const from = after && [after[1], after[2].getTime(), after[3]]
  return later
    .filter((one) => !from || compare(keyOf(one), from) > 0)
    .sort((one, other) => compare(keyOf(one), keyOf(other)))
    .slice(0, limit)
}

function ownersOf({ roles }: Reader) {
  return LOOP_OWNERS.filter((owner) => roles.includes(owner))
}

/** By urgency and due date, and before these by `first`. */
function sortedBy(by: readonly [SQL, SQL], after: WorkKey | null, first?: SQL): Sorted {
  const id = sql`${careLoops.id}`
  const order = [...(first ? [first] : []), ...by, id]
  if (!after) return { order, beyond: null }
  const [notYet, urgent, dueOn, afterId] = after
  const values = [
    ...(first ? [sql`${notYet}::int`] : []),
    sql`${urgent}::int`,
    sql`${dueOn.toISOString()}::timestamptz`,
    sql`${afterId}::bigint`,
  ]
  return { order, beyond: sql`(${sql.join(order, sql`, `)}) > (${sql.join(values, sql`, `)})` }
}

/**
 * Overdue ones first, of these the most urgent, of these the longest due, or by due time alone; or the
 * one with this id.
 */
export function listWork(
  q: Queryable,
  of: {
    staff: Reader
    which: { tab: LoopTab; soonestFirst?: boolean } | { id: number }
    now: Date
    known: VeiledWork
    search?: WorkSearch | null
    after?: WorkKey | null
    limit?: number
  },
) {
  const { staff, which, now, known, search = null, after = null, limit = 1 } = of
  const isLater = 'tab' in which && which.tab === 'later'
  const { begun, later } = known
  const wanted = isLater ? pageOf(later, { after, limit, search }) : begun
  const ofId = 'id' in which ? [...begun, ...later].filter(({ id }) => id === which.id) : null
  const isNotYet = isLater
    ? sql<number>`1`
    : sql<number>`(case when ${isDue(now)} then 0 else 1 end)`
  const soonestFirst = 'tab' in which && which.soonestFirst === true
  const by = soonestFirst ? ([due, urgency] as const) : ([urgency, due] as const)
  const page = {
    ...(isLater || soonestFirst ? sortedBy(by, after) : sortedBy(by, after, isNotYet)),
    inClear: sortedBy([sql`${careLoops.urgency}`, clearDue], after),
    limit,
  }
  return q
    .select({
      id: careLoops.id,
      ...veiledColumns,
      isNotYet,
      order: urgency,
      due: due.mapWith(careLoops.openedAt),
      labResultId: careLoops.labResultId,
      resultId: careLoops.resultId,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      dateOfBirth: members.dateOfBirth,
      phone: members.phone,
      contactBy: members.contactBy,
      supportNeeds: members.supportNeeds,
      eventId: events.id,
      eventName: events.name,
      startsAt: events.startsAt,
    })
    .from(careLoops)
    .leftJoin(truly(ofId ?? wanted), isTruly)
    .innerJoin(
      members,
      sql`${members.id} = (select coalesce(own.merged_into, own.id) from members own
        where own.id = ${careLoops.memberId})`,
    )
    .leftJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .leftJoin(events, sql`${events.id} = coalesce(${careLoops.eventId}, ${appointments.eventId})`)
    .where(
      'id' in which
        ? and(isShownTo(staff), eq(careLoops.id, which.id))
        : sql`${careLoops.id} in (${idsOf({ staff, tab: which.tab, now, known: wanted, search }, page)})`,
    )
    .orderBy(...page.order)
    .limit(limit)
}

const MOST_COUNTED = 5_000

/** The tasks of each tab; of what the database knows itself, `later` is an estimate beyond MOST_COUNTED. */
export async function countWork(
  q: Queryable,
  { staff, now, known, search = null }: Sought,
): Promise<Record<LoopTab, number>> {
  const shown = and(isShownTo(staff), isAbout(search))
  const begins = and(inArray(careLoops.owner, ownersOf(staff)), gt(careLoops.openedAt, now))
  const counted = (table: SQL, { is, opened, overdue, toRing }: Record<string, SQL | undefined>) =>
    sql`select count(*) filter (where ${opened})::int as open,
        count(*) filter (where ${overdue})::int as overdue,
        count(*) filter (where ${toRing})::int as telephone
      from ${careLoops} ${table} where ${and(shown, is)}`
  const clear = counted(sql`left join ${truly(known.begun)} on ${isTruly}`, {
    is: and(ne(careLoops.kind, 'look_again'), or(hasBegun(now), sql`${careLoops.isToRing}`)),
    opened: hasBegun(now),
    overdue: isIn('overdue', now),
    toRing: isIn('telephone', now),
  })
  const sealed = counted(sql`join ${truly(known.begun)} on ${isTruly}`, {
    is: eq(careLoops.kind, 'look_again'),
    opened: isTrulyIn('open', now),
    overdue: isTrulyIn('overdue', now),
    toRing: isTrulyIn('telephone', now),
  })
  const { rows } = await q.execute<Record<LoopTab | 'estimate', number>>(sql`
    select sum(open)::int as open, sum(overdue)::int as overdue, sum(telephone)::int as telephone,
        (select count(*)::int from (select from ${careLoops} where ${and(shown, begins)}
          limit ${MOST_COUNTED}) counted) as later,
        (select greatest(reltuples, 0)::int from pg_class
          where oid = 'public.care_loops_of_work'::regclass) as estimate
      from (${clear} union all ${sealed}) begun`)
  const { open = 0, overdue = 0, telephone = 0, later = 0, estimate = 0 } = rows[0] ?? {}
  const isAll = later < MOST_COUNTED || search !== null
  const inClear = isAll ? later : Math.max(later, estimate - open)
  return {
    open,
    overdue,
    telephone,
    later: inClear + (await countLater(q, { shown, known, search })),
  }
}

async function countLater(
  q: Queryable,
  { shown, known: { later }, search }: { shown: SQL | undefined } & Omit<Sought, 'staff' | 'now'>,
): Promise<number> {
  if (!search || later.length === 0) return later.length
  const ids = later.map(({ id }) => id)
  return q.$count(careLoops, and(shown, sql`${careLoops.id} = any(${sql.param(ids)}::bigint[])`))
}
