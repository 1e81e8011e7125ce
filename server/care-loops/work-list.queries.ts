import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { LoopTab } from '../../domain/office/loop-shapes.ts'
import type { Role } from '../../domain/office/permissions.ts'
import type { Queryable } from '../db/database.ts'
import { appointments, careLoops, events, members } from '../db/schema.ts'

type Reader = { roles: readonly Role[]; userId: string }
export type WorkRow = Awaited<ReturnType<typeof listWork>>[number]
/** Not overdue, urgency, due, id: what the list is sorted by. */
export type WorkKey = readonly [number, number, Date, number]

const due = sql<Date>`coalesce(${careLoops.dueAt}, ${careLoops.openedAt})`

/** Nobody sees what is open about themselves: it may say what a result is before its release. */
function isShownTo({ roles, userId }: Reader): SQL | undefined {
  return and(
    isNull(careLoops.closedAt),
    or(inArray(careLoops.owner, [...roles]), inArray(careLoops.escalatedTo, [...roles])),
    sql`not exists (select from members mine left join members kept on kept.id = mine.merged_into
      where mine.id = ${careLoops.memberId} and coalesce(kept.user_id, mine.user_id) = ${userId})`,
  )
}

function isIn(tab: LoopTab, now: Date): SQL | undefined {
  const hasBegun = lte(careLoops.openedAt, now)
  if (tab === 'later') return gt(careLoops.openedAt, now)
  if (tab === 'telephone') return eq(careLoops.isToRing, true)
  return tab === 'overdue'
    ? and(hasBegun, sql`${due} <= ${now.toISOString()}::timestamptz`)
    : hasBegun
}

/** Overdue ones first, of these the most urgent, of these the longest due; or the one with this id. */
export function listWork(
  q: Queryable,
  of: {
    staff: Reader
    which: { tab: LoopTab } | { id: number }
    now: Date
    after?: WorkKey | null
    limit?: number
  },
) {
  const { staff, which, now, after = null, limit = 1 } = of
  const isNotYet = sql<number>`(case when ${due} <= ${now.toISOString()}::timestamptz then 0 else 1 end)`
  const beyond =
    after &&
    sql`(${isNotYet}, ${careLoops.urgency}, ${due}, ${careLoops.id})
      > (${after[0]}::int, ${after[1]}::int, ${after[2].toISOString()}::timestamptz, ${after[3]}::bigint)`
  return q
    .select({
      id: careLoops.id,
      kind: careLoops.kind,
      isNotYet,
      urgency: careLoops.urgency,
      due: due.mapWith(careLoops.openedAt),
      dueAt: careLoops.dueAt,
      isToRing: careLoops.isToRing,
      calls: careLoops.calls,
      lastCalledAt: careLoops.lastCalledAt,
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
      and(
        isShownTo(staff),
        'id' in which ? eq(careLoops.id, which.id) : isIn(which.tab, now),
        beyond ?? undefined,
      ),
    )
    .orderBy(asc(isNotYet), asc(careLoops.urgency), asc(due), asc(careLoops.id))
    .limit(limit)
}

export async function countWork(
  q: Queryable,
  { staff, now }: { staff: Reader; now: Date },
): Promise<Record<LoopTab, number>> {
  const counted = (tab: LoopTab) =>
    sql<number>`count(*) filter (where ${isIn(tab, now)})`.mapWith(Number)
  const [row] = await q
    .select({
      open: counted('open'),
      overdue: counted('overdue'),
      telephone: counted('telephone'),
      later: counted('later'),
    })
    .from(careLoops)
    .where(isShownTo(staff))
  return row ?? { open: 0, overdue: 0, telephone: 0, later: 0 }
}
