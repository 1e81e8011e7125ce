// What begins when tells a band, so the database cannot tell it: each process opens every open task
// of this kind once and remembers it. A changed task has another seal id, so nothing remembered is old.
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import { careLoops } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { veiledColumns } from './loops.queries.ts'
import { LEVEL_MOMENT, type LoopRow, toReals, type Veiled } from './sealed-loops.ts'

export type LookAgain = { id: number } & Pick<
  LoopRow,
  'kind' | 'urgency' | 'openedAt' | 'dueAt' | 'nextStepAt' | 'isToRing'
>
/** By seal id; null for a row that is no task. */
type Memory = Map<string, Omit<LookAgain, 'id'> | null>

const OPENED_AT_ONCE = 500
const MOST_REMEMBERED = 300_000
const memories = new WeakMap<FieldKeys, Memory>()

/** The open ones as they are, by id; of `which` rows alone where that is given. */
export async function listLookAgains(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  which?: SQL,
): Promise<LookAgain[]> {
  const rows = await q
    .select({ id: careLoops.id, sealId: careLoops.sealId })
    .from(careLoops)
    .where(and(eq(careLoops.kind, 'look_again'), isNull(careLoops.closedAt), which))
    .orderBy(careLoops.id)
  const memory = memories.get(fieldKeys) ?? new Map()
  memories.set(fieldKeys, memory)
  const known = new Map<number, Omit<LookAgain, 'id'> | null>()
  const unknown: number[] = []
  for (const { id, sealId } of rows) {
    const remembered = sealId === null ? undefined : memory.get(sealId)
    if (remembered === undefined) unknown.push(id)
    else known.set(id, remembered)
  }
  for (let n = 0; n < unknown.length; n += OPENED_AT_ONCE)
    for (const row of await readSealed(q, unknown.slice(n, n + OPENED_AT_ONCE)))
      known.set(row.id, remember(memory, fieldKeys, row))
  return rows.flatMap(({ id }) => {
    const one = known.get(id)
    return one ? [{ id, ...one }] : []
  })
}

function readSealed(q: Queryable, ids: number[]) {
  return q
    .select({ id: careLoops.id, ...veiledColumns })
    .from(careLoops)
    .where(and(inArray(careLoops.id, ids), isNull(careLoops.closedAt)))
}

/** Not one whose moments are still in clear: they may change under the same seal. */
function remember(memory: Memory, fieldKeys: FieldKeys, row: Veiled): Omit<LookAgain, 'id'> | null {
  const [real] = toReals(fieldKeys, [row])
  const one = real ? courseIn(real) : null
  if (row.sealId === null || row.openedAt.getTime() !== LEVEL_MOMENT.getTime()) return one
  const oldest = memory.size >= MOST_REMEMBERED ? memory.keys().next().value : undefined
  if (oldest !== undefined) memory.delete(oldest)
  memory.set(row.sealId, one)
  return one
}

function courseIn({ kind, urgency, openedAt, dueAt, nextStepAt, isToRing }: Omit<LookAgain, 'id'>) {
  return { kind, urgency, openedAt, dueAt, nextStepAt, isToRing }
}
