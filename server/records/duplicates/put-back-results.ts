import { PARTING_NOTES, type PartedItem, partedItem } from '../../../domain/office/partings.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../platform/db/database.ts'
import { openAnyLoops, openLoops } from '../../tasks/change-loops.ts'
import {
  findReadTask,
  giveLoops,
  listResultsAt,
  listResultsOf,
  type PartedResult,
} from './parted-results.queries.ts'
import type { SealedMerge } from './sealed-record.ts'

type Of = { keptId: number; mergedId: number; sealed: SealedMerge; now: Date }

/** Every result that the parting concerns; call before anything is put back. */
export async function listParted(
  tx: Tx,
  { keptId, mergedId, sealed, now }: Of,
): Promise<PartedResult[]> {
  const ids = [mergedId, ...sealed.followers]
  const own = await listResultsOf(tx, { keptId, ids, now })
  const appointmentId = sealed.appointment?.id ?? null
  if (appointmentId === null) return own
  // The blood is of the member who gets the record back, whatever record the result is on.
  const at = await listResultsAt(tx, { appointmentId, now })
  return [...own, ...at.filter(({ memberId }) => memberId === keptId)]
}

/**
 * Ends that the kept record reads results of the other: a task for a clinician and an incident for each
 * that was shown, and the member whose result it is has still to read it.
 */
export async function putBackResults(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys'>,
  { keptId, mergedId, sealed, now, parted }: Of & { parted: readonly PartedResult[] },
): Promise<PartedItem[]> {
  const moved = await giveLoops(tx, { keptId, mergedId, ids: sealed.followers })
  const items: PartedItem[] = parted.map((result) => {
    const note = result.isShown ? PARTING_NOTES.shown : PARTING_NOTES.hidden
    const isStuck = result.memberId === keptId
    return partedItem('result', {
      text: nameOf(result),
      goes_to: isStuck ? 'nobody' : 'merged',
      note: isStuck ? PARTING_NOTES.hasResult : note,
    })
  })
  for (const { id: resultId, memberId, appointmentId, isShown } of parted) {
    const about = { memberId: mergedId, appointmentId, resultId, openedAt: now }
    const isStuck = memberId === keptId
    if (isShown || isStuck) await openLoops(tx, [{ kind: 'parted_result', ...about }])
    if (!isShown) continue
    await openLoops(tx, [{ kind: 'incident', ...about }])
    const task = await findReadTask(tx, deps, resultId)
    if (isStuck || task?.closedBecause !== 'read') continue
    await openAnyLoops(tx, deps, [{ kind: 'released_to_read', pace: task.pace, ...about }])
  }
  if (moved > 0) items.push(partedItem('task', { text: String(moved), goes_to: 'merged' }))
  return items
}

function nameOf({ eventName, sampleDate }: PartedResult): string {
  const day = sampleDate === null ? null : `sample of ${dayInWords(sampleDate)}`
  return [eventName, day].filter((part) => part !== null).join(', ')
}
