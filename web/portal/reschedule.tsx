import { lazy, useState } from 'react'
import { RouterContextProvider, useRevalidator } from 'react-router'
import { canStillChange } from '../../domain/booking.ts'
import { tooLateInWords } from '../../domain/change-text.ts'
import { inWords } from '../../domain/charity.ts'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { get } from '../api.ts'
import { loadFreeTimes } from '../booking/use-free-times.ts'
import { charity } from '../charity.ts'
import { clearMember } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { alert } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import type { Outcome } from './move-text.ts'

const loadEditAppointment = () =>
  import('./edit-appointment.tsx').then(({ EditAppointment }) => ({ default: EditAppointment }))
const EditAppointment = lazy(loadEditAppointment)

export function Reschedule({ appointment }: { appointment: Appointment }) {
  const [choice, setChoice] = useState<{ event: CharityEvent; free: Slots } | null>(null)
  const [isPending, setPending] = useState(false)
  const revalidator = useRevalidator()
  const startsAt = ukInstant(appointment.appt_date, appointment.appt_time)

  async function open() {
    if (!canStillChange(startsAt, new Date())) return alertTooLate()
    setPending(true)
    try {
      setChoice(await loadChoice(appointment.event_id))
    } catch {
      toast({ text: 'Failed to load time slots.', tone: 'error' })
    }
    setPending(false)
  }

  async function close(outcome: Outcome) {
    // Without the cached member, the loader redirects to /login.
    if (outcome === 'signed out') clearMember()
    if (outcome !== 'unchanged') await revalidator.revalidate()
    setChoice(null)
    if (outcome === 'moved') {
      toast({ text: 'Appointment time updated successfully.', tone: 'success' })
    }
    if (outcome === 'too late') await alertTooLate()
    if (outcome === 'not booked') {
      const text = `Failed to update appointment. ${refusalSentence('not_booked')}`
      toast({ text, tone: 'error' })
    }
  }

  return (
    <>
      <Button
        kind="quiet"
        disabled={appointment.status !== 'booked'}
        pending={isPending}
        onClick={open}
      >
        {isPending ? 'Loading...' : 'Reschedule'}
        <span className="visually-hidden"> {appointment.event_name}</span>
      </Button>
      {choice && <EditAppointment {...choice} appointment={appointment} onClose={close} />}
    </>
  )
}

async function loadChoice(eventId: number) {
  const [{ event }, free] = await Promise.all([
    get(new RouterContextProvider(), 'GET /api/events/:id', { params: { id: eventId } }),
    loadFreeTimes(eventId),
    loadEditAppointment(),
  ])
  return { event, free }
}

function alertTooLate(): Promise<void> {
  return alert({
    title: 'Cannot modify',
    text: inWords(tooLateInWords('too_late_to_move'), charity),
    tone: 'warn',
  })
}
