import { canCancel } from '../../domain/booking.ts'
import { tooLateInWords } from '../../domain/change-text.ts'
import { inWords } from '../../domain/charity.ts'
import type { Appointment } from '../../domain/contract.ts'
import { freeUntil, refundIfCancelled } from '../../domain/refund-text.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { charity } from '../charity.ts'
import { confirm } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'

type Question = { title: string; text: string; yes: string }

const QUESTION: Question = {
  title: 'Are you sure?',
  text: 'Do you really want to cancel this appointment?',
  yes: 'Yes, cancel it',
}

/** True when the appointment is no longer booked. The refund is added to the question. */
export async function cancelWithQuestions(
  appointment: Appointment,
  question = QUESTION,
): Promise<boolean> {
  const startsAt = ukInstant(appointment.appt_date, appointment.appt_time)
  if (!canCancel({ startsAt, freeUntil: freeUntil(appointment) }, new Date())) {
    alertTooLate()
    return false
  }
  if (!(await confirmCancelling(appointment, question))) return false
  try {
    await send('PUT /api/appointments/:id/cancel', { params: { id: appointment.appointment_id } })
    toast({ text: 'Your appointment has been cancelled successfully.', tone: 'success' })
    return true
  } catch (error) {
    return explain(error)
  }
}

/** Repeats the question when the refund changed while the dialog was open. */
async function confirmCancelling(appointment: Appointment, question: Question): Promise<boolean> {
  const money = refundIfCancelled(appointment, new Date())
  const isSure = await confirm({
    ...question,
    text: [question.text, ...(money ? [money] : [])].join(' '),
    no: 'No, keep it',
  })
  if (!isSure) return false
  const isSame = money === refundIfCancelled(appointment, new Date())
  return isSame || confirmCancelling(appointment, question)
}

function explain(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'too_late_to_cancel') {
    alertTooLate()
    return false
  }
  if (code === 'already_arrived') {
    toast({ text: refusalSentence(code), tone: 'error' })
    return false
  }
  toast({
    text: 'Something went wrong while canceling your appointment. Please try again later.',
    tone: 'error',
  })
  // Cancelled in another tab already, so the list must be reloaded.
  return code === 'not_booked'
}

function alertTooLate() {
  toast({
    title: 'Cannot cancel',
    text: inWords(tooLateInWords('too_late_to_cancel'), charity),
    tone: 'error',
  })
}
