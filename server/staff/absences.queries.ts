import { and, arrayContains, asc, eq, gte, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '../platform/db/database.ts'
import { clinicianAbsences, staff } from '../platform/db/schema.ts'

const isClinician = and(isNull(staff.until), arrayContains(staff.roles, ['clinician']))

/** By name: those who work here as clinicians. */
export function listClinicians(q: Queryable) {
  return q
    .select({ id: staff.id, name: staff.name, email: staff.email })
    .from(staff)
    .where(isClinician)
    .orderBy(asc(staff.name), asc(staff.id))
}

/** As listClinicians, locked in one order, so that two entries about the same people wait for each other. */
export function lockClinicians(q: Queryable) {
  return q
    .select({ id: staff.id, name: staff.name, email: staff.email })
    .from(staff)
    .where(isClinician)
    .orderBy(asc(staff.id))
    .for('update')
}

/** Those of clinicians that no person has ended and whose last day is `today` (London) or later. */
export function listAbsences(q: Queryable, today: string) {
  const { id, clinicianId, coverId, fromDay, untilDay, enteredBy, endedAt } = clinicianAbsences
  const enterer = alias(staff, 'enterer')
  return q
    .select({ id, clinicianId, coverId, from: fromDay, until: untilDay, enteredBy: enterer.name })
    .from(clinicianAbsences)
    .innerJoin(staff, eq(staff.id, clinicianId))
    .innerJoin(enterer, eq(enterer.id, enteredBy))
    .where(and(isNull(endedAt), gte(untilDay, today), isClinician))
    .orderBy(asc(fromDay), asc(id))
    .limit(200)
}

export async function insertAbsence(
  q: Queryable,
  row: typeof clinicianAbsences.$inferInsert,
): Promise<number> {
  const [added] = await q.insert(clinicianAbsences).values(row).returning({
    id: clinicianAbsences.id,
  })
  if (!added) throw new Error('an absence was not stored')
  return added.id
}

/** Whose it is; null when it has ended, or there is none. */
export async function endAbsence(
  q: Queryable,
  { id, today, by, at }: { id: number; today: string; by: number; at: Date },
): Promise<number | null> {
  const [ended] = await q
    .update(clinicianAbsences)
    .set({ endedAt: at, endedBy: by })
    .where(
      and(
        eq(clinicianAbsences.id, id),
        isNull(clinicianAbsences.endedAt),
        gte(clinicianAbsences.untilDay, today),
      ),
    )
    .returning({ clinicianId: clinicianAbsences.clinicianId })
  return ended?.clinicianId ?? null
}

export async function hasAbsence(q: Queryable, id: number): Promise<boolean> {
  return (await q.$count(clinicianAbsences, eq(clinicianAbsences.id, id))) > 0
}
