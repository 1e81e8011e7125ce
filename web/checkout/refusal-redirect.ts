import { refusalSentence } from '../../domain/refusals.ts'
import { ApiRefused } from '../api.ts'
import { bookingProblem } from '../booking/booking-words.ts'
import { nhsStepAddress, stepAddress } from '../booking/steps.ts'

/** The redirect after a business-rule refusal; `forgets` names stored state that is now invalid. */
export type WayAway = {
  to: string
  title?: string | undefined
  text: string
  forgets?: 'hold' | 'consent' | 'nhs' | undefined
}

/** The redirect for a refused order or capture; null when the member can retry at checkout. */
export function wayAway(error: unknown, eventId: number): WayAway | null {
  if (!(error instanceof ApiRefused)) return null
  const way = wayFor(error.code, eventId)
  return way && { ...way, ...wordsFor(error) }
}

function wayFor(code: string, eventId: number): Pick<WayAway, 'to' | 'forgets'> | null {
  switch (code) {
    case 'slot_taken':
    case 'hold_over':
      return { to: stepAddress(eventId, 'time'), forgets: 'hold' }
    case 'access_code_required':
    case 'nothing_to_pay':
      return { to: stepAddress(eventId, 'time') }
    case 'consent_required':
      return { to: stepAddress(eventId, 'consent'), forgets: 'consent' }
    case 'nhs_number_required':
      return { to: nhsStepAddress(eventId), forgets: 'nhs' }
    case 'booking_closed':
      return { to: `/event/${eventId}` }
    case 'duplicate':
    case 'existing_booking':
      return { to: '/upcoming-events' }
    default:
      return null
  }
}

function wordsFor(error: ApiRefused): Pick<WayAway, 'title' | 'text'> {
  // `bookingProblem` has no message for it, because booking never pays.
  if (error.code === 'nothing_to_pay') return { text: refusalSentence('nothing_to_pay') }
  const { title, text } = bookingProblem(error)
  return { title, text }
}
