import { and, desc, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { isSealedKind, type LoopKind, storedKindsOf } from '../../../domain/office/care-loops.ts'
import type { ClosedTab } from '../../../domain/office/loop-schemas.ts'
import type { Role } from '../../../domain/office/permissions.ts'
import type { Deps } from '../../deps.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { appointments, careLoops, events, members, staff } from '../../platform/db/schema.ts'
import { veiledColumns } from '../../tasks/loops.queries.ts'
import { isFiller, toReals } from '../../tasks/sealed-loops.ts'

type ClosedFilter = {
  reader: { roles: readonly Role[]; userId: string }
  search: string
  kind: LoopKind | null
  /** The closed tasks that are really of this kind, where the database does not say so; null elsewhere. */
  ids: number[] | null
  /** Rows that are no tasks. */
  without: number[]
}
export type ClosedRow = Awaited<ReturnType<typeof listClosed>>[number]
/** Microseconds since 1970, and the id. */
export type ClosedKey = { closedAt: number; id: number }

/**
 * Of the reader's own roles: a loop that another role was asked about may say a band when it closes.
 * Nobody sees those about themselves.
 */
function isFound({ reader, search, kind, ids, without }: ClosedFilter): SQL | undefined {
  return and(
    isNotNull(careLoops.closedAt),
    inArray(careLoops.owner, [...reader.roles]),
    sql`${members.userId} is distinct from ${reader.userId}`,
    kind === null ? undefined : inArray(careLoops.kind, storedKindsOf(kind)),
    ids === null ? undefined : sql`${careLoops.id} = any(${sql.param(ids)}::bigint[])`,
    without.length === 0 ? undefined : sql`${careLoops.id} <> all(${sql.param(without)}::bigint[])`,
    contains(search, [sql`${members.firstName} || ' ' || ${members.lastName}`, events.name]),
  )
}

const isByPerson = eq(careLoops.closedBecause, 'person')

function isIn(tab: ClosedTab): SQL | undefined {
  if (tab === 'all') return undefined
  return tab === 'person' ? isByPerson : ne(careLoops.closedBecause, 'person')
}

const isAbout = sql`${members.id} = (select coalesce(own.merged_into, own.id) from members own
  where own.id = ${careLoops.memberId})`

/** Ids of the closed tasks of a sealed kind; null for another, which the database itself finds. */
export async function listClosedOfKind(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  kind: LoopKind | null,
): Promise<number[] | null> {
  if (kind === null || !isSealedKind(kind)) return null
  const rows = await q
    .select({ id: careLoops.id, ...veiledColumns })
    .from(careLoops)
    .where(and(isNotNull(careLoops.closedAt), inArray(careLoops.kind, storedKindsOf(kind))))
  return toReals(fieldKeys, rows)
    .filter((row) => row.kind === kind)
    .map(({ id }) => id)
}

/** Rows that are no tasks and were closed all the same, by what closes every row of a person. */
export async function listClosedFillers(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
): Promise<number[]> {
  const rows = await q
    .select({ id: careLoops.id, sealId: careLoops.sealId, sealed: careLoops.sealed })
    .from(careLoops)
    .where(and(eq(careLoops.closedBecause, 'erased'), eq(careLoops.kind, 'look_again')))
  return rows.filter((row) => isFiller(fieldKeys, row)).map(({ id }) => id)
}

/** The last closed first; still sealed. */
export function listClosed(
  q: Queryable,
  of: ClosedFilter & { tab: ClosedTab; after: ClosedKey | null; limit: number },
) {
  const { after } = of
  const beyond =
    after &&
    sql`(${careLoops.closedAt}, ${careLoops.id})
      < ('epoch'::timestamptz + ${after.closedAt}::bigint * interval '1 microsecond', ${after.id}::bigint)`
  return q
    .select({
      id: careLoops.id,
      ...veiledColumns,
      closedAt: sql<Date>`${careLoops.closedAt}`.mapWith(careLoops.openedAt),
      microseconds:
        sql<number>`(extract(epoch from ${careLoops.closedAt}) * 1000000)::bigint`.mapWith(Number),
      closing: careLoops.closing,
      by: staff.name,
      memberId: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      eventId: events.id,
      eventName: events.name,
      startsAt: events.startsAt,
    })
    .from(careLoops)
    .innerJoin(members, isAbout)
    .leftJoin(staff, eq(staff.id, careLoops.closedBy))
    .leftJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(and(isFound(of), isIn(of.tab), beyond ?? undefined))
    .orderBy(desc(careLoops.closedAt), desc(careLoops.id))
    .limit(of.limit)
}

export async function countClosed(
  q: Queryable,
  of: ClosedFilter,
): Promise<Record<ClosedTab, number>> {
  const [row] = await q
    .select({
      all: sql<number>`count(*)`.mapWith(Number),
      person: sql<number>`count(*) filter (where ${isByPerson})`.mapWith(Number),
    })
    .from(careLoops)
    .innerJoin(members, isAbout)
    .leftJoin(appointments, eq(appointments.id, careLoops.appointmentId))
    .leftJoin(events, eq(events.id, appointments.eventId))
    .where(isFound(of))
  const { all = 0, person = 0 } = row ?? {}
  return { all, person, event: all - person }
}
