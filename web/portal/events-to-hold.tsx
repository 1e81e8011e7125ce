import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { UserProfile } from '../../domain/contract.ts'
import { milesInWords } from '../../domain/miles.ts'
import { pounds } from '../../domain/money.ts'
import type { Recall, RecallEvent } from '../../domain/recalls.ts'
import { longDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { bookingOwner } from '../booking/booking-path.ts'
import { carryAnswers } from '../booking/carried-answers.ts'
import { nhsStepAddress, stepAddress } from '../booking/steps.ts'
import { holdOnThisClock, storeHold } from '../booking/stored-hold.ts'
import { reportClientError } from '../report-error.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import record from './record.module.css'

/** Holds a place of an event that is offered, and goes on to its consent with the answers of before. */
export function useHoldPlace(member: UserProfile) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()

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

  return { hold, attempt, problem, isBusy }
}

export function HoldProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null
  return (
    <Notice tone="warn" role="alert" level={3}>
      <p>{problem}</p>
    </Notice>
  )
}

type EventsToHoldProps = {
  events: readonly RecallEvent[]
  isBusy: boolean
  level?: 3 | 4 | 5
  onHold: (event: RecallEvent, time: string) => void
}

export function EventsToHold({ events, isBusy, level = 3, onHold }: EventsToHoldProps) {
  return (
    <ul className={record.rows}>
      {events.map((event) => (
        <li key={event.event_id} className={record.row}>
          <Day event={event} level={level} />
          {event.free_time !== null && (
            <div>
              <HoldButton
                event={event}
                time={event.free_time}
                disabled={isBusy}
                onHold={(time) => onHold(event, time)}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Day({ event, level }: { event: RecallEvent; level: 3 | 4 | 5 }) {
  const Heading = `h${level}` as const
  const { event_id, event_name, event_date, city, miles, price_pence: pence } = event
  const where = [city, miles === null ? null : milesInWords(miles)].filter(Boolean).join(', ')
  return (
    <div>
      <Heading>
        <Link to={`/event/${event_id}`}>{event_name}</Link>
      </Heading>
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
