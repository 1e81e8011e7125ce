// What the rounds look for. Each list is bounded; a full one is asked for again.
import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm'
import {
  LOOP_OWNERS,
  LOOP_RULES,
  type LoopKind,
  type StepAction,
} from '../../domain/office/care-loops.ts'
import type { Role } from '../../domain/office/permissions.ts'
import type { Deps } from '../deps.ts'
import { reader } from '../facts/readers.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  attendance,
  careLoopSteps,
  careLoops,
  events,
  results,
} from '../platform/db/schema.ts'
import { listLookAgains } from './look-agains.queries.ts'
import { veiledColumns } from './loops.queries.ts'
import { type LoopRow, toReals } from './sealed-loops.ts'

/** Released results whose sealed band nobody has read for their loops, ids after `after`. */
export async function listUnfollowed(
  q: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; resultId: number }[]> {
  const rows = await q
    .select({ id: careLoops.id, resultId: careLoops.resultId })
    .from(careLoops)
    .where(and(isNull(careLoops.dueAt), gt(careLoops.id, after)))
    .orderBy(asc(careLoops.id))
    .limit(limit)
  return rows.flatMap(({ id, resultId }) => (resultId === null ? [] : [{ id, resultId }]))
}

/** Booked, over, and without a word of what came of it, where no loop says so. */
export function listUnattended(
  q: Queryable,
  { now, since, limit }: { now: Date; since: Date; limit: number },
) {
  const known = q
    .select({ id: careLoops.id })
    .from(careLoops)
    .where(
      and(
        eq(careLoops.appointmentId, appointments.id),
        eq(careLoops.kind, 'booked_to_attended'),
        // One of a day from which the appointment was moved says nothing of this one.
        gt(careLoops.openedAt, appointments.slotStartsAt),
      ),
    )
  return q
    .select({
      appointmentId: appointments.id,
      memberId: appointments.memberId,
      openedAt: appointments.slotEndsAt,
    })
    .from(appointments)
    .innerJoin(events, eq(events.id, appointments.eventId))
    .leftJoin(attendance, eq(attendance.appointmentId, appointments.id))
    .where(
      and(
        eq(appointments.status, 'booked'),
        eq(events.status, 'published'),
        gt(appointments.slotStartsAt, since),
        lte(appointments.slotEndsAt, now),
        or(isNull(attendance.state), sql`${attendance.state} in ('expected', 'arrived')`),
        sql`not exists (select from members dead where dead.id = ${appointments.memberId}
          and dead.died_at is not null)`,
        notExists(known),
      ),
    )
    .orderBy(asc(appointments.slotStartsAt), asc(appointments.id))
    .limit(limit)
}

/** Closes loops about attendance at appointments that were cancelled after their time. */
export async function closeCancelled(q: Queryable, now: Date): Promise<void> {
  const at = now.toISOString()
  await q.execute(sql`update ${careLoops} set closed_at = ${at}::timestamptz,
      closed_because = 'cancelled', next_step_at = null
    from ${appointments} a
    where a.id = ${careLoops.appointmentId} and a.status = 'cancelled'
      and ${careLoops.kind} in ('booked_to_attended', 'did_not_attend') and ${careLoops.closedAt} is null`)
}

/** Closes calls about an absence of a person who has another appointment since. */
export async function closeBookedAgain(q: Queryable, now: Date): Promise<void> {
  await q.execute(sql`update ${careLoops} set closed_at = ${now.toISOString()}::timestamptz,
      closed_because = 'booked again', next_step_at = null
    where ${careLoops.kind} = 'did_not_attend' and ${careLoops.closedAt} is null
      and exists (select from appointments other
        join members booked on booked.id = other.member_id
        join members called on called.id = ${careLoops.memberId}
        where coalesce(booked.merged_into, booked.id) = coalesce(called.merged_into, called.id)
          and other.status = 'booked' and other.slot_starts_at > ${careLoops.openedAt})`)
}

/** Loops whose next step is due, the earliest first. */
export async function listDueSteps(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: number }[]> {
  const clear = await q
    .select({ id: careLoops.id, nextStepAt: careLoops.nextStepAt })
    .from(careLoops)
    .where(
      and(
        isNull(careLoops.closedAt),
        ne(careLoops.kind, 'look_again'),
        lte(careLoops.nextStepAt, now),
      ),
    )
    .orderBy(asc(careLoops.nextStepAt), asc(careLoops.id))
    .limit(limit)
  const timeOf = ({ nextStepAt }: { nextStepAt: Date | null }) =>
    nextStepAt?.getTime() ?? Number.POSITIVE_INFINITY
  const sealed = await listLookAgains(q, keys)
  return [...clear, ...sealed.filter((one) => timeOf(one) <= now.getTime())]
    .sort((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
    .slice(0, limit)
}

/** The end of the next appointment of the person, null without one. */
export async function findNextEnd(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Date | null> {
  const { rows } = await q.execute<{ until: string | null }>(sql`select min(a.slot_ends_at) as until
    from appointments a join members m on m.id = a.member_id
    where coalesce(m.merged_into, m.id) = (select coalesce(merged_into, id) from members
        where id = ${memberId})
      and a.status = 'booked' and a.slot_ends_at > ${now.toISOString()}::timestamptz`)
  const until = rows[0]?.until ?? null
  return until === null ? null : new Date(until)
}

/** The member who reads the result. */
export async function findReaderOf(q: Queryable, resultId: number): Promise<number | null> {
  const [row] = await q
    .select({ memberId: sql<number>`${reader}`.mapWith(Number) })
    .from(results)
    .where(eq(results.id, resultId))
  return row?.memberId ?? null
}

/** False when the step was done before. */
export async function insertStep(
  q: Queryable,
  step: typeof careLoopSteps.$inferInsert,
): Promise<boolean> {
  const added = await q
    .insert(careLoopSteps)
    .values(step)
    .onConflictDoNothing()
    .returning({ id: careLoopSteps.id })
  return added.length > 0
}

/** The actions that were taken, sealed or not. */
export async function listStepsDone(
  q: Queryable,
  { id, kind, steps }: Pick<LoopRow, 'id' | 'kind' | 'steps'>,
): Promise<StepAction[]> {
  const rows = await q
    .select({ action: careLoopSteps.action })
    .from(careLoopSteps)
    .where(eq(careLoopSteps.loopId, id))
  return [...rows, ...steps.filter((step) => step.kind === kind)].map(({ action }) => action)
}

/** Open and due before now; of both owners. A sealed one is due when its seal says so, not before. */
export async function listOverdue(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  now: Date,
): Promise<{ owner: Role; kind: LoopKind }[]> {
  const rows = await q
    .select({ owner: careLoops.owner, ...veiledColumns })
    .from(careLoops)
    .where(
      and(
        isNull(careLoops.closedAt),
        ne(careLoops.kind, 'look_again'),
        inArray(careLoops.owner, [...LOOP_OWNERS]),
        lte(careLoops.openedAt, now),
        lt(careLoops.dueAt, now),
      ),
    )
  const lookAgains = await listLookAgains(q, keys)
  return [
    ...toReals(keys.fieldKeys, rows),
    ...lookAgains.map((one) => ({ ...one, owner: LOOP_RULES[one.kind].owner })),
  ].filter(({ openedAt, dueAt }) => openedAt <= now && dueAt !== null && dueAt < now)
}
