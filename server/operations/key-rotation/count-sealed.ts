import type { Database } from '../../platform/db/database.ts'
import { keyNameOf, readKeyNames } from '../../platform/keys/field-keys.ts'
import {
  countByKey,
  deleteCanary,
  listByteColumns,
  listHistory,
  listSealedJobs,
} from './key-rotation.queries.ts'
import { OTHER_BYTES, SEALED_COLUMNS } from './sealed-columns.ts'
import { type JobColumn, type SealedText, textsOfHistory, textsOfJob } from './sealed-texts.ts'

const ROWS_AT_ONCE = 1_000

/** Of a key: how many values it sealed, by 'consents.sealed'. */
export type KeyUse = {
  name: string
  role: 'current' | 'index' | 'former'
  counts: Map<string, number>
}

type CountDeps = { database: Pick<Database, 'db' | 'transaction'>; ring: string }

/** Of every key in the ring, and of those that sealed something and are not in it. */
export async function countSealed({ database, ring }: CountDeps): Promise<KeyUse[]> {
  const { current, index, all } = readKeyNames(ring)
  const uses = new Map<string, Map<string, number>>(all.map((name) => [name, new Map()]))
  const add = (key: string, what: string, count: number) => {
    const counts = uses.get(key) ?? new Map<string, number>()
    uses.set(key, counts.set(what, (counts.get(what) ?? 0) + count))
  }
  for (const column of SEALED_COLUMNS)
    for (const { key, count } of await database.transaction((tx) => countByKey(tx, column)))
      add(key, `${column.table}.${column.column}`, count)
  const addTexts = (what: string, texts: SealedText[]) => {
    for (const { sealed } of texts) add(keyNameOf(sealed), what, 1)
  }
  await forEachHistory(database, (texts) => addTexts('audit_log.details', texts))
  for (const column of ['data', 'output'] as const)
    await forEachJob(database, column, (texts) => addTexts(`jobs.job.${column}`, texts))
  return [...uses].map(([name, counts]) => ({
    name,
    role: name === current ? 'current' : name === index ? 'index' : 'former',
    counts,
  }))
}

/** Columns of bytes of which this version does not know whether they are sealed. */
export async function unknownColumns({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const known = [...SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`), ...OTHER_BYTES]
  return (await listByteColumns(db)).filter((name) => !known.includes(name))
}

/** Removes the proof of a key that seals nothing any more. Throws while it seals something. */
export async function retireKey(deps: CountDeps, name: string): Promise<void> {
  const use = (await countSealed(deps)).find((key) => key.name === name)
  const remaining = [...(use?.counts ?? [])].map(([what, count]) => `${what}: ${count}`)
  if (remaining.length > 0)
    throw new Error(
      `The field key "${name}" still seals ${remaining.join(', ')}. Run "npm run ops -- keys reseal".`,
    )
  await deleteCanary(deps.database.db, name)
}

async function forEachHistory(
  { db }: Pick<Database, 'db'>,
  visit: (texts: SealedText[]) => void,
): Promise<void> {
  for (let after = 0; ; ) {
    const entries = await listHistory(db, { after, limit: ROWS_AT_ONCE })
    for (const entry of entries) visit(textsOfHistory(entry))
    const last = entries.at(-1)
    if (!last) return
    after = last.id
  }
}

async function forEachJob(
  { db }: Pick<Database, 'db'>,
  column: JobColumn,
  visit: (texts: SealedText[]) => void,
): Promise<void> {
  for (let after: string | null = null; ; ) {
    const jobs = await listSealedJobs(db, column, { after, limit: ROWS_AT_ONCE })
    for (const job of jobs) visit(textsOfJob({ ...job, column }))
    const last = jobs.at(-1)
    if (!last) return
    after = last.id
  }
}
