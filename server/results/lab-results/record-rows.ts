import { randomUUID } from 'node:crypto'
import { replacedReport, withdrawalOf } from '../../../domain/office/known-reports.ts'
import { type LabRow, withdrawsReport } from '../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../domain/office/result-states.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { openLabResult, openRow, sealLabResult, sealState } from '../../facts/sealed-lab-results.ts'
import { holdDays } from '../../facts/undone-samples.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { followRecorded } from '../../tasks/follow-lab-results.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import { hex, unique } from './collections.ts'
import type { ImportDeps } from './import-file.ts'
import type { RowOutcome, RowRecord } from './import-rows.queries.ts'
import {
  discardLabResults,
  insertLabResults,
  type KnownReportRow,
  listKnownReports,
} from './imports.queries.ts'
import { type MatchedRow, matchFile } from './match-file.ts'
import { appointmentsReported, candidatesFor, carriesEnough, mayBeOf } from './row-candidates.ts'
import { contentIndexOf, numberIndexOf } from './row-indexes.ts'

type Opened = { stored: RowRecord; row: LabRow; appointmentId: number; numberIndex: Buffer }

/**
 * Records matched rows as laboratory results to review, in the caller's transaction, and returns
 * what each has become. Takes fewer rows when two are about one number or one appointment, since
 * the second depends on the first: the others are for the next transaction. A row about which
 * something has changed since it was matched or decided waits for a person again.
 */
export async function recordRows(
  tx: Tx,
  deps: ImportDeps,
  { labId, stored }: { labId: number; stored: readonly RowRecord[] },
): Promise<{ outcomes: RowOutcome[]; recorded: LabRow[]; changed: MatchedRow[] }> {
  const { fieldKeys, match } = deps
  const opened = independent(stored.map((one) => open(deps, labId, one)))
  if (opened.length === 0) return { outcomes: [], recorded: [], changed: [] }
  const candidates = await listByIds(tx, unique(opened.map((one) => one.appointmentId)))
  // No sample of these may be undone between this look and the end of the transaction.
  await holdDays(tx, unique(candidates.map(({ eventId }) => eventId)))
  const byAppointment = new Map(candidates.map((one) => [one.appointmentId, one]))
  const rows = opened.map(({ row }) => row)
  const look = { fieldKeys, labId, rows }
  const fresh = new Map((await matchFile(tx, { ...look, match })).map((now) => [now.row, now]))
  const find = await candidatesFor(tx, look)
  const known = Map.groupBy(
    await listKnownReports(tx, { labId, numbers: opened.map((one) => one.numberIndex) }),
    ({ numberIndex }) => hex(numberIndex),
  )
  const outcomes: RowOutcome[] = []
  const changed: MatchedRow[] = []
  const recorded = []
  for (const one of opened) {
    const { row, appointmentId, stored } = one
    const now = fresh.get(row)
    const candidate = byAppointment.get(appointmentId)
    const reports = known.get(hex(one.numberIndex)) ?? []
    const reported = appointmentsReported(row, reports)
    const mayBe =
      candidate && mayBeOf(fieldKeys, row, { candidate, candidates: find(row), reported })
    if (!now || !mayBe || hasChanged(stored, now)) {
      outcomes.push(waitsAgain(stored, now))
      if (now) changed.push(now)
    } else
      recorded.push({ stored, row, values: toLabResult(deps, one, { labId, candidate, reports }) })
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
  await followRecorded(tx, deps, {
    recorded: isAdded.map(({ values }) => ({ ...values, id: idOf.get(values.sealId) ?? 0 })),
    now: deps.now(),
  })
  for (const { stored, values } of recorded) {
    const labResultId = idOf.get(values.sealId) ?? null
    const state = labResultId === null ? 'repeated' : 'committed'
    outcomes.push({ ...stored, state, reason: null, labResultId })
  }
  return { outcomes, recorded: isAdded.map(({ row }) => row), changed }
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

/** What a person did not know when the row was decided for one of these reasons. */
const NEWS: readonly RowReason[] = [
  'tube_taken_back',
  'two_tubes',
  'slip_differs',
  'other_content',
  'number_of_another',
  'moved_to_another',
  'withdraws_another',
  'result_there_already',
]
/** Decided with both reports beside each other, of which one is recorded first. */
const WITH_A_TWIN: readonly (RowReason | null)[] = [
  'tube_twice_in_file',
  'appointment_twice_in_file',
  'other_content',
  'number_of_another',
  'result_there_already',
]

function hasChanged(stored: RowRecord, now: MatchedRow): boolean {
  const isSame = now.state === 'matched' && now.appointmentId === stored.appointmentId
  if (stored.decision === null) return !isSame
  if (isSame || now.reason === null || now.reason === stored.reason) return false
  const isTwin = WITH_A_TWIN.includes(stored.reason) && WITH_A_TWIN.includes(now.reason)
  return NEWS.includes(now.reason) && !isTwin
}

/** Waits with what fits now; a row that matches somebody else is never recorded by itself. */
export function waitsAgain(stored: RowRecord, now: MatchedRow | undefined): RowOutcome {
  const undecided = { decision: null, decidedBy: null, decidedAt: null, appointmentId: null }
  const closeIds = unique([
    ...(stored.appointmentId === null ? [] : [stored.appointmentId]),
    ...(now?.appointmentId ? [now.appointmentId] : []),
    ...(now?.closeIds ?? []),
    ...stored.closeIds,
  ])
  const isMatched = now?.state === 'matched'
  const state = now && !isMatched ? now.state : 'close'
  const reason = now && !isMatched ? now.reason : 'match_changed'
  return { ...stored, ...undecided, state, reason, closeIds, labResultId: null }
}

function toLabResult(
  { fieldKeys, now }: ImportDeps,
  { stored, row, numberIndex, appointmentId }: Opened,
  of: { labId: number; candidate: CandidateRow; reports: readonly KnownReportRow[] },
) {
  const { labId, candidate, reports } = of
  const { memberId } = candidate
  const date = ukDate(candidate.startsAt)
  const replaced = replacedReport(row, {
    known: reports,
    appointment: { id: appointmentId, memberId, date },
    isOtherSample: stored.isOtherSample,
  })
  const report = reports.find(({ id }) => id === replaced?.id)
  const isForeign =
    withdrawsReport(row.status) && !carriesEnough(fieldKeys, row, candidate, { byBirthDate: [] })
  // What names another person is not kept with this member.
  const written = report && isForeign ? withdrawalOf(openLabResult(fieldKeys, report), row) : row
  const sealId = randomUUID()
  return {
    labId,
    memberId,
    appointmentId,
    numberIndex,
    contentIndex: contentIndexOf(fieldKeys, labId, row),
    replacesId: replaced?.id ?? null,
    isWithdrawal: withdrawsReport(row.status),
    sampleDate: row.collected?.slice(0, 10) ?? date,
    sealId,
    sealed: sealLabResult(fieldKeys, sealId, written),
    state: 'review' as const,
    sealedState: sealState(fieldKeys, sealId, 'review'),
    recordedAt: now(),
  }
}
