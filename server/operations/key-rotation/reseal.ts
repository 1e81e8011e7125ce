// After a rotation: seals everything again with the current key (decision 36).
import type { Database, Tx } from '../../platform/db/database.ts'
import { currentHead, openFieldKeys } from '../../platform/keys/field-keys.ts'
import { openBatches, resealBatches } from '../../records/hash-chain/reseal.ts'
import {
  type HistoryEntry,
  listHistory,
  listRowsToReseal,
  listSealedJobs,
  type SealedJob,
  type SealedRow,
  writeHistory,
  writeJob,
  writeResealed,
} from './key-rotation.queries.ts'
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts'
import {
  type JobColumn,
  replaceAt,
  type SealedText,
  textsOfHistory,
  textsOfJob,
} from './sealed-texts.ts'

export type ResealDeps = {
  /** As the owner of the tables. */
  database: Pick<Database, 'db' | 'transaction'>
  /** The key ring in JSON. */
  ring: string
  now: () => Date
}
/** `what`: 'consents.sealed'; `count`: values sealed again so far, in this run. */
type OnProgress = (column: string, count: number) => void

const ROWS_AT_ONCE = 500

/**
 * Seals what another key sealed again with the current one, each batch in a transaction, so that a
 * run that was killed goes on where it stopped. Throws when a value does not open.
 */
export async function reseal(deps: ResealDeps, onProgress: OnProgress): Promise<void> {
  for (const column of SEALED_COLUMNS) await resealColumn(deps, column, onProgress)
  await resealHistory(deps, onProgress)
  for (const column of ['data', 'output'] as const) await resealJobs(deps, column, onProgress)
}

async function resealColumn(
  { database, ring }: ResealDeps,
  column: SealedColumn,
  onProgress: OnProgress,
): Promise<void> {
  const keys = openFieldKeys(ring)
  const head = currentHead(ring)
  let count = 0
  const nextBatch = (after: SealedRow | null) =>
    database.transaction(async (tx) => {
      const rows = await listRowsToReseal(tx, column, { head, after, limit: ROWS_AT_ONCE })
      const changes = rows.map((row) => {
        const place = column.place(row)
        return { row, sealed: keys.seal(keys.open(row.sealed, place), place) }
      })
      return {
        last: rows.at(-1),
        written: changes.length && (await writeResealed(tx, column, changes)),
      }
    })
  for (let after: SealedRow | null = null; ; ) {
    const { last, written } = await nextBatch(after)
    if (!last) return
    after = last
    count += written
    onProgress(`${column.table}.${column.column}`, count)
  }
}

/** These texts are part of the hash chain, whose batches are therefore sealed again as well. */
async function resealHistory(deps: ResealDeps, onProgress: OnProgress): Promise<void> {
  const fieldKeys = openFieldKeys(deps.ring)
  const chainDeps = { fieldKeys, now: deps.now }
  let count = 0
  for (let after = 0; ; ) {
    const entries = await listHistory(deps.database.db, { after, limit: ROWS_AT_ONCE })
    const last = entries.at(-1)
    if (!last) return
    after = last.id
    const ids = entries.filter((entry) => hasFormerKey(entry)).map(({ id }) => id)
    if (ids.length === 0) continue
    await deps.database.transaction(async (tx) => {
      const opened = await openBatches(tx, chainDeps, { table: 'audit_log', ids })
      count += await resealEntries(tx, { opened, after: (ids[0] ?? 0) - 1, last: last.id })
    })
    onProgress('audit_log.details', count)
  }

  function hasFormerKey({ details, sealId }: HistoryEntry): boolean {
    return textsOfHistory({ details, sealId }).some((text) => isFormer(deps.ring, text))
  }

  // Read again while the chain is locked: an erasure may have come between.
  async function resealEntries(
    tx: Tx,
    of: { opened: Awaited<ReturnType<typeof openBatches>>; after: number; last: number },
  ): Promise<number> {
    const entries = await listHistory(tx, { after: of.after, limit: ROWS_AT_ONCE })
    const changed = entries
      .filter((entry) => entry.id <= of.last && hasFormerKey(entry))
      .map((entry) => ({
        ...entry,
        details: withCurrentKey(deps.ring, entry.details, textsOfHistory(entry)),
      }))
    if (changed.length === 0) return 0
    const erasureLogId = await writeHistory(tx, changed, deps.now())
    await resealBatches(tx, chainDeps, { opened: of.opened, erasureLogId })
    return changed.length
  }
}

async function resealJobs(
  { database, ring }: ResealDeps,
  column: JobColumn,
  onProgress: OnProgress,
): Promise<void> {
  let count = 0
  for (let after: string | null = null; ; ) {
    const jobs: SealedJob[] = await listSealedJobs(database.db, column, {
      after,
      limit: ROWS_AT_ONCE,
    })
    const last = jobs.at(-1)
    if (!last) return
    after = last.id
    for (const job of jobs) {
      const texts = textsOfJob({ ...job, column })
      if (!texts.some((text) => isFormer(ring, text))) continue
      const json = withCurrentKey(ring, job.json, texts)
      count += await writeJob(database.db, column, { job, json })
    }
    onProgress(`jobs.job.${column}`, count)
  }
}

function isFormer(ring: string, { sealed }: SealedText): boolean {
  const head = currentHead(ring)
  return !sealed.subarray(0, head.length).equals(head)
}

function withCurrentKey(ring: string, json: unknown, texts: SealedText[]): unknown {
  const keys = openFieldKeys(ring)
  return texts.reduce((changed, { path, sealed, place }) => {
    const text = keys.seal(keys.open(sealed, place), place).toString('base64')
    return replaceAt(changed, path, text)
  }, json)
}
