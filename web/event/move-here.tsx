import { useState } from 'react'
import { Link } from 'react-router'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { chargePence, howToPay } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { differenceAt, dueAfterMove, pricedOf } from '../../domain/move-money.ts'
import { longDate } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { SlotPicker } from '../booking/slot-picker.tsx'
import { TimesStatus } from '../booking/times-status.tsx'
import { useNewTime } from '../booking/use-new-time.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Checkbox } from '../ui/choices.tsx'
import { Modal } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import styles from './my-plans.module.css'

type Props = {
  appointment: Appointment
  event: CharityEvent
  free: Slots
  onClose: (moved: Appointment | null) => Promise<void>
}

/** The dialog in which a member moves an appointment to this event; the old place is kept until then. */
export function MoveHere({ appointment, event, free, onClose }: Props) {
  const [isSure, setSure] = useState(false)
  const [difference, setDifference] = useState(() => differenceOf(appointment, event))
  const newTime = useNewTime<Appointment | null>({
    event,
    free,
    own: null,
    chooseFirst: 'Choose a time first.',
    otherErrors: isSure
      ? []
      : [{ field: CONFIRMED, message: 'Confirm your answers and your consent.' }],
    async move(slot) {
      const { appointment: moved } = await send('PUT /api/appointments/:id/move-to-event', {
        params: { id: appointment.appointment_id },
        body: {
          event_id: event.event_id,
          date: slot.date,
          time: slot.time,
          consent_confirmed: true,
          ...(difference !== 0 && { difference_pence: difference }),
        },
      })
      return moved
    },
    problemOf(error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'slot_taken') return 'slot taken'
      if (error instanceof ApiError && code === 'other_price')
        setDifference(Number(error.body.difference_pence))
      return { sentence: messageOf(error, code) }
    },
    onClose,
  })
  const { slots, times, first, place, errors, isPending } = newTime

  const { event_name, appt_time, appt_date } = appointment
  return (
    <Modal title="Move to this event" onClose={() => onClose(null)}>
      <form className={styles.move} noValidate onSubmit={newTime.confirm}>
        <ErrorSummary errors={errors} />
        <p>
          You keep your appointment at <b className="num">{appt_time}</b> on {longDate(appt_date)},{' '}
          {event_name}, until you confirm a new time here.
        </p>
        <SlotPicker
          slots={slots}
          free={times.free}
          own={null}
          chosen={place.chosen}
          onChoose={newTime.choose}
          hideTaken={false}
          error={errors.find(({ field }) => field !== CONFIRMED)?.message}
        />
        <TimesStatus slots={slots} times={times} place={place} onChoose={newTime.choose} />
        <Checkbox
          name={CONFIRMED}
          checked={isSure}
          onChange={setSure}
          hint={
            <>
              Your answers and your consent move with you.{' '}
              <Link to="/portal/consents">Read your consent</Link>
            </>
          }
          error={errors.find(({ field }) => field === CONFIRMED)?.message}
        >
          My answers are still right, and I give the same consent for this event.
        </Checkbox>
        <p role="status">{moneyInWords(event, appointment, difference)}</p>
        <div>
          <Buttons>
            <Button type="submit" pending={isPending} disabled={!first}>
              {isPending ? 'Confirming...' : 'Confirm New Time'}
            </Button>
            <Button kind="quiet" onClick={() => onClose(null)}>
              Keep {appt_time}
            </Button>
          </Buttons>
          <FormProblem>{newTime.problem}</FormProblem>
        </div>
      </form>
    </Modal>
  )
}

const CONFIRMED = 'consentConfirmed'

/** In pence; negative for what is refunded. */
function differenceOf(appointment: Appointment, event: CharityEvent): number {
  return differenceAt(chargePence(event), pricedOf(appointment))
}

function moneyInWords(
  event: CharityEvent,
  appointment: Appointment,
  differencePence: number,
): string {
  if (differencePence < 0) return `We will refund ${pounds(-differencePence)} to you.`
  if (differencePence > 0) return `You will have ${pounds(differencePence)} more to pay.`
  const duePence = dueAfterMove(chargePence(event), pricedOf(appointment))
  return duePence > 0 && howToPay(event) === 'at the venue'
    ? `You pay ${pounds(duePence)} at the venue.`
    : 'There is nothing more to pay.'
}

function messageOf(error: unknown, code: string): string {
  if (code === 'payment_required')
    return 'This event costs more than you have paid, so please call us to move to it. You keep your appointment until then.'
  if (code === 'other_price') return 'The price has changed. Please check it and confirm again.'
  return error instanceof ApiError
    ? `${error.message} You keep the appointment you have.`
    : 'We could not move your appointment. You keep the appointment you have. Please try again in a moment.'
}
