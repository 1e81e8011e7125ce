import { useId } from 'react'
import { Link } from 'react-router'
import type { UserProfile } from '../../../domain/contract.ts'
import { EventsToHold, HoldProblem, useHoldPlace } from '../events-to-hold.tsx'
import type { NextTestLoaded } from './load-next-test.ts'
import styles from './results.module.css'
import { monthAndYear } from './short-date.ts'

type Props = {
  member: UserProfile
  coming: NonNullable<NextTestLoaded['coming']>
  level: 2 | 3
}

/** Places for the next test of a slightly raised result, before the invitation to it. */
export function ComingTest({ member, coming, level }: Props) {
  const { hold, problem, isBusy } = useHoldPlace(member)
  const heading = useId()
  const Heading = level === 2 ? 'h3' : 'h4'
  const { events, answers, dueOn } = coming
  return (
    <section className={styles.coming} aria-labelledby={heading}>
      <Heading id={heading}>Book your repeat test</Heading>
      <HoldProblem problem={problem} />
      {events.length > 0 ? (
        <EventsToHold
          events={events}
          isBusy={isBusy}
          level={level === 2 ? 4 : 5}
          onHold={(event, time) => hold(event, time, answers)}
        />
      ) : (
        <p>
          There are no suitable events with free places from {monthAndYear(dueOn)} yet. We will
          remind you when your test is due. <Link to="/book-event-main">See all events</Link>
        </p>
      )}
    </section>
  )
}
