import { clearStateOf } from '../../domain/office/result-states.ts'
import type { Deps } from '../deps.ts'
import { lockUnsealedStates, storeState } from './lab-results.queries.ts'
import { sealState } from './sealed-lab-results.ts'

const BATCH = 200

/** Seals the states of open results that were stored in clear, or by an earlier version that still runs. */
export async function sealStates({
  database,
  fieldKeys,
}: Pick<Deps, 'database' | 'fieldKeys'>): Promise<void> {
  let sealed = BATCH
  while (sealed === BATCH)
    sealed = await database.transaction(async (tx) => {
      const rows = await lockUnsealedStates(tx, BATCH)
      for (const { id, sealId, state } of rows)
        await storeState(tx, id, {
          state: clearStateOf(state),
          sealedState: sealState(fieldKeys, sealId, state),
        })
      return rows.length
    })
}
