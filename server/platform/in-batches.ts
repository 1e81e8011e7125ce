import type { Deps } from '../deps.ts'
import type { Tx } from './db/database.ts'

const BATCH = 200

/** Repeats `work` in a transaction each, until it took fewer rows than it may; `work` returns how many. */
export async function inBatches(
  database: Deps['database'],
  work: (tx: Tx, most: number) => Promise<number>,
): Promise<void> {
  let taken = BATCH
  while (taken === BATCH) taken = await database.transaction((tx) => work(tx, BATCH))
}
