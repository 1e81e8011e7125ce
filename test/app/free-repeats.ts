import { randomUUID } from 'node:crypto'
import { insertFreeRepeat } from '../../server/facts/free-repeats.queries.ts'
import { insertResult } from '../../server/facts/results.queries.ts'
import { sealResult } from '../../server/facts/sealed-result.ts'
import type { TestApp, TestMember } from './test-app.ts'

/** A released result without a number, with its free repeat. Returns the result's id. */
export async function sampleLost(
  { deps }: TestApp,
  { id: memberId }: TestMember,
  more: { releasedAt?: Date; sampleDate?: string; appointmentId?: number } = {},
): Promise<number> {
  const { db, pool } = deps.database
  const origin = { source: 'test', sourceRef: randomUUID() }
  const none = { test_result: null, test_unit: null, comments: null, outcome: 'lost' as const }
  const now = deps.now()
  const { releasedAt = now, sampleDate = '2026-12-01', appointmentId = null } = more
  const sealed = sealResult(deps.fieldKeys, origin, none)
  await insertResult(db, { memberId, ...origin, sealed, releasedAt, sampleDate, appointmentId })
  const { rows } = await pool.query('select id::int as id from results where source_ref = $1', [
    origin.sourceRef,
  ])
  const resultId = Number(rows[0].id)
  await insertFreeRepeat(db, { resultId, givenAt: now })
  return resultId
}
