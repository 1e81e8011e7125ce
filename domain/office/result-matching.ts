// Whose a row of a laboratory's file is (office.md §5): tube and birth date, otherwise NHS number
// and birth date, otherwise a person decides; whatever disagrees is kept apart.
import { foldedWords } from '../fold-text.ts'
import type { LabRow } from './lab-rows.ts'
import type { RowReason } from './result-states.ts'
import { readTubeCode } from './tube-code.ts'

/** An appointment as it was on its day: identity at that time, London dates 'YYYY-MM-DD'. */
export type Sampled = {
  appointmentId: number
  firstName: string
  lastName: string
  dateOfBirth: string
  nhsNumber: string | null
  date: string
  isSampled: boolean
  tubes: readonly string[]
}

/**
 * Appointments that the row may be about: the owner of its tube, those with its NHS number, and
 * those with its birth date, of which `closeTo` keeps the ones of this laboratory and these days.
 */
export type Candidates = {
  byTube: Sampled | null
  byNhsNumber: readonly Sampled[]
  byBirthDate: readonly Sampled[]
}

export type Match =
  | { state: 'matched'; appointmentId: number }
  | { state: 'close'; reason: RowReason; closeIds: number[] }
  | { state: 'quarantined'; reason: RowReason; closeIds: number[] }

export function matchRow(row: LabRow, { byTube, byNhsNumber, byBirthDate }: Candidates): Match {
  if (hasTube(row)) {
    if (!byTube) return apart('tube_unknown', byNhsNumber)
    const why = whyNotTheirs(row, byTube)
    return why ? apart(why, [byTube]) : matched(byTube)
  }
  if (row.nhs_number !== null) {
    const born = byNhsNumber.filter(({ dateOfBirth }) => dateOfBirth === row.date_of_birth)
    const [one, ...others] = onDayOf(row, born.length > 0 ? born : byNhsNumber)
    if (!one) return apart('no_appointment', byNhsNumber)
    if (others.length > 0) return close('several_members', [one, ...others])
    const why = whyNotTheirs(row, one)
    return why ? apart(why, [one]) : matched(one)
  }
  const alike = onDayOf(row, byBirthDate).filter((one) => isSameName(row.last_name, one.lastName))
  if (alike.length === 0) return apart('no_appointment', [])
  return close(alike.length > 1 ? 'several_members' : 'no_code', alike)
}

/**
 * Whether a person may decide that the row is of this appointment: it carries the row's tube and at
 * least its birth date, last name or NHS number, or its NHS number and birth date; a row without
 * tube and number needs the birth date and the last name.
 */
export function mayDecide(row: LabRow, one: Sampled): boolean {
  const isBornThen = row.date_of_birth === one.dateOfBirth
  const isNamedSo = isSameName(row.last_name, one.lastName)
  const hasNumber = row.nhs_number !== null && row.nhs_number === one.nhsNumber
  if (hasTube(row)) return carriesTube(row, one) && (isBornThen || isNamedSo || hasNumber)
  if (row.nhs_number !== null) return isBornThen && hasNumber
  return isBornThen && isNamedSo
}

/** Names are compared without case, accents and signs; one may be a part of the other. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [foldedWords(one), foldedWords(other)]
  if (first.length === 0 || second.length === 0) return false
  const [fewer, more] = first.length < second.length ? [first, second] : [second, first]
  return fewer.every((word) => more.includes(word)) || first.join('') === second.join('')
}

function whyNotTheirs(row: LabRow, one: Sampled): RowReason | null {
  if (hasTube(row) && !carriesTube(row, one)) return 'tube_unknown'
  if (row.date_of_birth !== one.dateOfBirth) return 'birth_date_differs'
  if (row.nhs_number !== null && one.nhsNumber !== null && row.nhs_number !== one.nhsNumber)
    return 'nhs_number_differs'
  if (row.nhs_number !== null && one.nhsNumber === null && !hasTube(row))
    return 'nhs_number_differs'
  if (!isSameName(row.last_name, one.lastName)) return 'name_differs'
  if (!isSameFirstName(row.first_name, one.firstName)) return 'name_differs'
  if (!one.isSampled) return 'not_sampled'
  if (row.collected !== null && row.collected.slice(0, 10) !== one.date)
    return 'sampled_on_another_day'
  return null
}

function isSameFirstName(one: string, other: string): boolean {
  const [first, second] = [foldedWords(one)[0] ?? '', foldedWords(other)[0] ?? '']
  if (first === '' || second === '') return true
  const isInitial = first.length === 1 || second.length === 1
  return isInitial ? first[0] === second[0] : isSameName(one, other)
}

/** A tube that a laboratory wrote, also one that cannot be a code of ours. */
export function hasTube({ tube }: LabRow): boolean {
  return tube !== null && tube.trim() !== ''
}

function carriesTube({ tube }: LabRow, { tubes }: Sampled): boolean {
  const code = readTubeCode(tube ?? '')
  return code !== null && tubes.includes(code)
}

function onDayOf({ collected }: LabRow, among: readonly Sampled[]): Sampled[] {
  const sampled = among.filter(({ isSampled }) => isSampled)
  if (collected === null) return sampled
  return sampled.filter(({ date }) => date === collected.slice(0, 10))
}

function matched({ appointmentId }: Sampled): Match {
  return { state: 'matched', appointmentId }
}

function close(reason: RowReason, among: readonly Sampled[]): Match {
  return { state: 'close', reason, closeIds: idsOf(among) }
}

function apart(reason: RowReason, among: readonly Sampled[]): Match {
  return { state: 'quarantined', reason, closeIds: idsOf(among) }
}

function idsOf(among: readonly Sampled[]): number[] {
  return among.map(({ appointmentId }) => appointmentId)
}
