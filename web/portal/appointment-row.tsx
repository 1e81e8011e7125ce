import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { canStillChange, changeCutOff } from '../../domain/booking.ts'
import type { Appointment } from '../../domain/contract.ts'
import { refundStory, refundUntil } from '../../domain/refund-words.ts'
import { momentInWords, ukInstant } from '../../domain/uk-time.ts'
import { AddToCalendar } from '../booking/add-to-calendar.tsx'
import { WhenFacts } from '../booking/appointment-facts.tsx'
import { Helpline } from '../events/helpline.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, Buttons } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { cancelWithQuestions } from './cancel-appointment.ts'
import { Record } from './record.tsx'
import { Reschedule } from './reschedule.tsx'
import styles from './upcoming-events.module.css'

/** One appointment: when, where, in what state, and how to move or cancel it. */
export function AppointmentRow({ appointment }: { appointment: Appointment }) {
  return (
    <Record
      event={appointment.event_name}
      product={appointment.product_name}
      badges={
        <>
          <StatusBadge appointment={appointment} />
          <PaymentBadge appointment={appointment} />
        </>
      }
    >
      <Facts>
        <WhenFacts appointment={appointment} />
        <Fact term="Place">{appointment.event_location}</Fact>
        <Fact term="Email">{appointment.email}</Fact>
        <Fact term="Reference">
          <span className="num">{appointment.reference}</span>
        </Fact>
      </Facts>
      <WayOut appointment={appointment} />
    </Record>
  )
}

function StatusBadge({ appointment: { status } }: { appointment: Appointment }) {
  return status === 'booked' ? (
    <Badge tone="good">Booked</Badge>
  ) : (
    <Badge icon="prohibit">Cancelled</Badge>
  )
}

function PaymentBadge({ appointment: { payment_status } }: { appointment: Appointment }) {
  if (payment_status === 'not paid') return <Badge tone="warn">Not paid</Badge>
  return (
    <Badge tone="good">{`${payment_status[0]?.toUpperCase()}${payment_status.slice(1)}`}</Badge>
  )
}

/** Until when he can change anything, and the buttons that do it while the appointment is booked. */
function WayOut({ appointment }: { appointment: Appointment }) {
  const [isPending, setPending] = useState(false)
  const revalidator = useRevalidator()
  const startsAt = ukInstant(appointment.appt_date, appointment.appt_time)
  const isBooked = appointment.status === 'booked'
  const story = isBooked ? refundUntil(appointment, new Date()) : refundStory(appointment)

  async function cancel() {
    setPending(true)
    if (await cancelWithQuestions(appointment)) await revalidator.revalidate()
    setPending(false)
  }

  return (
    <div className={styles.wayOut}>
      {isBooked && <AddToCalendar appointment={appointment} />}
      {isBooked && <p>{untilWhen(startsAt)}</p>}
      {!isBooked && (
        <p>
          This appointment is cancelled.{' '}
          <Link to={`/event/${appointment.event_id}`}>Look at the event again</Link>
        </p>
      )}
      {story && <p>{story}</p>}
      {isBooked && !canStillChange(startsAt, new Date()) && (
        <p>
          Please ring <Helpline />.
        </p>
      )}
      <Buttons>
        <Reschedule appointment={appointment} />
        <Button kind="quiet" disabled={!isBooked} pending={isPending} onClick={cancel}>
          {isPending ? 'Cancelling...' : 'Cancel'}
          <span className="visually-hidden"> {appointment.event_name}</span>
        </Button>
      </Buttons>
    </div>
  )
}

function untilWhen(startsAt: Date): string {
  const cutOff = momentInWords(changeCutOff(startsAt))
  return canStillChange(startsAt, new Date())
    ? `You can change or cancel until ${cutOff}.`
    : `You could change or cancel until ${cutOff}.`
}
