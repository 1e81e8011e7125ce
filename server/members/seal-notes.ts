import type { Deps } from '../deps.ts'
import { inBatches } from '../platform/in-batches.ts'
import { lockClearNotes, storeNote } from './support-note.queries.ts'
import { sealNote } from './support-note.ts'

/** Seals notes that were stored in clear, or by an earlier version that still runs. */
export async function sealNotes({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  await inBatches(database, async (tx, most) => {
    const rows = await lockClearNotes(tx, most)
    for (const { id, supportNote } of rows)
      await storeNote(tx, id, sealNote(fieldKeys, { supportNote }))
    return rows.length
  })
}
