import { type FormEvent, useMemo, useState } from 'react'
import { canStillChange } from '../../domain/booking.ts'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { longDate } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { send } from '../api.ts'
import { SlotPicker, slotId } from '../booking/slot-picker.tsx'
import { isListed } from '../booking/time-choice.ts'
import { TimesStatus } from '../booking/times-status.tsx'
import { useFreeTimes } from '../booking/use-free-times.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import styles from './edit-appointment.module.css'
import { moveProblem, type Outcome } from './move-text.ts'

type EditAppointmentProps = {
  appointment: Appointment
  event: CharityEvent
  free: Slots
  onClose: (outcome: Outcome) => Promise<void>
}

/** The dialog in which a member moves an appointment (rules §3.8). */
export function EditAppointment({ appointment, event, free, onClose }: EditAppointmentProps) {
  const now = appointment.appt_time
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(event.event_id, slots, free)
  const [chosen, setChosen] = useState<string | null>(now)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [slotProblem, setSlotProblem] = useState<{ wanted: string; error: unknown } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const others = slots.filter(({ time }) => time !== now)
  const first = others.find((slot) => isListed(slot, times.free))
  const slot = slots.find(({ time }) => time === chosen)

  function choose(time: string) {
    setChosen(time)
    setErrors([])
    setSlotProblem(null)
    setProblem(null)
  }

  async function confirmNewTime(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    if (!chosen || chosen === now) {
      return setErrors(first ? [{ field: slotId(first), message: CHOOSE }] : [])
    }
    setPending(true)
    setProblem(null)
    try {
      await send('PUT /api/appointments/:id/update', {
        params: { id: appointment.appointment_id },
        body: { appt_time: chosen },
      })
      await onClose('moved')
    } catch (error) {
      await handleError(error, chosen)
      setPending(false)
    }
  }

  async function handleError(error: unknown, wanted: string) {
    const refusal = moveProblem(error)
    if (refusal !== 'slot taken') {
      if ('closes' in refusal) await onClose(refusal.closes)
      else setProblem(refusal.sentence)
      return
    }
    setSlotProblem({ wanted, error })
    setChosen(null)
    await times.refresh()
  }

  return (
    <Modal title="Edit Appointment" onClose={() => onClose('unchanged')}>
      <form className={styles.form} noValidate onSubmit={confirmNewTime}>
        <ErrorSummary errors={errors} />
        <p>
          {appointment.event_name}, {longDate(appointment.appt_date)}. Your current time is{' '}
          <b className="num">{now}</b>. You keep it until you confirm a new one.
        </p>
        <SlotPicker
          slots={slots}
          free={times.free}
          own={now}
          chosen={chosen}
          onChoose={choose}
          hideTaken={false}
          error={errors[0]?.message}
        />
        <TimesStatus
          slots={others}
          times={times}
          place={{ chosen, hold: null, isUnheld: false, isOver: false, problem: slotProblem }}
          onChoose={choose}
        />
        {slot && chosen !== now && !canStillChange(slot.startsAt, new Date()) && (
          <p role="status">
            {slot.time} is less than 48 hours away. Once you confirm it, you cannot change or cancel
            it online.
          </p>
        )}
        <div>
          <Buttons>
            <Button type="submit" pending={isPending} disabled={!first}>
              {isPending ? 'Confirming...' : 'Confirm New Time'}
            </Button>
            <Button kind="quiet" onClick={() => onClose('unchanged')}>
              Keep {now}
            </Button>
          </Buttons>
          <FormProblem>{problem}</FormProblem>
        </div>
      </form>
    </Modal>
  )
}

const CHOOSE = 'Choose a new time first.'
