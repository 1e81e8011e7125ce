import { refusalSentence } from '../../domain/refusals.ts'
import { ApiRefused } from '../api.ts'
import { bookingProblem } from '../booking/booking-words.ts'
import { nhsStepAddress, stepAddress } from '../booking/steps.ts'

/** Where a rule of the charity's sends him from checkout, what he is told, and what is no longer so. */
export type WayAway = {
  to: string
  title?: string | undefined
  text: string
  forgets?: 'hold' | 'consent' | 'nhs' | undefined
}

/** The step that a refused order or capture leads to; null when he can try again where he is. */
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
  // Booking has no words for it: it never meets an event that has to be paid for and costs nothing.
  if (error.code === 'nothing_to_pay') return { text: refusalSentence('nothing_to_pay') }
  const { title, text } = bookingProblem(error)
  return { title, text }
}
