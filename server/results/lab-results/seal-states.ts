import { clearStateOf } from '../../../domain/office/result-states.ts'
import type { Deps } from '../../deps.ts'
import { sealState } from '../../facts/sealed-lab-results.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { lockUnsealedStates, storeState } from '../lab-results.queries.ts'

/** Seals the states of open results that were stored in clear, or by an earlier version that still runs. */
export async function sealStates({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  await inBatches(database, async (tx, most) => {
    const rows = await lockUnsealedStates(tx, most)
    for (const { id, sealId, state } of rows)
      await storeState(tx, id, {
        state: clearStateOf(state),
        sealedState: sealState(fieldKeys, sealId, state),
      })
    return rows.length
  })
}
