import { callerAt } from '../../../domain/office/calls.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findLoop } from '../../tasks/loops.queries.ts'
import type { LoopRow } from '../../tasks/sealed-loops.ts'
import { takeCall } from './close-by-person.ts'
import { listWork, readVeiled, type WorkKey } from './work-list.queries.ts'

type NextDeps = Parameters<typeof takeCall>[0]

/** So many calls are looked at for one that is free. */
const MOST_LOOKED_AT = 50

/**
 * Gives this person the call that comes after this one in the list and is free, from the top again
 * after the last; returns its task, or null when there is nobody to call now.
 */
export async function takeNextCall(
  deps: NextDeps,
  { after }: { after: number | null },
  by: Staff,
): Promise<number | null> {
  for (const id of await listFreeCalls(deps, { after, by }))
    if (await isTaken(() => takeCall(deps, id, by))) return id
  return null
}

async function listFreeCalls(
  deps: NextDeps,
  { after, by }: { after: number | null; by: Staff },
): Promise<number[]> {
  const { db } = deps.database
  const now = deps.now()
  const last = after === null ? null : await findLoop(db, deps, after)
  const known = await readVeiled(db, deps, { staff: by, now })
  const of = { staff: by, known, now, which: { tab: 'telephone' }, limit: MOST_LOOKED_AT } as const
  const rest = last ? await listWork(db, { ...of, after: keyOf(last, now) }) : []
  const all = [...rest, ...(await listWork(db, of))]
  const free = all.filter((row) => isFree(row, { by, now }) && row.id !== after)
  return [...new Set(free.map(({ id }) => id))]
}

type Call = Pick<LoopRow, 'ringingBy' | 'ringingSince' | 'ringAt'>

function isFree(call: Call, { by, now }: { by: Staff; now: Date }): boolean {
  const caller = callerAt(call, now)
  return (caller === null || caller === by.id) && (call.ringAt === null || call.ringAt <= now)
}

/** Where it stands in the list, or stood before it was closed. */
function keyOf({ urgency, dueAt, openedAt, id }: LoopRow, now: Date): WorkKey {
  const due = dueAt ?? openedAt
  return [due <= now ? 0 : 1, urgency, due, id]
}

/** False when a colleague was faster. */
async function isTaken(take: () => Promise<void>): Promise<boolean> {
  try {
    await take()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
