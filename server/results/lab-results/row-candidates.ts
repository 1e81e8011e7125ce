// Of whom a row may be, and whether a person may say so.
import { currentReports, type KnownReport } from '../../../domain/office/known-reports.ts'
import { type LabRow, withdrawsReport } from '../../../domain/office/lab-rows.ts'
import {
  type Candidates,
  fitsOther,
  mayDecide,
  type Sampled,
} from '../../../domain/office/result-matching.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import {
  type CandidateRow,
  listByBirthDate,
  listByNhsNumber,
  listByTube,
  listChangedSince,
} from './candidates.queries.ts'
import { hex, unique } from './collections.ts'
import { identityAtSample } from './identity-at-sample.ts'
import { nhsIndexOf } from './row-indexes.ts'

/** The appointments that have something of a row, as the rule sees them and as they are stored. */
export type RowCandidates = Candidates & { rows: CandidateRow[] }

/** Looks up the candidates of all rows together; returns those of one. */
export async function candidatesFor(
  q: Queryable,
  of: { fieldKeys: FieldKeys; labId: number; rows: readonly LabRow[] },
): Promise<(row: LabRow) => RowCandidates> {
  const { fieldKeys, labId, rows } = of
  const codes = unique(rows.flatMap(({ tube }) => (tube && readTubeCode(tube)) || []))
  const nhsNumbers = unique(rows.flatMap(({ nhs_number: number }) => number ?? []))
  const indexes = nhsNumbers.map((number) => nhsIndexOf(fieldKeys, number))
  const dates = unique(rows.map((row) => row.date_of_birth))
  const withTube = codes.length > 0 ? await listByTube(q, codes) : []
  const numbered = indexes.length > 0 ? await listByNhsNumber(q, { labId, indexes }) : []
  const alike = dates.length > 0 ? await listByBirthDate(q, { labId, dates }) : []
  const born = Map.groupBy(alike, (one) => one.dateOfBirth)
  const byNumber = Map.groupBy(numbered, ({ nhsNumberIndex }) => hex(nhsNumberIndex))
  const former = (await listChangedSince(q, labId)).map((one) => ({
    one,
    atSample: identityAtSample(fieldKeys, one, null),
  }))
  const byTube = Map.groupBy(
    withTube.flatMap((one) => tubesOf(one).map((code) => ({ code, one }))),
    ({ code }) => code,
  )
  return (row) => {
    const index = row.nhs_number === null ? null : nhsIndexOf(fieldKeys, row.nhs_number)
    const code = row.tube && readTubeCode(row.tube)
    const holders = (code && byTube.get(code)?.map(({ one }) => one)) || []
    const owner = code ? ownerOf(holders, code) : null
    const formerly = holders.filter(({ undone }) => undone.some(({ tube }) => tube === code))
    const formerlyOf = (fact: 'nhs_number' | 'date_of_birth') =>
      former.flatMap(({ one, atSample }) =>
        atSample !== null && atSample[fact] !== null && atSample[fact] === row[fact] ? one : [],
      )
    const withNumber = onceEach(
      index ? [...(byNumber.get(hex(index)) ?? []), ...formerlyOf('nhs_number')] : [],
    )
    const bornThen = onceEach([
      ...(born.get(row.date_of_birth) ?? []),
      ...formerlyOf('date_of_birth'),
    ])
    const see = (one: CandidateRow) => toSampled(fieldKeys, one, row, withNumber)
    return {
      byTube: owner && see(owner),
      byTubeToo: holders
        .filter((one) => one.appointmentId !== owner?.appointmentId && hasSample(one, code))
        .map(see),
      byUndoneTube: formerly.map(see),
      byNhsNumber: withNumber.map(see),
      byBirthDate: bornThen.map(see),
      rows: [...holders, ...withNumber, ...bornThen],
    }
  }
}

function onceEach(rows: readonly CandidateRow[]): CandidateRow[] {
  return [...new Map(rows.map((one) => [one.appointmentId, one])).values()]
}

/** The appointment with the latest sample of this tube that stands. */
function ownerOf(holders: readonly CandidateRow[], code: string): CandidateRow | null {
  const samples = holders.flatMap((one) =>
    one.samples.filter(({ tube }) => tube === code).map(({ at }) => ({ one, at })),
  )
  samples.sort((a, b) => a.at.getTime() - b.at.getTime())
  return samples.at(-1)?.one ?? null
}

function hasSample({ samples }: CandidateRow, code: string | null): boolean {
  return samples.some(({ tube }) => tube === code)
}

function tubesOf({ samples, undone }: CandidateRow): string[] {
  return unique([...samples, ...undone].map(({ tube }) => tube))
}

/** NHS numbers are compared by their keyed hashes: the candidate's reads as the row's or as another. */
function toSampled(
  keys: FieldKeys,
  one: CandidateRow,
  row: LabRow,
  withNumber: readonly CandidateRow[] = [],
): Sampled {
  const { nhsNumberIndex } = one
  const index = row.nhs_number === null ? null : nhsIndexOf(keys, row.nhs_number)
  const isSame = index !== null && nhsNumberIndex?.equals(index) === true
  const former = formerOf(keys, one, row)
  const hasOther = withNumber.some(({ memberId }) => memberId !== one.memberId)
  return {
    appointmentId: one.appointmentId,
    firstName: one.firstName,
    lastName: one.lastName,
    latinFirstName: one.latinFirstName,
    latinLastName: one.latinLastName,
    dateOfBirth: one.dateOfBirth,
    atSample: former && { ...former, nhsNumber: hasOther ? null : former.nhsNumber },
    nhsNumber: isSame ? row.nhs_number : nhsNumberIndex && 'another',
    isErased: one.isErased,
    hasSharedNumber: one.isNumberShared,
    date: ukDate(one.startsAt),
    isSampled: one.samples.length > 0,
    tubes: unique(one.samples.map(({ tube }) => tube)),
    undone: unique(one.undone.map(({ tube }) => tube)),
    areAllTheirs: one.areAllTheirs,
    differing: unique(one.differing.map(({ tube }) => tube)),
  }
}

/** As at the sample; null when nothing of the identity was changed since the sample. */
export function formerOf(keys: FieldKeys, one: CandidateRow, row: Pick<LabRow, 'tube'>) {
  const identity = identityAtSample(keys, one, row.tube && readTubeCode(row.tube))
  return (
    identity && {
      firstName: identity.first_name,
      lastName: identity.last_name,
      latinFirstName: identity.latin_first_name ?? null,
      latinLastName: identity.latin_last_name ?? null,
      dateOfBirth: identity.date_of_birth,
      nhsNumber: identity.nhs_number,
    }
  )
}

/** The appointments with a report of the row's number and year that may be withdrawn. */
export function appointmentsReported(row: LabRow, known: readonly KnownReport[]): number[] {
  return currentReports(row, known).flatMap(({ isWithdrawal, appointmentId }) =>
    isWithdrawal ? [] : appointmentId,
  )
}

/**
 * Whether a person may give the row to this appointment (domain/office/result-matching.ts). A row
 * that withdraws a report may be given to the appointments that have one, and to no other.
 */
export function mayBeOf(
  keys: FieldKeys,
  row: LabRow,
  of: {
    candidate: CandidateRow
    candidates: RowCandidates
    /** As appointmentsReported returns them. */
    reported: readonly number[]
  },
): boolean {
  const { candidate, candidates, reported } = of
  if (withdrawsReport(row.status) && reported.length > 0)
    return reported.includes(candidate.appointmentId)
  return carriesEnough(keys, row, of.candidate, candidates)
}

/** Whether somebody else fits the row's name and birth date, and this one does not. */
export function fitsAnother(
  keys: FieldKeys,
  row: LabRow,
  candidate: CandidateRow,
  { byBirthDate }: Pick<Candidates, 'byBirthDate'>,
): boolean {
  return fitsOther(row, toSampled(keys, candidate, row), byBirthDate)
}

/** Whether the row says enough of itself to be of this appointment. */
export function carriesEnough(
  keys: FieldKeys,
  row: LabRow,
  candidate: CandidateRow,
  { byBirthDate }: Pick<Candidates, 'byBirthDate'>,
): boolean {
  return mayDecide(row, toSampled(keys, candidate, row), byBirthDate)
}
