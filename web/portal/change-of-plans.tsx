import { useId, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { changeableUntil } from '../../domain/change-text.ts'
import type { Appointment } from '../../domain/contract.ts'
import { isFreeToCancel } from '../../domain/free-cancellation.ts'
import { freeUntil, refundStatusInWords, refundUntil } from '../../domain/refund-text.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { momentInWords, ukInstant } from '../../domain/uk-time.ts'
import { RingToChange } from '../booking/ring-to-change.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { cancelWithQuestions } from './cancel-appointment.ts'
import record from './record.module.css'
import { Reschedule } from './reschedule.tsx'

export function ChangeOfPlans({ appointment }: { appointment: Appointment }) {
  const { event_id, appt_date, appt_time, status } = appointment
  const heading = useId()
  const now = new Date()
  const startsAt = ukInstant(appt_date, appt_time)
  const isBooked = status === 'booked'
  const hasArrived = appointment.arrived === true
  const story = isBooked
    ? hasArrived
      ? null
      : refundUntil(appointment, now)
    : refundStatusInWords(appointment)
  return (
    <section className={record.inset} aria-labelledby={heading}>
      <h4 id={heading}>
        {isBooked ? 'If your plans change' : 'This appointment has been cancelled'}
      </h4>
      {isBooked && hasArrived && <p>{refusalSentence('already_arrived')}</p>}
      {isBooked && !hasArrived && (
        <UntilWhen startsAt={startsAt} free={freeUntil(appointment)} now={now} />
      )}
      {story && <p>{story}</p>}
      {!isBooked && (
        <p>
          <Link to={`/event/${event_id}`}>Look at the event again</Link>
        </p>
      )}
      {!hasArrived && (
        <Buttons>
          <Reschedule appointment={appointment} />
          <Cancel appointment={appointment} />
        </Buttons>
      )}
    </section>
  )
}

function UntilWhen({ startsAt, free, now }: { startsAt: Date; free: Date | null; now: Date }) {
  if (free && isFreeToCancel({ startsAt, freeUntil: free }, now)) {
    return (
      <p>
        We have changed the time, so you can cancel free of charge until{' '}
        <b>{momentInWords(free)}</b>.
      </p>
    )
  }
  const until = changeableUntil(startsAt, now)
  return (
    <p>
      {until ? (
        <>
          You can change or cancel until <b>{momentInWords(until)}</b>.
        </>
      ) : (
        <RingToChange />
      )}
    </p>
  )
}

function Cancel({ appointment }: { appointment: Appointment }) {
  const [isPending, setPending] = useState(false)
  const revalidator = useRevalidator()

  async function cancel() {
    setPending(true)
    if (await cancelWithQuestions(appointment)) await revalidator.revalidate()
    setPending(false)
  }

  return (
    <Button
      kind="quiet"
      disabled={appointment.status !== 'booked'}
      pending={isPending}
      onClick={cancel}
    >
      {isPending ? 'Cancelling...' : 'Cancel'}
      <span className="visually-hidden"> {appointment.event_name}</span>
    </Button>
  )
}
