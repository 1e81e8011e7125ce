import { randomInt } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { MOST_LABELS, tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { isOpenToStaff } from '../../events/free-places.queries.ts'
import { isStandingSample } from '../../facts/standing-samples.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  labelBatches,
  places,
  staff,
  tubeLabels,
  tubes,
} from '../../platform/db/schema.ts'

/** Returns the numbers of the new labels, ascending; random, and nobody else ever gets them. */
export async function addLabelBatch(
  q: Queryable,
  { count, ...batch }: { eventId: number; printedAt: Date; printedBy: number; count: number },
): Promise<{ batchId: number; numbers: number[] }> {
  const [row] = await q.insert(labelBatches).values(batch).returning({ id: labelBatches.id })
  if (!row) throw new Error('a batch of labels was not stored')
  const batchId = row.id
  const numbers: number[] = []
  while (numbers.length < count)
    numbers.push(...(await addLabels(q, batchId, count - numbers.length)))
  return { batchId, numbers: numbers.sort((a, b) => a - b) }
}

/** Up to `count` labels with random numbers that no label or tube has. */
async function addLabels(q: Queryable, batchId: number, count: number): Promise<number[]> {
  const drawn = new Set(Array.from({ length: count }, () => randomInt(1, MOST_LABELS + 1)))
  const onTubes = await listUsedCodes(q, [...drawn].map(tubeCodeOf))
  const numbers = [...drawn].filter((number) => !onTubes.has(tubeCodeOf(number)))
  if (numbers.length === 0) return []
  const added = await q
    .insert(tubeLabels)
    .overridingSystemValue()
    .values(numbers.map((number) => ({ number, batchId })))
    .onConflictDoNothing()
    .returning({ number: tubeLabels.number })
  return added.map(({ number }) => number)
}

/** Newest first. */
export function listLabelBatches(q: Queryable, eventId: number) {
  return q
    .select({ id: labelBatches.id, printedAt: labelBatches.printedAt, printedBy: staff.name })
    .from(labelBatches)
    .innerJoin(staff, eq(staff.id, labelBatches.printedBy))
    .where(eq(labelBatches.eventId, eventId))
    .orderBy(desc(labelBatches.id))
}

/** Of all the event's batches, ascending. */
export function listLabelNumbers(q: Queryable, eventId: number) {
  return q
    .select({ number: tubeLabels.number, batchId: tubeLabels.batchId })
    .from(tubeLabels)
    .innerJoin(labelBatches, eq(labelBatches.id, tubeLabels.batchId))
    .where(eq(labelBatches.eventId, eventId))
    .orderBy(asc(tubeLabels.number))
}

/** Those of the codes that belong to an appointment, or are on a sample without belonging to it. */
export async function listUsedCodes(q: Queryable, codes: string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const owned = await q.select({ code: tubes.code }).from(tubes).where(inArray(tubes.code, codes))
  const sampled = await q
    .selectDistinct({ code: sql<string>`${attendanceActions.tube}` })
    .from(attendanceActions)
    .where(and(inArray(attendanceActions.tube, codes), isStandingSample(q)))
  return new Set([...owned, ...sampled].map(({ code }) => code))
}

/** `keptBack` counts the places that nobody has booked yet. */
export async function countExpected(
  q: Queryable,
  eventId: number,
): Promise<{ booked: number; keptBack: number }> {
  const booked = q
    .select({ count: count() })
    .from(appointments)
    .where(and(eq(appointments.eventId, eventId), eq(appointments.status, 'booked')))
  const keptBack = q
    .select({ count: count() })
    .from(places)
    .where(and(eq(places.eventId, eventId), isOpenToStaff))
  const { rows } = await q.execute<{ booked: number; keptBack: number }>(
    sql`select (${booked})::int as booked, (${keptBack})::int as "keptBack"`,
  )
  const [counts] = rows
  if (!counts) throw new Error('a count has no row')
  return counts
}
