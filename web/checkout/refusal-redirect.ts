import { refusalSentence } from '../../domain/refusals.ts'
import { ApiError } from '../api.ts'
import { bookingProblem } from '../booking/booking-text.ts'
import { nhsStepAddress, stepAddress } from '../booking/steps.ts'

/** `clears` names stored state that is now invalid. */
type RefusalRedirect = {
  to: string
  title?: string | undefined
  text: string
  clears?: 'hold' | 'consent' | 'nhs' | undefined
}

/** Null when the member can retry at checkout. */
export function refusalRedirect(error: unknown, eventId: number): RefusalRedirect | null {
  if (!(error instanceof ApiError)) return null
  const target = targetFor(error.code, eventId)
  return target && { ...target, ...messageFor(error) }
}

function targetFor(code: string, eventId: number): Pick<RefusalRedirect, 'to' | 'clears'> | null {
  switch (code) {
    case 'slot_taken':
    case 'hold_over':
      return { to: stepAddress(eventId, 'time'), clears: 'hold' }
    case 'access_code_required':
    case 'nothing_to_pay':
      return { to: stepAddress(eventId, 'time') }
    case 'consent_required':
      return { to: stepAddress(eventId, 'consent'), clears: 'consent' }
    case 'nhs_number_required':
      return { to: nhsStepAddress(eventId), clears: 'nhs' }
    case 'booking_closed':
      return { to: `/event/${eventId}` }
    case 'duplicate':
    case 'existing_booking':
      return { to: '/upcoming-events' }
    default:
      return null
  }
}

function messageFor(error: ApiError): Pick<RefusalRedirect, 'title' | 'text'> {
  if (error.code === 'nothing_to_pay') return { text: refusalSentence('nothing_to_pay') }
  const { title, text } = bookingProblem(error)
  return { title, text }
}
