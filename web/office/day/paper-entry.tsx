import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isSamePerson, namedBy, type ShownPerson } from '../../../domain/office/day-people.ts'
import type { Day } from '../../../domain/office/day-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'
import type { DoorSession } from './day-session.ts'
import styles from './paper-entry.module.css'
import { readLine } from './paper-line.ts'
import { isOpenOnPaper, PaperLine } from './paper-line-form.tsx'
import { SupportBadges } from './support.tsx'

type Props = {
  session: DoorSession
  event: Day['event']
  /** In the order of the list. */
  people: readonly ShownPerson[]
  onEnd: () => void
}

/** Types in a list that was written on paper: one person after the other, with Enter. */
export function PaperEntry({ session, event, people, onEnd }: Props) {
  const [writer, setWriter] = useState<string | null>(null)
  const [listed] = useState(() => people.filter(isOpenOnPaper))
  const [place, setPlace] = useState(0)
  const [collector, setCollector] = useState('')
  const next = listed[place]
  const person = next && people.find((one) => isSamePerson(one, next))
  if (writer === null) return <Writer count={listed.length} onWriter={setWriter} onEnd={onEnd} />
  if (!person) return <Finished onBack={() => setPlace(place - 1)} onEnd={onEnd} />
  return (
    <section className={styles.entry} aria-labelledby="paper">
      <h2 id="paper">
        {place + 1} of {listed.length}: {person.time} {person.first_name} {person.last_name}
      </h2>
      <p>Born {dayInWords(person.date_of_birth)}</p>
      <SupportBadges person={person} />
      <PaperLine
        key={place}
        person={person}
        hasSlips={event.tubes?.on_slips === true}
        read={(typed) => readLine(typed, { person, people, event, writer, now: session.now() })}
        collector={collector}
        onActions={async (actions) => {
          setCollector(actions.find(({ drawn_by: name }) => name)?.drawn_by ?? collector)
          setPlace(place + 1)
          for (const action of actions) await session.record({ ...action, ...namedBy(person) })
        }}
        onBack={place === 0 ? undefined : () => setPlace(place - 1)}
        onEnd={onEnd}
      />
    </section>
  )
}

function Writer({
  count,
  onWriter,
  onEnd,
}: {
  count: number
  onWriter: (name: string) => void
  onEnd: () => void
}) {
  const [error, setError] = useState<string>()
  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = textIn(new FormData(event.currentTarget), 'writer')
    if (name === '')
      setError('Enter the name of the person who wrote the list. It is saved with each line.')
    else onWriter(name)
  }
  return (
    <section className={styles.entry} aria-labelledby="paper">
      <h2 id="paper">Enter a paper list</h2>
      <p>
        You will see the people who are not finished one at a time, in list order: {count} in all.
        Press Enter to go to the next. It also works without a connection. Do this before you close
        the day.
      </p>
      <form noValidate onSubmit={begin}>
        <TextField
          name="writer"
          label="Who wrote the list?"
          maxLength={100}
          autoComplete="off"
          autoFocus
          error={error}
          isAnnounced
        />
        <Buttons>
          <Button type="submit">Begin</Button>
          <Button kind="quiet" onClick={onEnd}>
            Back to the list
          </Button>
        </Buttons>
      </form>
    </section>
  )
}

function Finished({ onBack, onEnd }: { onBack: () => void; onEnd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.entry} aria-labelledby="paper">
      <h2 id="paper" ref={heading} tabIndex={-1}>
        That was everybody
      </h2>
      <p>Keep the paper list until you have given it to the office.</p>
      <Buttons>
        <Button onClick={onEnd}>Back to the list</Button>
        <Button kind="quiet" onClick={onBack}>
          Back one person
        </Button>
      </Buttons>
    </section>
  )
}
