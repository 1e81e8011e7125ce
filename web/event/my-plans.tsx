import { lazy, type ReactElement, useState } from 'react'
import { Link, RouterContextProvider, useNavigate } from 'react-router'
import { changeableUntil } from '../../domain/change-text.ts'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import type { EventLabel } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import type { PaymentUnderWay } from '../../domain/payment-schemas.ts'
import { longDate, ukInstant } from '../../domain/uk-time.ts'
import { ApiError, get } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { loadPlans } from '../booking/book.ts'
import { RingToChange } from '../booking/ring-to-change.tsx'
import { loadFreeTimes } from '../booking/use-free-times.ts'
import { reportClientError } from '../report-error.ts'
import { profile } from '../session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './my-plans.module.css'

export type MyPlansProps = { event: CharityEvent; label: EventLabel }
type Plans = { appointment: Appointment | null; payment: PaymentUnderWay | null; isFree: boolean }
/** What is shown in place of the button, or null; `isFree`: the member's next test costs nothing. */
export type PlansHere = { instead: ReactElement | null; isFree: boolean }

/** What a signed-in member has booked or is paying for. */
export async function loadMyPlans(props: MyPlansProps): Promise<PlansHere> {
  const plans = await readPlans().catch(report)
  return { isFree: plans?.isFree ?? false, instead: plans && inPlaceOfButton(plans, props) }
}

function inPlaceOfButton(
  { payment, appointment }: Plans,
  { event, label }: MyPlansProps,
): ReactElement | null {
  if (payment) return <BeingChecked payment={payment} />
  if (!appointment || label === 'Event Passed') return null
  return appointment.event_id === event.event_id ? (
    <BookedHere appointment={appointment} />
  ) : (
    <BookedElsewhere event={event} label={label} appointment={appointment} />
  )
}

async function readPlans(): Promise<Plans> {
  // The booking asks for the session; known here, it need not wait for it.
  const [{ profileId }] = await Promise.all([profile(), currentSession()])
  const [{ appointments, free_repeat: isFree = false }, { payments }] = await Promise.all([
    loadPlans(profileId),
    get(new RouterContextProvider(), 'GET /api/payments/under-way'),
  ])
  const appointment = appointments.find(({ status }) => status === 'booked')
  return { appointment: appointment ?? null, payment: payments[0] ?? null, isFree }
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

/** Opens the dialog that moves the other appointment here. */
function MoveHere({ event, appointment }: Elsewhere) {
  const [free, setFree] = useState<Slots | null>(null)
  const [isPending, setPending] = useState(false)
  const navigate = useNavigate()

  async function open() {
    setPending(true)
    try {
      const [times] = await Promise.all([loadFreeTimes(event.event_id), loadMoveDialog()])
      setFree(times)
    } catch {
      toast({ text: 'Failed to load time slots.', tone: 'error' })
    }
    setPending(false)
  }

  async function close(moved: Appointment | null) {
    setFree(null)
    if (!moved) return
    toast({ text: `Your appointment has moved to ${event.event_name}.`, tone: 'success' })
    await navigate('/upcoming-events')
  }

  return (
    <>
      <Button wide pending={isPending} onClick={open}>
        {isPending ? 'Loading...' : 'Move to this event'}
      </Button>
      {free && <MoveDialog event={event} appointment={appointment} free={free} onClose={close} />}
    </>
  )
}

const loadMoveDialog = () =>
  import('./move-here.tsx').then(({ MoveHere }) => ({ default: MoveHere }))
const MoveDialog = lazy(loadMoveDialog)

function isChangeable({ appt_date, appt_time, arrived }: Appointment): boolean {
  return arrived !== true && changeableUntil(ukInstant(appt_date, appt_time), new Date()) !== null
}
