import { useState } from 'react'
import { pounds } from '../../../domain/money.ts'
import { isSamePerson, type ShownPerson } from '../../../domain/office/day-people.ts'
import { openProblems } from '../../../domain/office/day-problems.ts'
import type { DayProblem } from '../../../domain/office/day-schemas.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { Button, Buttons, TextButton } from '../../ui/button.tsx'
import { alert } from '../../ui/dialog.tsx'
import styles from './day.module.css'
import type { DoorSession } from './day-session.ts'
import type { OpenTaskOf } from './day-tasks.ts'
import { nextStepText, problemText } from './day-text.ts'
import { ProblemSamples } from './problem-samples.tsx'
import { Entered } from './walk-in/entered.tsx'
import { nameOf } from './who-text.ts'

type Props = {
  problems: readonly DayProblem[]
  people: readonly ShownPerson[]
  isLead: boolean
  session: DoorSession
  onFind: (person: ShownPerson) => void
  onTask: OpenTaskOf
}

/** What the site flagged or refused, for the person who leads the day. */
export function DayProblems(props: Props) {
  const { problems, people } = props
  const personOf = (problem: DayProblem) => people.find((one) => isSamePerson(one, problem))
  const open = openProblems(problems, personOf)
  const dealtWith = problems.filter(({ reviewed }) => reviewed)
  const mended = problems.filter((one) => !one.reviewed && !open.includes(one))
  return (
    <section className={styles.problems} aria-labelledby="problems">
      <h2 id="problems">Please look at these</h2>
      {open.length === 0 ? (
        <p>Everything has been dealt with.</p>
      ) : (
        <ul>
          {open.map((problem) => (
            <OpenProblem key={problem.id} {...props} problem={problem} person={personOf(problem)} />
          ))}
        </ul>
      )}
      {mended.length > 0 && (
        <details>
          <summary>Put right since: {mended.length}</summary>
          <ul>
            {mended.map((problem) => (
              <li key={problem.id}>
                <WhatHappened problem={problem} person={personOf(problem)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {dealtWith.length > 0 && (
        <details>
          <summary>Dealt with: {dealtWith.length}</summary>
          <ul>
            {dealtWith.map((problem) => (
              <li key={problem.id}>
                <WhatHappened problem={problem} person={personOf(problem)} />
                {problem.reviewed && (
                  <p>
                    Dealt with at {ukTime(new Date(problem.reviewed.at))} by {problem.reviewed.by}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

type About = { problem: DayProblem; person: ShownPerson | undefined }

function OpenProblem(props: About & Props) {
  const { problem, person, isLead, session, onFind } = props
  const [isPending, setPending] = useState(false)
  const name = namedIn({ problem, person })
  async function dealtWith() {
    setPending(true)
    try {
      await session.review(problem.id)
    } catch (error) {
      const text =
        error instanceof ApiError
          ? error.message
          : 'You need a connection to do this. Please try again later.'
      await alert({ title: 'We could not save this', text, tone: 'warn' })
    }
    setPending(false)
  }
  return (
    <li>
      <WhatHappened problem={problem} person={person} />
      <ProblemSamples {...props} />
      <p>{nextStepText(problem.code)}</p>
      <Buttons>
        <Button
          kind="quiet"
          aria-label={`Dealt with: ${name} ${problemText(problem.code)}`}
          pending={isPending}
          onClick={dealtWith}
        >
          Dealt with
        </Button>
        {problem.name !== null && isLead && (
          <Entered event={session.eventId} action={problem.id} name={name} />
        )}
        {person && (
          <TextButton aria-label={`Show this person: ${name}`} onClick={() => onFind(person)}>
            Show this person
          </TextButton>
        )}
      </Buttons>
    </li>
  )
}

function WhatHappened({ problem, person }: About) {
  const { code, also, tube, pence, at, by } = problem
  return (
    <p>
      <b>{namedIn({ problem, person })}</b> {problemText(code)}
      {also.map((one) => `, and ${problemText(one)}`)}
      {tube && ` (tube ${tube})`}
      {pence !== null && ` (${pounds(pence)})`}. {ukTime(new Date(at))}, by {by}
    </p>
  )
}

function namedIn({ problem, person }: About): string {
  if (person) return nameOf(person)
  return problem.name ?? 'Somebody'
}
