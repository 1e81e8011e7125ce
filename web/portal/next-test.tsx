import { useState } from 'react'
import { Link } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import type { Recall, RecallAnswer } from '../../domain/recalls.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { send } from '../api.ts'
import { Buttons, TextButton } from '../ui/button.tsx'
import { EventsToHold, HoldProblem, useHoldPlace } from './events-to-hold.tsx'
import { PortalSection } from './portal-section.tsx'

type NextTestProps = { member: UserProfile; recall: Recall | null }

/** The invitation to the next test; nothing while there is none. */
export function NextTest({ member, recall: loaded }: NextTestProps) {
  const [recall, setRecall] = useState(loaded)
  const { hold, attempt, problem, isBusy } = useHoldPlace(member)
  if (!recall) return null

  const answer = (given: RecallAnswer | null) =>
    attempt(async () => {
      setRecall((await send('PUT /api/recall', { body: { answer: given } })).recall)
    })

  return (
    <PortalSection title="Your next test">
      <div className="stack-roomy">
        <p role="status">{standing(recall)}</p>
        <HoldProblem problem={problem} />
        {recall.answer === null ? (
          <>
            {recall.events.length === 0 && (
              <p>
                There are no suitable events with free places at the moment.{' '}
                <Link to="/book-event-main">See all events</Link>
              </p>
            )}
            <EventsToHold
              events={recall.events}
              isBusy={isBusy}
              onHold={(event, time) => hold(event, time, recall.answers)}
            />
            <Buttons>
              <TextButton disabled={isBusy} onClick={() => answer('later')}>
                Ask me again in 3 months
              </TextButton>
              <TextButton disabled={isBusy} onClick={() => answer('elsewhere')}>
                I have been tested elsewhere
              </TextButton>
              <TextButton disabled={isBusy} onClick={() => answer('stop')}>
                Do not ask me again
              </TextButton>
            </Buttons>
          </>
        ) : (
          <TextButton disabled={isBusy} onClick={() => answer(null)}>
            Show me events near me again
          </TextButton>
        )}
      </div>
    </PortalSection>
  )
}

function standing({ due_on, answer, ask_again_on }: Recall): string {
  switch (answer) {
    case 'later':
      return `Due from ${dayInWords(due_on)}. We will ask you again on ${dayInWords(ask_again_on ?? due_on)}.`
    case 'elsewhere':
      return `Due from ${dayInWords(due_on)}. You told us you have been tested elsewhere, so we will not ask again.`
    case 'stop':
      return `Due from ${dayInWords(due_on)}. You asked us not to remind you again.`
    default:
      return `Due from ${dayInWords(due_on)}. Hold a place with one tap. You can change the time before you book. We have filled in what you told us about your family, for you to check.`
  }
}
