import { randomUUID } from 'node:crypto'
import { type LabRow, withdrawsReport } from '../../domain/office/lab-rows.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { followRecorded } from '../care-loops/follow-lab-results.ts'
import type { Tx } from '../db/database.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import { mayBeOf } from './decide-row.ts'
import type { ImportDeps } from './import-file.ts'
import type { RowOutcome, RowRecord } from './import-rows.queries.ts'
import { discardLabResults, insertLabResults, listKnownNumbers } from './imports.queries.ts'
import { type MatchedRow, matchFile } from './match-file.ts'
import { contentIndexOf, numberIndexOf } from './row-indexes.ts'
import { openRow, sealLabResult } from './sealed-lab-results.ts'

type Opened = { stored: RowRecord; row: LabRow; appointmentId: number; numberIndex: Buffer }

/**
 * Records matched rows as laboratory results to review, in the caller's transaction, and returns
 * what each has become. Takes fewer rows when two are about one number or one appointment, since
 * the second depends on the first: the others are for the next transaction.
 */
export async function recordRows(
  tx: Tx,
  deps: ImportDeps,
  { labId, stored }: { labId: number; stored: readonly RowRecord[] },
): Promise<RowOutcome[]> {
  const { fieldKeys } = deps
  const opened = independent(stored.map((one) => open(deps, labId, one)))
  if (opened.length === 0) return []
  const candidates = await listByIds(
    tx,
    opened.map(({ appointmentId }) => appointmentId),
  )
  const byAppointment = new Map(candidates.map((one) => [one.appointmentId, one]))
  const changed = await whyChanged(tx, deps, { labId, opened })
  const known = Map.groupBy(
    await listKnownNumbers(tx, { labId, numbers: opened.map((one) => one.numberIndex) }),
    ({ numberIndex }) => numberIndex.toString('hex'),
  )
  const outcomes: RowOutcome[] = []
  const recorded = []
  for (const one of opened) {
    const { row, appointmentId, stored } = one
    const candidate = byAppointment.get(appointmentId)
    const why = changed.get(stored.row)
    if (why) outcomes.push(why)
    else if (!candidate || !mayBeOf(fieldKeys, row, candidate))
      outcomes.push(toOutcome(stored, 'quarantined', 'birth_date_differs'))
    else {
      const earlier = known.get(one.numberIndex.toString('hex'))?.at(-1) ?? null
      const values = toLabResult(deps, one, { labId, candidate, replacesId: earlier?.id ?? null })
      recorded.push({ stored, values })
    }
  }
  const added = await insertLabResults(
    tx,
    recorded.map(({ values }) => values),
  )
  const idOf = new Map(added.map(({ id, sealId }) => [sealId, id]))
  const isAdded = recorded.filter(({ values }) => idOf.has(values.sealId))
  await discardLabResults(
    tx,
    isAdded.flatMap(({ values }) => values.replacesId ?? []),
  )
  await followRecorded(tx, {
    recorded: isAdded.map(({ values }) => ({ ...values, id: idOf.get(values.sealId) ?? 0 })),
    now: deps.now(),
  })
  for (const { stored, values } of recorded) {
    const labResultId = idOf.get(values.sealId) ?? null
    const state = labResultId === null ? 'repeated' : 'committed'
    outcomes.push({ ...toOutcome(stored, state, null), labResultId })
  }
  return outcomes
}

function open({ fieldKeys }: ImportDeps, labId: number, stored: RowRecord): Opened {
  const { read: row } = openRow(fieldKeys, stored)
  const { appointmentId } = stored
  if (!row || appointmentId === null) throw new Error(`row ${stored.row} is not matched`)
  return { stored, row, appointmentId, numberIndex: numberIndexOf(fieldKeys, labId, row) }
}

/** The rows before the first that is about a number or an appointment of an earlier one. */
function independent(opened: readonly Opened[]): Opened[] {
  const seen = new Set<string | number>()
  const end = opened.findIndex(({ numberIndex, appointmentId }) => {
    const number = numberIndex.toString('hex')
    if (seen.has(number) || seen.has(appointmentId)) return true
    seen.add(number).add(appointmentId)
    return false
  })
  return end === -1 ? [...opened] : opened.slice(0, end)
}

/** What rows that nobody decided have become since they were matched, by row. */
async function whyChanged(
  tx: Tx,
  { fieldKeys, match }: ImportDeps,
  { labId, opened }: { labId: number; opened: readonly Opened[] },
): Promise<Map<number, RowOutcome>> {
  const undecided = opened.filter(({ stored }) => stored.decision === null)
  const rows = undecided.map(({ row }) => row)
  const matched = await matchFile(tx, { fieldKeys, labId, match, rows })
  const found = new Map(matched.map((now) => [now.row, now]))
  return new Map(
    undecided.flatMap(({ stored, row }) => {
      const now = found.get(row)
      if (now?.state === 'matched' && now.appointmentId === stored.appointmentId) return []
      return [[stored.row, toOutcome(stored, ...changedTo(now))] as const]
    }),
  )
}

/** A row that now matches somebody else waits for a person. */
function changedTo(now: MatchedRow | undefined): [RowRecord['state'], RowRecord['reason']] {
  if (!now) return ['quarantined', null]
  return [now.state === 'matched' ? 'close' : now.state, now.reason]
}

function toOutcome(
  { row }: RowRecord,
  state: RowRecord['state'],
  reason: RowRecord['reason'],
): RowOutcome {
  return { row, state, reason, labResultId: null }
}

function toLabResult(
  { fieldKeys, now }: ImportDeps,
  { row, numberIndex, appointmentId }: Opened,
  of: { labId: number; candidate: CandidateRow; replacesId: number | null },
) {
  const { labId, candidate, replacesId } = of
  const sealId = randomUUID()
  return {
    labId,
    memberId: candidate.memberId,
    appointmentId,
    numberIndex,
    contentIndex: contentIndexOf(fieldKeys, labId, row),
    replacesId,
    isWithdrawal: withdrawsReport(row.status),
    sampleDate: row.collected?.slice(0, 10) ?? ukDate(candidate.startsAt),
    sealId,
    sealed: sealLabResult(fieldKeys, sealId, row),
    state: 'review' as const,
    recordedAt: now(),
  }
}
