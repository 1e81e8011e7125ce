import type { MedicalResult } from '../../../domain/contract.ts'
import { dayInWords } from '../../../domain/uk-time.ts'

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
