import { createHash } from 'node:crypto'
import type { DifferenceDecision } from '../../../domain/office/reconciliation-schemas.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findReportByHash, lockDifferences, updateDifferences } from './differences.queries.ts'
import { readReport } from './read-report.ts'
import {
  compareWithLedger,
  countOfReport,
  insertReport,
  insertTransactions,
  listContradictions,
  listMissingAtProvider,
  resolveDifferences,
  saveReportCounts,
} from './reconciliation.queries.ts'

type ReconcileDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/**
 * Stores the transactions of a provider's report that no earlier one had, and lists where they and
 * the ledger differ; returns the report's id. A file that was uploaded before adds nothing. Throws
 * Refused report_unreadable.
 */
export async function reconcileReport(
  deps: ReconcileDeps,
  file: Buffer,
  by: Staff,
): Promise<{ id: number; isRepeated: boolean }> {
  const now = deps.now()
  const contentHash = createHash('sha256').update(file).digest()
  const earlier = await findReportByHash(deps.database.db, contentHash)
  if (earlier !== null) return { id: earlier, isRepeated: true }
  const { from, to, lines, transactions } = await readReport(file, now)
  return commit(deps, async (tx) => {
    const reportId = await insertReport(tx, {
      contentHash,
      uploadedBy: by.id,
      uploadedAt: now,
      periodFrom: from,
      periodTo: to,
      lines,
      ignored: lines - transactions.length,
      added: 0,
    })
    if (reportId === null) {
      const first = await findReportByHash(tx, contentHash)
      if (first === null) throw new Error('a stored report cannot be found')
      return { id: first, isRepeated: true }
    }
    const reported = { reportId, transactions, now }
    const added = await insertTransactions(tx, reported)
    await listContradictions(tx, reported)
    await compareWithLedger(tx, { reportId, now })
    await listMissingAtProvider(tx, { reportId, from, to, now })
    await resolveDifferences(tx)
    const counts = { added, ...(await countOfReport(tx, reportId)) }
    await saveReportCounts(tx, reportId, counts)
    await insertAudit(
      tx,
      { by, subject: `provider report ${reportId}`, at: now },
      'report reconciled',
      { lines, ...counts },
    )
    return { id: reportId, isRepeated: false }
  })
}

/**
 * Stores what a person decided about open differences, or opens decided ones again, each with its entry in the audit
 * log: all of them or none. Throws Refused not_found, or changed_meanwhile when somebody else did so first.
 */
export async function decideDifferences(
  deps: ReconcileDeps,
  { ids, decision, reason }: DifferenceDecision & { ids: readonly number[] },
  by: Staff,
): Promise<number> {
  const now = deps.now()
  const isOpening = decision === null
  const chosen = [...new Set(ids)]
  const change = isOpening
    ? { state: 'open' as const, decision, reason: null, decidedBy: null, decidedAt: null }
    : { state: 'decided' as const, decision, reason, decidedBy: by.id, decidedAt: now }
  return commit(deps, async (tx) => {
    const before = await lockDifferences(tx, chosen)
    if (before.length !== chosen.length) throw new Refused('not_found')
    if (before.some(({ state }) => state !== (isOpening ? 'decided' : 'open')))
      throw new Refused('changed_meanwhile')
    await updateDifferences(tx, chosen, change)
    for (const { id, decision: former } of before)
      await insertAudit(
        tx,
        { by, subject: `money difference ${id}`, at: now },
        isOpening ? 'difference opened again' : 'difference decided',
        {
          reason,
          before: former,
          after: decision,
          ...(before.length > 1 && { together: before.length }),
        },
      )
    return before.length
  })
}
