import type { LoopDetail } from '../../../domain/office/loop-schemas.ts'
import { bandOf } from '../../../domain/results.ts'
import type { Deps } from '../../deps.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { findResultToFollow } from '../../tasks/loops.queries.ts'
import type { WorkRow } from './work-list.queries.ts'

/** The released result that a task is about, for clinicians alone; null for others. Logs the read. */
export async function readLoopResult(
  tx: Tx,
  { fieldKeys, now }: Pick<Deps, 'fieldKeys' | 'now'>,
  { careLoop, staff }: { careLoop: WorkRow; staff: Staff },
): Promise<LoopDetail['result']> {
  if (!staff.roles.includes('clinician') || careLoop.resultId === null) return null
  const row = await findResultToFollow(tx, careLoop.resultId)
  if (!row) return null
  const memberIds = [row.memberId]
  await insertStaffAccesses(tx, { staff, memberIds, what: 'result', reason: 'result', at: now() })
  const { test_result, test_unit, band, comments, outcome } = openResult(fieldKeys, row)
  return {
    value: test_result?.trim() || null,
    unit: test_unit,
    band: bandOf(band),
    outcome: outcome ?? null,
    comment: comments,
    sample_date: row.sampleDate,
  }
}
