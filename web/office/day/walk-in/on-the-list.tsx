import type { ShownPerson } from '../../../../domain/office/day-people.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { Button, Buttons } from '../../../ui/button.tsx'
import { FieldNotes } from '../../../ui/field.tsx'
import { STATE_WORDS } from '../day-text.ts'
import { nameOf } from '../who-text.ts'
import styles from './walk-in.module.css'

type Props = {
  people: readonly ShownPerson[]
  typed: Pick<ShownPerson, 'first_name' | 'last_name' | 'date_of_birth'>
  error: string | undefined
  /** With the name on the list. */
  onThis: (name: string) => void
  onNobody: () => void
}

/** People of the day with nearly the same name, or the same date of birth. */
export function OnTheList({ people, typed, error, onThis, onNobody }: Props) {
  if (people.length === 0) return <div role="status" />
  return (
    <section className={styles.alike} aria-labelledby="alike-title">
      <h3 id="alike-title">Is it this booking?</h3>
      <p role="status">
        Somebody on today’s list looks like the same person. Ask them if they have booked.
      </p>
      <FieldNotes id="alike" error={error} />
      <ul>
        {people.map((person) => {
          const name = nameOf(person)
          return (
            <li key={`${person.appointment_id} ${name}`}>
              <p>
                <b>{name}</b>, born {dayInWords(person.date_of_birth)}
                {isSame(person, typed) && ' (the same date of birth)'}
                <br />
                {person.time}, {STATE_WORDS[person.state]}
              </p>
              <Button kind="quiet" aria-label={`Yes, it is ${name}`} onClick={() => onThis(name)}>
                Yes, it is {name}
              </Button>
            </li>
          )
        })}
      </ul>
      <Buttons>
        <Button kind="quiet" id="alike" onClick={onNobody}>
          No, they have not booked
        </Button>
      </Buttons>
    </section>
  )
}

function isSame(person: ShownPerson, typed: Props['typed']): boolean {
  return person.date_of_birth === typed.date_of_birth
}
