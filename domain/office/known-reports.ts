// What a row is when its laboratory number was recorded before. The number is no identity: it may
// begin again each year, and a correction may move to another member.
import { type LabRow, withdrawsReport } from './lab-rows.ts'
import type { Match } from './result-matching.ts'
import type { RowReason } from './result-states.ts'

/** A report that was recorded; `sampleDate` 'YYYY-MM-DD'. */
export type KnownReport = {
  id: number
  memberId: number
  appointmentId: number
  sampleDate: string | null
  isWithdrawal: boolean
  isReplaced: boolean
}

type NumberVerdict = { reports: KnownReport[] } & (
  | { kind: 'as matched' }
  | { kind: 'conflict' | 'quarantined'; reason: RowReason }
)

/**
 * The reports of the row's number that nothing has replaced and that may be of its sample: those of
 * the year in which the sample was taken, or of all years where the row has no date.
 */
export function currentReports(
  { collected }: Pick<LabRow, 'collected'>,
  known: readonly KnownReport[],
): KnownReport[] {
  const year = collected?.slice(0, 4)
  return known.filter(
    ({ isReplaced, sampleDate }) =>
      !isReplaced && (year === undefined || sampleDate === null || sampleDate.slice(0, 4) === year),
  )
}

/**
 * What the reports of its number make of a row. `members` are those of the appointments in `match`;
 * `reports` those that a person sees beside it.
 */
export function judgeNumber(
  row: LabRow,
  of: {
    match: Match
    known: readonly KnownReport[]
    members: readonly number[]
    /** There is a result of the matched appointment. */
    hasResult: boolean
  },
): NumberVerdict {
  const { match, known, members, hasResult } = of
  const reports = currentReports(row, known)
  const conflict = (reason: RowReason): NumberVerdict => ({
    kind: 'conflict',
    reason,
    reports: reports.length > 0 ? reports : known.filter((one) => !one.isReplaced),
  })
  const asMatched: NumberVerdict = { kind: 'as matched', reports }
  const theirs = reports.filter(({ memberId }) => members.includes(memberId))
  const appointmentId = match.state === 'matched' ? match.appointmentId : null
  const own = theirs.findLast((one) => one.appointmentId === appointmentId)
  const isUndated = row.collected === null && appointmentId !== null
  if (isUndated && isOfSeveralYears(reports, own)) return conflict('year_unknown')
  if (row.status === 'final') {
    if (reports.length > 0)
      return conflict(
        theirs.length > 0 || members.length === 0 ? 'other_content' : 'number_of_another',
      )
    return hasResult ? resultThere() : asMatched
  }
  const standing = reports.filter(({ isWithdrawal }) => !isWithdrawal)
  if (standing.length === 0) return conflict('nothing_to_correct')
  if (theirs.length === 0 && members.length > 0)
    return conflict(withdrawsReport(row.status) ? 'withdraws_another' : 'moved_to_another')
  if (appointmentId === null) return asMatched
  if (!own) return resultThere()
  return own.isWithdrawal ? conflict('nothing_to_correct') : asMatched

  function resultThere(): NumberVerdict {
    return { kind: 'quarantined', reason: 'result_there_already', reports }
  }
}

/**
 * The report that a row replaces when it is recorded for this appointment, null for a new one: only
 * ever one of the same member, and for a final report only one of the same appointment.
 */
export function replacedReport(
  row: LabRow,
  of: {
    known: readonly KnownReport[]
    appointment: { id: number; memberId: number; date: string }
    isOtherSample: boolean
  },
): KnownReport | null {
  const { known, appointment, isOtherSample } = of
  if (isOtherSample) return null
  const collected = row.collected ?? appointment.date
  const theirs = currentReports({ collected }, known).filter(
    ({ memberId }) => memberId === appointment.memberId,
  )
  const own = theirs.findLast(({ appointmentId }) => appointmentId === appointment.id)
  return own ?? (row.status === 'final' ? null : (theirs.at(-1) ?? null))
}

/** What the laboratory withdraws of a report that it made for another person. */
export function withdrawalOf(report: LabRow, by: LabRow): LabRow {
  const { received, reported } = by
  const nothing = { value: null, range: null, outcome: null, comment: null, flag: null }
  return { ...report, ...nothing, received, reported, row: by.row, status: 'wrong_patient' }
}

/** Whether only a person can say which year the row is of. */
function isOfSeveralYears(reports: readonly KnownReport[], own: KnownReport | undefined): boolean {
  const years = new Set(reports.map(({ sampleDate }) => sampleDate?.slice(0, 4)))
  return years.size > 1 || (reports.length > 0 && !own)
}
