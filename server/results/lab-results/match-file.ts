import { currentReports, judgeNumber, withdrawalOf } from '../../../domain/office/known-reports.ts'
import type { LabRow } from '../../../domain/office/lab-rows.ts'
import { type Match, matchRow } from '../../../domain/office/result-matching.ts'
import type { RowReason, RowState } from '../../../domain/office/result-states.ts'
import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import { openLabResult } from '../../facts/sealed-lab-results.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { listByIds } from './candidates.queries.ts'
import { hex, unique, uniqueBytes } from './collections.ts'
import {
  type KnownNumber,
  listAppointmentsWithResult,
  listKnownNumbers,
  listKnownReports,
} from './imports.queries.ts'
import { candidatesFor } from './row-candidates.ts'
import { contentIndexOf, numberIndexOf } from './row-indexes.ts'

export type MatchedRow = {
  row: LabRow
  state: RowState
  reason: RowReason | null
  appointmentId: number | null
  closeIds: number[]
  /** The row whose report goes to another member; this one withdraws the report that stands. */
  withdrawsFor?: number
}
type Outcome = Omit<MatchedRow, 'row'>

type Keyed = {
  fieldKeys: FieldKeys
  labId: number
  /** The rule, which a test may replace. */
  match?: typeof matchRow | undefined
}
/** A row with what the database knows about it, whatever else the file holds. */
type LookedUp = {
  row: LabRow
  number: string
  content: string
  earlier: readonly KnownNumber[]
  match: Match
  members: ReadonlyMap<number, number>
  hasResult: boolean
}

const ROWS_OF_A_LOOK = 500
/** Rows that withdraw a report for another row are numbered after those of the file. */
const AFTER_THE_FILE = 1_000_000

/** What each row is, with the other rows of the file and what was recorded earlier. */
export async function matchFile(
  q: Queryable,
  { rows, ...keyed }: Keyed & { rows: readonly LabRow[] },
): Promise<MatchedRow[]> {
  const looked: LookedUp[] = []
  for (let from = 0; from < rows.length; from += ROWS_OF_A_LOOK)
    looked.push(
      ...(await findKnown(q, { ...keyed, rows: rows.slice(from, from + ROWS_OF_A_LOOK) })),
    )
  const repeated = repeatedIn(looked)
  const fresh = looked.filter((one) => !repeated.has(one))
  const twice = samplesTwice(looked)
  const groups = Map.groupBy(fresh, ({ number }) => number)
  const disagreeing = numbersTwice([...groups.values()])
  return looked.map((one) => {
    const { row, match } = one
    if (repeated.has(one)) return { row, ...ended('repeated', null) }
    if (disagreeing.has(one)) return { row, ...waiting('conflict', 'other_content', one) }
    if (twice.has(tubeKey(row)))
      return { row, ...waiting('quarantined', 'tube_twice_in_file', one) }
    if (twice.has(appointmentKey(match)))
      return { row, ...waiting('quarantined', 'appointment_twice_in_file', one) }
    return { row, ...afterEarlier(one, earlierInFile(one, groups.get(one.number) ?? [])) }
  })
}

/**
 * For each row whose report goes to another member: a row that withdraws the report that stands,
 * for a person to decide apart.
 */
export async function withdrawalsFor(
  q: Queryable,
  { matched, fieldKeys, labId }: Keyed & { matched: readonly MatchedRow[] },
): Promise<MatchedRow[]> {
  const moved = matched.filter(({ reason }) => reason === 'moved_to_another')
  if (moved.length === 0) return []
  const numbers = moved.map(({ row }) => numberIndexOf(fieldKeys, labId, row))
  const reports = await listKnownReports(q, { labId, numbers })
  return moved.flatMap(({ row }, place) => {
    const known = reports.filter(({ numberIndex }) => numbers[place]?.equals(numberIndex))
    const standing = currentReports(row, known).filter(({ isWithdrawal }) => !isWithdrawal)
    return known
      .filter(({ id }) => standing.some((one) => one.id === id))
      .map((report, n) => ({
        row: {
          ...withdrawalOf(openLabResult(fieldKeys, report), row),
          row: AFTER_THE_FILE * (n + 1) + row.row,
        },
        state: 'conflict' as const,
        reason: 'reported_for_another' as const,
        appointmentId: null,
        closeIds: [report.appointmentId],
        withdrawsFor: row.row,
      }))
  })
}

async function findKnown(
  q: Queryable,
  { rows, ...keyed }: Keyed & { rows: readonly LabRow[] },
): Promise<LookedUp[]> {
  const { fieldKeys, labId, match: rule = matchRow } = keyed
  const numbers = rows.map((row) => numberIndexOf(fieldKeys, labId, row))
  const known = Map.groupBy(
    await listKnownNumbers(q, { labId, numbers: uniqueBytes(numbers) }),
    ({ numberIndex }) => hex(numberIndex),
  )
  const find = await candidatesFor(q, { fieldKeys, labId, rows })
  const matches = rows.map((row) => rule(row, find(row)))
  const withResult = await listAppointmentsWithResult(q, unique(matches.flatMap(matchedIn)))
  const people = await listByIds(q, unique(matches.flatMap(idsIn)))
  const members = new Map(people.map((one) => [one.appointmentId, one.memberId]))
  return rows.map((row, place) => {
    const match = matches[place]
    if (!match) throw new Error(`row ${row.row} was not looked at`)
    const number = hex(numbers[place] ?? null)
    return {
      row,
      number,
      content: hex(contentIndexOf(fieldKeys, labId, row)),
      earlier: known.get(number) ?? [],
      match,
      members,
      hasResult: matchedIn(match).some((id) => withResult.has(id)),
    }
  })
}

/** What the reports make of it that were recorded under its number, or stand above it in the file. */
function afterEarlier(one: LookedUp, inFile: KnownNumber | null): Outcome {
  const { row, match, earlier, members, hasResult } = one
  const known = inFile ? [...earlier, inFile] : earlier
  if (match.state === 'quarantined' && match.reason === 'member_erased' && row.status === 'final')
    return { ...match, appointmentId: null }
  const own = idsIn(match).flatMap((id) => members.get(id) ?? [])
  const verdict = judgeNumber(row, { match, known, members: own, hasResult })
  const reported = verdict.reports.map(({ appointmentId }) => appointmentId)
  const closeIds = unique([...idsIn(match), ...reported])
  if (verdict.kind !== 'as matched')
    return { state: verdict.kind, reason: verdict.reason, appointmentId: null, closeIds }
  if (match.state === 'matched') return { ...matchedTo(match.appointmentId) }
  return { state: match.state, reason: match.reason, appointmentId: null, closeIds }
}

function matchedTo(appointmentId: number): Outcome {
  return { state: 'matched', reason: null, appointmentId, closeIds: [] }
}

function ended(state: RowState, reason: RowReason | null): Outcome {
  return { state, reason, appointmentId: null, closeIds: [] }
}

function waiting(state: RowState, reason: RowReason, { match, earlier, row }: LookedUp): Outcome {
  const reported = currentReports(row, earlier).map(({ appointmentId }) => appointmentId)
  return { ...ended(state, reason), closeIds: unique([...idsIn(match), ...reported]) }
}

/** Rows that say what another above them says, or what was recorded. */
function repeatedIn(looked: readonly LookedUp[]): Set<LookedUp> {
  const seen = new Set<string>()
  return new Set(
    looked.filter(({ number, content, earlier }) => {
      const key = `${number} ${content}`
      const isSeen = seen.has(key)
      seen.add(key)
      return isSeen || earlier.some(({ contentIndex }) => hex(contentIndex) === content)
    }),
  )
}

/** Rows of one number and year that disagree, unless the second corrects the first. */
function numbersTwice(groups: readonly LookedUp[][]): Set<LookedUp> {
  const disagreeing = groups.flatMap((group) =>
    group.filter((one) => {
      const twins = group.filter((other) => other !== one && mayBeOfOneYear(one.row, other.row))
      const [twin] = twins
      if (!twin) return false
      const [first, second] = group.indexOf(one) < group.indexOf(twin) ? [one, twin] : [twin, one]
      return twins.length > 1 || !corrects(first, second)
    }),
  )
  return new Set(disagreeing)
}

/** A final report, and the one correction or withdrawal of it, both of one appointment. */
function corrects(first: LookedUp, second: LookedUp): boolean {
  const key = appointmentKey(first.match)
  const isSame = key !== '' && key === appointmentKey(second.match)
  return isSame && first.row.status === 'final' && second.row.status !== 'final'
}

/** The report above this row that it corrects, as it will be once that is recorded. */
function earlierInFile(one: LookedUp, group: readonly LookedUp[]): KnownNumber | null {
  if (one.row.status === 'final') return null
  const first = group.find((other) => mayBeOfOneYear(one.row, other.row) && corrects(other, one))
  const [appointmentId] = first ? matchedIn(first.match) : []
  const memberId = appointmentId === undefined ? undefined : one.members.get(appointmentId)
  if (!first || appointmentId === undefined || memberId === undefined) return null
  return {
    id: 0,
    memberId,
    appointmentId,
    numberIndex: Buffer.alloc(0),
    contentIndex: Buffer.alloc(0),
    sampleDate: first.row.collected?.slice(0, 10) ?? null,
    isWithdrawal: false,
    isReplaced: false,
  }
}

function mayBeOfOneYear(one: LabRow, other: LabRow): boolean {
  const [first, second] = [one.collected, other.collected]
  return first === null || second === null || first.slice(0, 4) === second.slice(0, 4)
}

/** Tubes and appointments that two reports of the file are about, by their numbers. */
function samplesTwice(looked: readonly LookedUp[]): Set<string> {
  const first = new Map<string, string>()
  const twice = new Set<string>()
  for (const { row, number, match } of looked) {
    for (const key of [tubeKey(row), appointmentKey(match)]) {
      const other = first.get(key) ?? number
      if (key !== '' && other !== number) twice.add(key)
      first.set(key, other)
    }
  }
  return twice
}

function tubeKey({ tube }: LabRow): string {
  const code = plainTubeCode(tube ?? '')
  return code === null ? '' : `tube ${code}`
}

function appointmentKey(match: Match): string {
  return match.state === 'matched' ? `appointment ${match.appointmentId}` : ''
}

function matchedIn(match: Match): number[] {
  return match.state === 'matched' ? [match.appointmentId] : []
}

function idsIn(match: Match): number[] {
  return match.state === 'matched' ? [match.appointmentId] : match.closeIds
}
