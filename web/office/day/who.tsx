import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { namesakesOf } from '../../../domain/office/namesakes.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './who.module.css'
import { nameAndBirth, nameOf } from './who-text.ts'

/** Who it must be, in large type, and who else of the day could be taken for them. */
export function Who({
  person,
  people,
  ask,
}: {
  person: ShownPerson
  people: readonly ShownPerson[]
  ask: string
}) {
  return (
    <>
      <Namesakes person={person} people={people} />
      <p>{ask}</p>
      <p className={styles.who}>
        <b>{nameAndBirth(person)}</b>
      </p>
    </>
  )
}

function Namesakes({ person, people }: { person: ShownPerson; people: readonly ShownPerson[] }) {
  const others = namesakesOf(person, people)
  if (others.length === 0) return null
  return (
    <Notice tone="warn">
      {others.map(({ person: other, same }) => (
        <p key={other.walk_in ?? other.appointment_id}>
          {same === 'birth date'
            ? `Somebody else who is here today has the same date of birth: ${nameOf(other)}.`
            : `Another ${nameOf(other)} is here today (born ${dayInWords(other.date_of_birth)}).`}
        </p>
      ))}
    </Notice>
  )
}
