import { ukDate, ukTime } from '../../domain/uk-time.ts'

/** Somebody whose sample was taken on a day of the demonstration, with a tube. */
export type SampledPerson = {
  firstName: string
  lastName: string
  dateOfBirth: string
  nhsNumber: string | null
  tube: string
  takenAt: Date
}

/** A row that a laboratory writes; moments 'YYYY-MM-DD HH:mm' of London, '' for nothing. */
export type LabLine = {
  number: string
  tube: string
  nhsNumber: string
  firstName: string
  lastName: string
  born: string
  taken: string
  value: string
  unit: string
  range: string
  comment: string
  status: 'F' | 'C' | 'D' | 'P'
}

/** The nth report of a laboratory, final, with all that is known of the person. */
export function lineOf(
  person: SampledPerson,
  written: Partial<LabLine> & Pick<LabLine, 'number' | 'value'>,
): LabLine {
  const { firstName, lastName, dateOfBirth, nhsNumber, tube, takenAt } = person
  return {
    tube,
    nhsNumber: nhsNumber ?? '',
    firstName,
    lastName: lastName.toUpperCase(),
    born: dateOfBirth,
    taken: `${ukDate(takenAt)} ${ukTime(takenAt)}`,
    unit: 'ug/L',
    range: '0.0-4.0',
    comment: '',
    status: 'F',
    ...written,
  }
}

/** Throws when the day of the demonstration has fewer people. */
export function personAt(people: readonly SampledPerson[], place: number): SampledPerson {
  const person = people[place]
  if (!person) throw new Error(`nobody is number ${place + 1} of the day`)
  return person
}
