// Whether a row of a laboratory is in a member's name and with their birth date: as they are now, or as
// they were at the sample (docs/decisions/0047).
import { foldedWords } from '../fold-text.ts'

/** Names and birth date ('YYYY-MM-DD'); the Latin names are as the laboratory's form has them. */
export type NamedPerson = {
  firstName: string
  lastName: string
  latinFirstName?: string | null
  latinLastName?: string | null
  dateOfBirth: string
}
type Names = Omit<NamedPerson, 'dateOfBirth'>
/** `atSample` where the identity was changed after the sample: as the laboratory knew them. */
export type ReportedUnder = NamedPerson & { atSample?: NamedPerson | null }

export const FORMER_FACTS = ['name', 'birth_date'] as const
export type FormerFact = (typeof FORMER_FACTS)[number]

type RowName = { first_name: string; last_name: string }
type RowPerson = RowName & { date_of_birth: string }

/** Names are compared without case, accents and signs; one may be a part of the other. */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [foldedWords(one), foldedWords(other)]
  if (first.length === 0 || second.length === 0) return false
  const [fewer, more] = first.length < second.length ? [first, second] : [second, first]
  return fewer.every((word) => more.includes(word)) || first.join('') === second.join('')
}

/** Whether both names of the row are the member's whole names, in one of the two ways of writing. */
export function isNamedFully(row: RowName, one: Names): boolean {
  const firstNames = [one.firstName, one.latinFirstName ?? '']
  return isLast(row, one) && firstNames.some((name) => isSameName(row.first_name, name))
}

/** As isNamedFully, now or at the sample. */
export function isEverNamedFully(row: RowName, one: ReportedUnder): boolean {
  return identities(one).some((identity) => isNamedFully(row, identity))
}

/** Whether the last name is theirs, now or at the sample. */
export function isNamedLast(row: RowName, one: ReportedUnder): boolean {
  return identities(one).some((identity) => isLast(row, identity))
}

/** Whether last name and first name, or its initial, are theirs: both now, or both at the sample. */
export function isNamed(row: RowName, one: ReportedUnder): boolean {
  return identities(one).some((identity) => isNamedAs(row, identity))
}

/** Whether the birth date is theirs, now or at the sample. */
export function isBorn({ date_of_birth: born }: RowPerson, one: ReportedUnder): boolean {
  return identities(one).some(({ dateOfBirth }) => dateOfBirth === born)
}

/** Whether name or birth date fit only as they were at the sample. */
export function fitsOnlyFormer(row: RowPerson, one: ReportedUnder): boolean {
  const now = { ...one, atSample: null }
  return isNamed(row, one) && isBorn(row, one) && !(isNamed(row, now) && isBorn(row, now))
}

/** Which facts of the row are theirs only as they were at the sample. */
export function formerFacts(row: RowPerson, { atSample, ...now }: ReportedUnder): FormerFact[] {
  if (!atSample) return []
  const isFormerName = !isNamedFully(row, now) && isNamedFully(row, atSample)
  const isFormerDate = row.date_of_birth !== now.dateOfBirth && isBorn(row, atSample)
  return [
    ...(isFormerName ? (['name'] as const) : []),
    ...(isFormerDate ? (['birth_date'] as const) : []),
  ]
}

function identities({ atSample, ...now }: ReportedUnder): NamedPerson[] {
  return atSample ? [now, atSample] : [now]
}

function isNamedAs(row: RowName, { firstName, latinFirstName, ...names }: Names): boolean {
  const firstNames = latinFirstName ? [firstName, latinFirstName] : [firstName]
  const isFirst = firstNames.some((name) => isSameFirstName(row.first_name, name))
  return isFirst && isLast(row, names)
}

function isLast(
  row: RowName,
  { lastName, latinLastName }: Pick<Names, 'lastName' | 'latinLastName'>,
): boolean {
  return [lastName, latinLastName ?? ''].some((name) => isSameName(row.last_name, name))
}

function isSameFirstName(one: string, other: string): boolean {
  const [first, second] = [foldedWords(one)[0] ?? '', foldedWords(other)[0] ?? '']
  if (first === '' || second === '') return true
  const isInitial = first.length === 1 || second.length === 1
  return isInitial ? first[0] === second[0] : isSameName(one, other)
}
