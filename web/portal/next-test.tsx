import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import { pounds } from '../../domain/money.ts'
import { milesInWords } from '../../domain/nearby.ts'
import type { Recall, RecallAnswer, RecallEvent } from '../../domain/recalls.ts'
import { dayInWords, longDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { bookingOwner } from '../booking/booking-path.ts'
import { carryAnswers } from '../booking/carried-answers.ts'
import { nhsStepAddress, stepAddress } from '../booking/steps.ts'
import { holdOnThisClock, storeHold } from '../booking/stored-hold.ts'
import { reportClientError } from '../report-error.ts'
import { Button, Buttons, TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PortalSection } from './portal-section.tsx'
import record from './record.module.css'

type NextTestProps = { member: UserProfile; recall: Recall | null }

/** The invitation to the next test; nothing while there is none. */
export function NextTest({ member, recall: loaded }: NextTestProps) {
  const [recall, setRecall] = useState(loaded)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  if (!recall) return null

  async function attempt(action: () => Promise<unknown>) {
    setBusy(true)
    setProblem(null)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError)) reportClientError('Failed to use an invitation', error)
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  const answer = (given: RecallAnswer | null) =>
    attempt(async () => {
      setRecall((await send('PUT /api/recall', { body: { answer: given } })).recall)
    })

  const hold = (event: RecallEvent, time: string, answers: Recall['answers']) =>
    attempt(async () => {
      const id = event.event_id
      const held = await send('POST /api/events/:id/holds', {
        params: { id },
        body: { slot: time },
      })
      storeHold(bookingOwner(member, event), holdOnThisClock(held, Date.now()))
      carryAnswers(answers)
      const address = event.requires_nhs_number ? nhsStepAddress : stepAddress
      await navigate(address(id, 'consent'))
    })

  return (
    <PortalSection title="Your next test">
      <div className="stack-roomy">
        <p role="status">{standing(recall)}</p>
        {problem && (
          <Notice tone="warn" role="alert" level={3}>
            <p>{problem}</p>
          </Notice>
        )}
        {recall.answer === null ? (
          <>
            {recall.events.length === 0 && (
              <p>
                There are no suitable events with free places at the moment.{' '}
                <Link to="/book-event-main">See all events</Link>
              </p>
            )}
            <ul className={record.rows}>
              {recall.events.map((event) => (
                <li key={event.event_id} className={record.row}>
                  <Day event={event} />
                  {event.free_time !== null && (
                    <div>
                      <HoldButton
                        event={event}
                        time={event.free_time}
                        disabled={isBusy}
                        onHold={(time) => hold(event, time, recall.answers)}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ul>
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

function Day({ event }: { event: RecallEvent }) {
  const { event_id, event_name, event_date, city, miles, price_pence: pence } = event
  const where = [city, miles === null ? null : milesInWords(miles)].filter(Boolean).join(', ')
  return (
    <div>
      <h3>
        <Link to={`/event/${event_id}`}>{event_name}</Link>
      </h3>
      <p>
        {longDate(event_date)}
        {where && `. ${where}`}. {pence > 0 ? pounds(pence) : 'Free'}
      </p>
    </div>
  )
}

type HoldButtonProps = {
  event: RecallEvent
  time: string
  disabled: boolean
  onHold: (time: string) => void
}

function HoldButton({ event, time, disabled, onHold }: HoldButtonProps) {
  return (
    <Button kind="quiet" disabled={disabled} onClick={() => onHold(time)}>
      Hold a place at {time}
      <span className="visually-hidden"> at {event.event_name}</span>
    </Button>
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
