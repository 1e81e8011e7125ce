import { createHash } from 'node:crypto'
import type {
  DifferenceDecision,
  DifferenceDecisions,
} from '../../../domain/office/reconciliation-schemas.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  findReportByHash,
  lockDifference,
  lockOpenDifferences,
  updateDifference,
  updateDifferences,
} from './differences.queries.ts'
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
 * Stores what a person decided about an open difference, or opens a decided one again. Throws
 * Refused not_found, or changed_meanwhile when somebody else did so first.
 */
export async function decideDifference(
  deps: ReconcileDeps,
  { id, decision, reason }: DifferenceDecision & { id: number },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const before = await lockDifference(tx, id)
    if (!before) throw new Refused('not_found')
    if (before.state !== (decision === null ? 'decided' : 'open'))
      throw new Refused('changed_meanwhile')
    const decided = { decision, reason, decidedBy: by.id, decidedAt: now }
    const opened = { decision: null, reason: null, decidedBy: null, decidedAt: null }
    await updateDifference(tx, id, {
      state: decision === null ? 'open' : 'decided',
      ...(decision === null ? opened : decided),
    })
    await insertAudit(
      tx,
      { by, subject: `money difference ${id}`, at: now },
      decision === null ? 'difference opened again' : 'difference decided',
      { reason, before: before.decision, after: decision },
    )
  })
}

/**
 * Decides open differences together, each with its entry in the audit log. Throws Refused changed_meanwhile, and
 * decides none, when one of them is not open any more.
 */
export async function decideDifferences(
  deps: ReconcileDeps,
  { ids, decision, reason }: DifferenceDecisions,
  by: Staff,
): Promise<number> {
  const now = deps.now()
  const chosen = [...new Set(ids)]
  return commit(deps, async (tx) => {
    const open = await lockOpenDifferences(tx, chosen)
    if (open.length !== chosen.length) throw new Refused('changed_meanwhile')
    const decided = { decision, reason, decidedBy: by.id, decidedAt: now }
    await updateDifferences(tx, open, { state: 'decided', ...decided })
    for (const id of open)
      await insertAudit(
        tx,
        { by, subject: `money difference ${id}`, at: now },
        'difference decided',
        { reason, before: null, after: decision, together: open.length },
      )
    return open.length
  })
}
