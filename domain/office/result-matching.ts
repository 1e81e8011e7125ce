// Whose a row of a laboratory's file is (rules §9.5): tube and birth date, otherwise NHS number
// and birth date, otherwise a person decides; whatever disagrees is kept apart.
import type { LabRow } from './lab-rows.ts'
import type { RowReason } from './result-states.ts'
import {
  fitsOnlyFormer,
  isBorn,
  isEverNamedFully,
  isNamed,
  isNamedLast,
  type NamedPerson,
  type ReportedUnder,
} from './row-identity.ts'
import { plainTubeCode } from './tube-code.ts'

/**
 * An appointment with its member, London dates 'YYYY-MM-DD'. `tubes` are those of samples that stand,
 * `undone` those of samples that were undone (domain/office/attendance.ts); `isSampled` says whether
 * a sample stands. A row may be under the identity of now or, where `atSample` says so, under the one
 * of the sample, which the laboratory has.
 */
export type Sampled = ReportedUnder & {
  atSample?: (NamedPerson & { nhsNumber: string | null }) | null
  appointmentId: number
  nhsNumber: string | null
  date: string
  isSampled: boolean
  tubes: readonly string[]
  undone?: readonly string[]
  /** A lead said that all tubes that stand are theirs. */
  areAllTheirs?: boolean
  /** Tubes that stand and disagree with a slip (domain/office/slips.ts). */
  differing?: readonly string[]
  /** The record was erased, so nothing is recorded for it any more. */
  isErased?: boolean
  /** Another member has this NHS number too, so it proves nothing. */
  hasSharedNumber?: boolean
}

/**
 * Appointments that the row may be about: the owner of its tube, those at which a sample of that
 * tube was undone, those with its NHS number, and those with its birth date, at events of this
 * laboratory.
 */
export type Candidates = {
  byTube: Sampled | null
  /** Others at which a sample of the tube stands: a label of one event was used at another. */
  byTubeToo?: readonly Sampled[]
  byUndoneTube?: readonly Sampled[]
  byNhsNumber: readonly Sampled[]
  byBirthDate: readonly Sampled[]
}

export type Match =
  | { state: 'matched'; appointmentId: number }
  | { state: 'close'; reason: RowReason; closeIds: number[] }
  | { state: 'quarantined'; reason: RowReason; closeIds: number[] }

export function matchRow(row: LabRow, candidates: Candidates): Match {
  const alike = onDayOf(row, candidates.byBirthDate)
  const near = alike.filter((one) => fitsPerson(row, one))
  if (hasTube(row)) return matchTube(row, candidates, near)
  if (row.nhs_number !== null) return matchNumber(row, candidates, near)
  const named = alike.filter((one) => isNamedLast(row, one))
  const [one, ...others] = named
  if (!one) return apart('no_appointment', [])
  const doubt = others.length > 0 ? 'several_members' : doubtOf(row, one)
  if (doubt !== null && OF_TUBES.includes(doubt)) return apart(doubt, named)
  return close(doubt ?? 'no_code', named)
}

const OF_TUBES: readonly RowReason[] = ['tube_taken_back', 'two_tubes', 'slip_differs']

/** A tube that was ever taken back never matches by itself, whoever has it now. */
function matchTube(
  row: LabRow,
  { byTube, byTubeToo = [], byUndoneTube = [], byNhsNumber }: Candidates,
  near: readonly Sampled[],
): Match {
  const all = [...(byTube ? [byTube] : []), ...byTubeToo, ...byUndoneTube, ...near]
  if (byUndoneTube.length > 0) return apart('tube_taken_back', all)
  if (byTube?.isErased) return apart('member_erased', all)
  if (!byTube) return apart('tube_unknown', [...byNhsNumber, ...near])
  if (byTubeToo.length > 0) return apart('several_members', all)
  const reason =
    whyNotTheirs(row, byTube) ?? doubtOfTube(row, byTube) ?? doubtOfFormer(row, byTube, near)
  if (reason) return apart(reason, all)
  return isMistypedNumber(row) ? close('nhs_number_unreadable', all) : matched(byTube)
}

/** Somebody else fits as they are now, and this one only as they were at the sample. */
function doubtOfFormer(row: LabRow, one: Sampled, near: readonly Sampled[]): RowReason | null {
  if (!fitsOnlyFormer(row, one)) return null
  const others = near.filter(({ appointmentId }) => appointmentId !== one.appointmentId)
  return others.some((other) => !fitsOnlyFormer(row, other)) ? 'several_members' : null
}

function doubtOfTube({ tube }: LabRow, one: Sampled): RowReason | null {
  if (hasTwoTubes(one)) return 'two_tubes'
  const code = plainTubeCode(tube ?? '')
  return one.differing?.some((differing) => differing === code) ? 'slip_differs' : null
}

/** A number that two members have is never enough, whatever else fits. */
function matchNumber(row: LabRow, { byNhsNumber }: Candidates, near: readonly Sampled[]): Match {
  const born = byNhsNumber.filter((one) => isBorn(row, one))
  const [one, ...others] = onDayOf(row, born.length > 0 ? born : byNhsNumber)
  if (!one) return apart('no_appointment', [...byNhsNumber, ...near])
  if (others.length > 0 || byNhsNumber.some(({ hasSharedNumber }) => hasSharedNumber))
    return close('several_members', [one, ...others, ...byNhsNumber, ...near])
  const reason = whyNotTheirs(row, one) ?? doubtOf(row, one) ?? doubtOfFormer(row, one, near)
  return reason ? apart(reason, [one, ...near]) : matched(one)
}

/**
 * Whether a person may decide that the row is of this appointment: it carries the row's tube, which
 * was not taken back, and at least its birth date, last name or NHS number, or its NHS number and
 * birth date; a row without tube and number needs the birth date and the last name, and where a
 * mistyped number speaks against it both whole names. Never of an erased record, when
 * one of `others` fits name and birth date and this one does not, or without any recorded sample.
 */
export function mayDecide(row: LabRow, one: Sampled, others: readonly Sampled[] = []): boolean {
  if (one.isErased || fitsOther(row, one, others)) return false
  const isBornThen = isBorn(row, one)
  const isNamedSo = isNamedLast(row, one)
  const hasNumber = row.nhs_number !== null && numbersOf(one).includes(row.nhs_number)
  if (hasTube(row)) return carriesTube(row, one) && (isBornThen || isNamedSo || hasNumber)
  if (!one.isSampled && !isTakenBackAt(one)) return false
  if (row.nhs_number !== null) return isBornThen && hasNumber
  return isBornThen && (isMistypedNumber(row) ? isEverNamedFully(row, one) : isNamedSo)
}

/** Whether somebody else fits the row's name and birth date, and this one does not. */
export function fitsOther(row: LabRow, one: Sampled, others: readonly Sampled[]): boolean {
  const isOther = ({ appointmentId }: Sampled) => appointmentId !== one.appointmentId
  return (
    !fitsPerson(row, one) &&
    onDayOf(row, others).some((other) => isOther(other) && fitsPerson(row, other))
  )
}

function fitsPerson(row: LabRow, one: Sampled): boolean {
  return isBorn(row, one) && isNamed(row, one)
}

/** What a row without a tube cannot say: which of the samples it is about. */
function doubtOf(row: LabRow, one: Sampled): RowReason | null {
  if (isTakenBackAt(one)) return 'tube_taken_back'
  if (hasTwoTubes(one)) return 'two_tubes'
  if (one.differing?.length) return 'slip_differs'
  return isMistypedNumber(row) ? 'nhs_number_unreadable' : null
}

function isTakenBackAt({ undone = [] }: Sampled): boolean {
  return undone.length > 0
}

function hasTwoTubes({ tubes, areAllTheirs = false }: Sampled): boolean {
  return new Set(tubes).size > 1 && !areAllTheirs
}

/** 'NOT KNOWN', 'n/a' and a digit repeated say that there is no number. */
export function isMistypedNumber({ nhs_unreadable: text }: LabRow): boolean {
  const digits = text?.replace(/\D/g, '') ?? ''
  return new Set(digits).size > 1
}

function whyNotTheirs(row: LabRow, one: Sampled): RowReason | null {
  if (hasTube(row) && !carriesTube(row, one)) return 'tube_unknown'
  if (!isBorn(row, one)) return 'birth_date_differs'
  if (hasOtherNumber(row, one)) return 'nhs_number_differs'
  if (!isNamed(row, one)) return 'name_differs'
  if (!one.isSampled) return 'not_sampled'
  if (row.collected !== null && row.collected.slice(0, 10) !== one.date)
    return 'sampled_on_another_day'
  return null
}

function hasOtherNumber(row: LabRow, one: Sampled): boolean {
  const numbers = numbersOf(one)
  if (row.nhs_number === null || numbers.includes(row.nhs_number)) return false
  return numbers.length > 0 || !hasTube(row)
}

/** The NHS number of now and the one of the sample. */
function numbersOf({ nhsNumber, atSample }: Sampled): string[] {
  return [nhsNumber, atSample?.nhsNumber ?? null].flatMap((number) => number ?? [])
}

/** A tube that a laboratory wrote, also one that cannot be a code of ours. */
export function hasTube({ tube }: LabRow): boolean {
  return tube !== null && tube.trim() !== ''
}

function carriesTube({ tube }: LabRow, { tubes }: Sampled): boolean {
  const code = plainTubeCode(tube ?? '')
  return code !== null && tubes.includes(code)
}

function onDayOf({ collected }: LabRow, among: readonly Sampled[]): Sampled[] {
  const sampled = among.filter((one) => one.isSampled || isTakenBackAt(one))
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
  return [...new Set(among.map(({ appointmentId }) => appointmentId))]
}
