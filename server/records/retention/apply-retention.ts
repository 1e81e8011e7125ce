import { toError } from '../../../auth/to-error.ts'
import { retentionCutoff } from '../../../domain/office/retention.ts'
import type { Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import type { OnError } from '../../platform/for-each-safely.ts'
import { type OpenBatch, openBatches, resealBatches } from '../hash-chain/reseal.ts'
import {
  deleteDue,
  listChainedOfDue,
  listDue,
  listRetentionSettings,
  type RetentionSetting,
} from './retention.queries.ts'

type RetentionDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys'>

const AT_ONCE = 20

/**
 * Deletes what need not be kept any more, of the kinds that an admin has switched on. Each part is a
 * transaction of its own: after a kill the next run goes on.
 */
export async function applyRetention(deps: RetentionDeps, onError: OnError): Promise<void> {
  // Payments first: records wait for the payments that refer to them.
  const settings = (await listRetentionSettings(deps.database.db)).sort((one, other) =>
    other.kind.localeCompare(one.kind),
  )
  for (const setting of settings) {
    if (!setting.isOn) continue
    try {
      let isMore = true
      while (isMore) isMore = await deletePart(deps, setting)
    } catch (error) {
      onError(toError(error))
    }
  }
}

/** False when nothing was due any more. */
async function deletePart(deps: RetentionDeps, setting: RetentionSetting): Promise<boolean> {
  const { kind, months } = setting
  const now = deps.now()
  const cutoff = retentionCutoff(kind, months, now)
  return commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const due = await listDue(tx, { kind, cutoff }, AT_ONCE)
    if (due.length === 0) return false
    const opened: OpenBatch[] = []
    for (const [table, ids] of await listChainedOfDue(tx, { kind, cutoff, due }))
      opened.push(...(await openBatches(tx, deps, { table, ids })))
    const erasureLogId = await deleteDue(tx, deps.fieldKeys, { kind, cutoff, due, now })
    if (erasureLogId === null) return false
    await resealBatches(tx, deps, { opened, erasureLogId })
    return true
  })
}
