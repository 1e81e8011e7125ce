import type { MedicalResult, UserProfile } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

type Identity = Pick<UserProfile, 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber'>

/** The identity recorded with the sample. */
export function takenOf({ taken_under }: MedicalResult, member: Identity): Identity {
  const { person, nhs_number: nhsNumber = member.nhsNumber } = taken_under ?? {}
  if (!person) return { ...member, nhsNumber }
  const { first_name, last_name, date_of_birth } = person
  return { firstName: first_name, lastName: last_name, dateOfBirth: date_of_birth, nhsNumber }
}

/** Shown when the name or date of birth has changed since the sample was taken. */
export function TakenUnder({ entry }: { entry: MedicalResult }) {
  const person = entry.taken_under?.person
  if (!person) return null
  return (
    <p className="soft">
      Recorded under the name {person.first_name} {person.last_name}, born{' '}
      {dayInWords(person.date_of_birth)}. You have changed your details since.
    </p>
  )
}
