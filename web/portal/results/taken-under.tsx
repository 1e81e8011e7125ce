import type { MedicalResult, UserProfile } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

type Identity = Pick<UserProfile, 'firstName' | 'lastName' | 'dateOfBirth' | 'nhsNumber'>

/** Who a sample was taken of: the member as they were then. */
export function takenOf({ taken_under }: MedicalResult, member: Identity): Identity {
  const { person, nhs_number: nhsNumber = member.nhsNumber } = taken_under ?? {}
  if (!person) return { ...member, nhsNumber }
  const { first_name, last_name, date_of_birth } = person
  return { firstName: first_name, lastName: last_name, dateOfBirth: date_of_birth, nhsNumber }
}

/** Says under which name and date of birth a result was taken, where either has changed since. */
export function TakenUnder({ entry }: { entry: MedicalResult }) {
  const person = entry.taken_under?.person
  if (!person) return null
  return (
    <p className="soft">
      Taken under the name {person.first_name} {person.last_name}, born{' '}
      {dayInWords(person.date_of_birth)}. You have changed your details since.
    </p>
  )
}
