import { type FormEvent, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { chargePence, howToPay } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { differenceAt } from '../../domain/move-money.ts'
import { generateSlots } from '../../domain/slots.ts'
import { longDate } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { SlotPicker, slotId } from '../booking/slot-picker.tsx'
import { isListed } from '../booking/time-choice.ts'
import { TimesStatus } from '../booking/times-status.tsx'
import { useFreeTimes } from '../booking/use-free-times.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Checkbox } from '../ui/choices.tsx'
import { Modal } from '../ui/dialog.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import styles from './my-plans.module.css'

type Props = {
  appointment: Appointment
  event: CharityEvent
  free: Slots
  onClose: (moved: Appointment | null) => void
}

/** The dialog in which a member moves an appointment to this event; the old place is kept until then. */
export function MoveHere({ appointment, event, free, onClose }: Props) {
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(event.event_id, slots, free)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSure, setSure] = useState(false)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [slotProblem, setSlotProblem] = useState<{ wanted: string; error: unknown } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [difference, setDifference] = useState(() => differenceOf(appointment, event))
  const first = slots.find((slot) => isListed(slot, times.free))

  function choose(time: string) {
    setChosen(time)
    setErrors([])
    setSlotProblem(null)
    setProblem(null)
  }

  async function confirmNewTime(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    const slot = slots.find(({ time }) => time === chosen)
    const missing = [
      ...(slot || !first ? [] : [{ field: slotId(first), message: 'Choose a time first.' }]),
      ...(isSure ? [] : [{ field: CONFIRMED, message: 'Confirm your answers and your consent.' }]),
    ]
    setErrors(missing)
    if (missing.length > 0 || !slot) return
    setPending(true)
    setProblem(null)
    try {
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
      onClose(moved)
    } catch (error) {
      await handleError(error, slot.time)
      setPending(false)
    }
  }

  async function handleError(error: unknown, wanted: string) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'slot_taken') {
      setSlotProblem({ wanted, error })
      setChosen(null)
      return times.refresh()
    }
    if (error instanceof ApiError && code === 'other_price')
      setDifference(Number(error.body.difference_pence))
    setProblem(messageOf(error, code))
  }

  const { event_name, appt_time, appt_date } = appointment
  return (
    <Modal title="Move to this event" onClose={() => onClose(null)}>
      <form className={styles.move} noValidate onSubmit={confirmNewTime}>
        <ErrorSummary errors={errors} />
        <p>
          You keep your appointment at <b className="num">{appt_time}</b> on {longDate(appt_date)},{' '}
          {event_name}, until you confirm a new time here.
        </p>
        <SlotPicker
          slots={slots}
          free={times.free}
          own={null}
          chosen={chosen}
          onChoose={choose}
          hideTaken={false}
          error={errors.find(({ field }) => field !== CONFIRMED)?.message}
        />
        <TimesStatus
          slots={slots}
          times={times}
          place={{ chosen, hold: null, isUnheld: false, isOver: false, problem: slotProblem }}
          onChoose={choose}
        />
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
        <p role="status">{moneyInWords(event, difference)}</p>
        <div>
          <Buttons>
            <Button type="submit" pending={isPending} disabled={!first}>
              {isPending ? 'Confirming...' : 'Confirm New Time'}
            </Button>
            <Button kind="quiet" onClick={() => onClose(null)}>
              Keep {appt_time}
            </Button>
          </Buttons>
          <FormProblem>{problem}</FormProblem>
        </div>
      </form>
    </Modal>
  )
}

const CONFIRMED = 'consentConfirmed'

/** In pence; negative for what is refunded. */
function differenceOf({ price_pence, money }: Appointment, event: CharityEvent): number {
  const paid = money ? { paidPence: money.paid_pence, heldPence: money.held_pence } : null
  return differenceAt(chargePence(event), { pricePence: price_pence, money: paid })
}

function moneyInWords(event: CharityEvent, differencePence: number): string {
  if (differencePence < 0) return `We will refund ${pounds(-differencePence)} to you.`
  if (differencePence > 0) return `You will have ${pounds(differencePence)} more to pay.`
  const price = chargePence(event)
  return price > 0 && howToPay(event) === 'at the venue'
    ? `You pay ${pounds(price)} at the venue, unless you have already paid.`
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
