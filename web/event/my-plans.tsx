import { type ReactElement, useState } from 'react'
import { Link, RouterContextProvider, useNavigate } from 'react-router'
import { changeableUntil } from '../../domain/change-text.ts'
import type { Appointment, CharityEvent } from '../../domain/contract.ts'
import type { EventLabel } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import type { PaymentUnderWay } from '../../domain/payment-schemas.ts'
import { longDate, ukInstant } from '../../domain/uk-time.ts'
import { ApiError, get } from '../api.ts'
import { loadUpcoming } from '../booking/book.ts'
import { firstStepAddress } from '../booking/first-step.ts'
import { RingToChange } from '../booking/ring-to-change.tsx'
import { cancelWithQuestions } from '../portal/cancel-appointment.ts'
import { reportClientError } from '../report-error.ts'
import { profile } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './my-plans.module.css'

export type MyPlansProps = { event: CharityEvent; label: EventLabel }
type Plans = { appointment: Appointment | null; payment: PaymentUnderWay | null }

/** What a signed-in member has booked or is paying for, to be shown in place of the button; null for neither. */
export async function loadMyPlans({ event, label }: MyPlansProps): Promise<ReactElement | null> {
  const plans = await loadPlans().catch(report)
  if (plans?.payment) return <BeingChecked payment={plans.payment} />
  if (!plans?.appointment || label === 'Event Passed') return null
  const { appointment } = plans
  return appointment.event_id === event.event_id ? (
    <BookedHere appointment={appointment} />
  ) : (
    <BookedElsewhere event={event} label={label} appointment={appointment} />
  )
}

async function loadPlans(): Promise<Plans> {
  const { profileId } = await profile()
  const [upcoming, { payments }] = await Promise.all([
    loadUpcoming(profileId),
    get(new RouterContextProvider(), 'GET /api/payments/under-way'),
  ])
  const appointment = upcoming.find(({ status }) => status === 'booked')
  return { appointment: appointment ?? null, payment: payments[0] ?? null }
}

/** A session without its second step, its profile or a known device has no plans; the next page asks. */
function report(error: unknown): null {
  const isExpected = error instanceof ApiError && [401, 403, 404].includes(error.status)
  if (!isExpected) reportClientError('Failed to check upcoming appointments', error)
  return null
}

function BeingChecked({ payment }: { payment: PaymentUnderWay }) {
  return (
    <div className={styles.plans}>
      <Notice icon="clock" title="Your payment is being checked" level={3}>
        <p>
          {pounds(payment.amount_pence)} for {payment.slot} on {longDate(payment.date)},{' '}
          {payment.event_name}. We are holding your place in the meantime. Please do not pay again.
        </p>
      </Notice>
      <ButtonLink wide to="/upcoming-events">
        Check your payment
      </ButtonLink>
    </div>
  )
}

function BookedHere({ appointment }: { appointment: Appointment }) {
  return (
    <div className={styles.plans}>
      <Notice icon="check-circle" title="You have an appointment at this event" level={3}>
        <p>
          {appointment.appt_time} on {longDate(appointment.appt_date)}
        </p>
      </Notice>
      <ButtonLink wide to="/upcoming-events">
        See your appointment
      </ButtonLink>
      <p>
        {isChangeable(appointment) ? (
          <Link to="/book-event-main">Move to another event</Link>
        ) : (
          <RingToChange />
        )}
      </p>
    </div>
  )
}

type Elsewhere = { event: CharityEvent; appointment: Appointment }

function BookedElsewhere({ event, label, appointment }: Elsewhere & MyPlansProps) {
  const isOpen = label === 'BOOK' && !event.is_private
  return (
    <div className={styles.plans}>
      <Notice icon="calendar-blank" title="You already have an appointment" level={3}>
        <p>
          {appointment.event_name}, {appointment.appt_time} on {longDate(appointment.appt_date)}.
          You can have one at a time.
        </p>
      </Notice>
      {isOpen && isChangeable(appointment) && <MoveHere event={event} appointment={appointment} />}
      <ButtonLink kind="quiet" wide to="/upcoming-events">
        See your appointment
      </ButtonLink>
      {!isChangeable(appointment) && (
        <p>
          <RingToChange />
        </p>
      )}
    </div>
  )
}

/** Cancels the other appointment first, because a member has one at a time. */
function MoveHere({ event, appointment }: Elsewhere) {
  const [isPending, setPending] = useState(false)
  const navigate = useNavigate()

  async function move() {
    setPending(true)
    const { event_name, appt_time, appt_date } = appointment
    const isCancelled = await cancelWithQuestions(appointment, {
      title: 'Move to this event?',
      text: `We will cancel your appointment at ${appt_time} on ${longDate(appt_date)}, ${event_name}. You then choose and book a time here. You will have no appointment until you have booked.`,
      yes: 'Yes, cancel it and choose a time',
    })
    setPending(false)
    if (isCancelled) await navigate(firstStepAddress(event))
  }

  return (
    <Button wide pending={isPending} onClick={move}>
      {isPending ? 'Cancelling...' : 'Move to this event'}
    </Button>
  )
}

function isChangeable({ appt_date, appt_time, arrived }: Appointment): boolean {
  return arrived !== true && changeableUntil(ukInstant(appt_date, appt_time), new Date()) !== null
}
