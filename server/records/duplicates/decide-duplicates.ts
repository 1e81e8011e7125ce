import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { decidePair, reopenPair } from '../../members/match-keys.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'

type DecideDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>
type Pair = { oneId: number; otherId: number }

/** Two likely doubles are two people, for good. Throws Refused not_open. */
export async function decideNotTheSame(
  deps: DecideDeps,
  { pair, reason, staff }: { pair: Pair; reason: string; staff: Staff },
): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    const decision = { ...pair, decidedBy: staff.id, decidedAt: at, reason }
    if (!(await decidePair(tx, decision))) throw new Refused('not_open')
    await auditBoth(tx, { pair, staff, at, action: 'doubles are two people', reason })
  })
}

/** Takes that decision back. Throws Refused not_open. */
export async function reopenDuplicates(
  deps: DecideDeps,
  { pair, staff }: { pair: Pair; staff: Staff },
): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    if (!(await reopenPair(tx, pair))) throw new Refused('not_open')
    await auditBoth(tx, { pair, staff, at, action: 'doubles to be compared again' })
  })
}

async function auditBoth(
  tx: Tx,
  entry: { pair: Pair; staff: Staff; at: Date; action: AuditAction; reason?: string },
): Promise<void> {
  const { pair, staff, at, action, reason } = entry
  const records = [pair.oneId, pair.otherId]
  for (const memberId of records)
    await insertAudit(tx, { by: staff, memberId, at }, action, {
      records,
      ...(reason !== undefined && { reason }),
    })
}
