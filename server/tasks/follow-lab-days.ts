import { dueAt } from '../../domain/office/care-loops.ts'
import type { Queryable } from '../platform/db/database.ts'
import { lockLoopsAtLab, updateDue } from './lab-days.queries.ts'

/** Call with the new number of days of a laboratory, in the transaction that stores it. */
export async function followLabDays(
  q: Queryable,
  { labId, days }: { labId: number; days: number },
): Promise<void> {
  const open = await lockLoopsAtLab(q, labId)
  await updateDue(
    q,
    open.map(({ id, openedAt }) => ({ id, at: dueAt('lab_to_result', openedAt, 'usual', days) })),
  )
}
