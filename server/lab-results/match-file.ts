import type { LabRow } from '../../domain/office/lab-rows.ts'
import { hasTube, type Match, matchRow, type Sampled } from '../../domain/office/result-matching.ts'
import type { RowReason, RowState } from '../../domain/office/result-states.ts'
import { readTubeCode } from '../../domain/office/tube-code.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Queryable } from '../db/database.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import {
  type CandidateRow,
  listByBirthDate,
  listByNhsNumber,
  listByTube,
} from './candidates.queries.ts'
import { listAppointmentsWithResult, listKnownNumbers } from './imports.queries.ts'
import { contentIndexOf, nhsIndexOf, numberIndexOf } from './row-indexes.ts'

export type MatchedRow = {
  row: LabRow
  state: RowState
  reason: RowReason | null
  appointmentId: number | null
  closeIds: number[]
}

type Known = Awaited<ReturnType<typeof listKnownNumbers>>[number]
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
  content: Buffer
  earlier: readonly Known[]
  match: Match
  hasResult: boolean
}

const ROWS_OF_A_LOOK = 500

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
  const twice = samplesTwice(looked)
  const inFile = new Map<string, Buffer>()
  return looked.map((one) => {
    const { row, number, content, earlier, match } = one
    const before = inFile.get(number)
    inFile.set(number, content)
    if (before?.equals(content) || earlier.some(({ contentIndex }) => contentIndex.equals(content)))
      return { row, ...ended('repeated', null) }
    if (before) return { row, ...ended('conflict', 'other_content') }
    if (twice.has(tubeKey(row))) return { row, ...ended('quarantined', 'tube_twice_in_file') }
    if (twice.has(appointmentKey(match))) {
      const apart = ended('quarantined', 'appointment_twice_in_file')
      return { row, ...apart, closeIds: idsIn(match) }
    }
    return { row, ...afterEarlier(one) }
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
  const find = await candidatesFor(q, { ...keyed, rows })
  const matches = rows.map((row) => rule(row, find(row)))
  const withResult = await listAppointmentsWithResult(q, unique(matches.flatMap(idsIn)))
  return rows.map((row, place) => {
    const match = matches[place]
    if (!match) throw new Error(`row ${row.row} was not looked at`)
    const number = hex(numbers[place] ?? null)
    return {
      row,
      number,
      content: contentIndexOf(fieldKeys, labId, row),
      earlier: known.get(number) ?? [],
      match,
      hasResult: idsIn(match).some((id) => withResult.has(id)),
    }
  })
}

/** A final report is the first of its number; a corrected or deleted one is about an earlier. */
function afterEarlier({ row, match, earlier, hasResult }: LookedUp): Omit<MatchedRow, 'row'> {
  const last = earlier.at(-1)
  if (row.status === 'final' && last) return ended('conflict', 'other_content')
  if (row.status !== 'final' && (!last || last.isWithdrawal))
    return ended('conflict', 'nothing_to_correct')
  if (match.state !== 'matched') return { ...match, appointmentId: null }
  const { appointmentId } = match
  const isOther = last ? last.appointmentId !== appointmentId : hasResult
  if (!isOther) return { state: 'matched', reason: null, appointmentId, closeIds: [] }
  return { ...ended('quarantined', 'result_there_already'), closeIds: [appointmentId] }
}

function ended(state: RowState, reason: RowReason | null): Omit<MatchedRow, 'row'> {
  return { state, reason, appointmentId: null, closeIds: [] }
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
  const code = readTubeCode(tube ?? '')
  return code === null ? '' : `tube ${code}`
}

function appointmentKey(match: Match): string {
  return match.state === 'matched' ? `appointment ${match.appointmentId}` : ''
}

function idsIn(match: Match): number[] {
  return match.state === 'matched' ? [match.appointmentId] : []
}

async function candidatesFor(
  q: Queryable,
  { fieldKeys, labId, rows }: Keyed & { rows: readonly LabRow[] },
) {
  const codes = unique(rows.flatMap(({ tube }) => (tube && readTubeCode(tube)) || []))
  const nhsNumbers = unique(rows.flatMap(({ nhs_number: number }) => number ?? []))
  const indexes = nhsNumbers.map((number) => nhsIndexOf(fieldKeys, number))
  const withoutCode = rows.filter((row) => !hasTube(row) && row.nhs_number === null)
  const dates = unique(withoutCode.map((row) => row.date_of_birth))
  const owners = codes.length > 0 ? await listByTube(q, codes) : []
  const numbered = indexes.length > 0 ? await listByNhsNumber(q, { labId, indexes }) : []
  const alike = dates.length > 0 ? await listByBirthDate(q, { labId, dates }) : []
  const born = Map.groupBy(alike, (one) => one.dateOfBirth)
  const byNumber = Map.groupBy(numbered, ({ nhsNumberIndex }) => hex(nhsNumberIndex))
  const byTube = new Map(owners.flatMap((one) => one.tubes.map((code) => [code, one] as const)))
  return (row: LabRow) => {
    const index = row.nhs_number === null ? null : nhsIndexOf(fieldKeys, row.nhs_number)
    const see = (one: CandidateRow) => toSampled(one, row, index)
    const owner = row.tube ? byTube.get(readTubeCode(row.tube) ?? '') : undefined
    return {
      byTube: owner ? see(owner) : null,
      byNhsNumber: (index ? (byNumber.get(hex(index)) ?? []) : []).map(see),
      byBirthDate: (born.get(row.date_of_birth) ?? []).map(see),
    }
  }
}

/** NHS numbers are compared by their keyed hashes: the candidate's reads as the row's or as another. */
export function toSampled(one: CandidateRow, row: LabRow, index: Buffer | null): Sampled {
  const { nhsNumberIndex } = one
  const isSame = index !== null && nhsNumberIndex?.equals(index) === true
  return {
    appointmentId: one.appointmentId,
    firstName: one.firstName,
    lastName: one.lastName,
    dateOfBirth: one.dateOfBirth,
    nhsNumber: isSame ? row.nhs_number : nhsNumberIndex && 'another',
    date: ukDate(one.startsAt),
    isSampled: one.state === 'sampled',
    tubes: one.tubes,
  }
}

function hex(bytes: Buffer | null): string {
  return bytes?.toString('hex') ?? ''
}

function unique<T extends string | number>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function uniqueBytes(values: readonly Buffer[]): Buffer[] {
  return [...new Map(values.map((value) => [hex(value), value])).values()]
}
