import { canStillChange } from '../../domain/booking.ts'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { longDate } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { send } from '../api.ts'
import { SlotPicker } from '../booking/slot-picker.tsx'
import { TimesStatus } from '../booking/times-status.tsx'
import { useNewTime } from '../booking/use-new-time.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
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
  const newTime = useNewTime<Outcome>({
    event,
    free,
    own: now,
    chooseFirst: 'Choose a new time first.',
    async move({ time }) {
      await send('PUT /api/appointments/:id/update', {
        params: { id: appointment.appointment_id },
        body: { appt_time: time },
      })
      return 'moved'
    },
    problemOf: moveProblem,
    onClose,
  })
  const { slots, others, times, first, slot, place, errors, isPending } = newTime

  return (
    <Modal title="Edit Appointment" onClose={() => onClose('unchanged')}>
      <form className={styles.form} noValidate onSubmit={newTime.confirm}>
        <ErrorSummary errors={errors} />
        <p>
          {appointment.event_name}, {longDate(appointment.appt_date)}. Your current time is{' '}
          <b className="num">{now}</b>. You keep it until you confirm a new one.
        </p>
        <SlotPicker
          slots={slots}
          free={times.free}
          own={now}
          chosen={place.chosen}
          onChoose={newTime.choose}
          hideTaken={false}
          error={errors[0]?.message}
        />
        <TimesStatus slots={others} times={times} place={place} onChoose={newTime.choose} />
        {slot && !canStillChange(slot.startsAt, new Date()) && (
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
          <FormProblem>{newTime.problem}</FormProblem>
        </div>
      </form>
    </Modal>
  )
}
