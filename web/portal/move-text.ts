import { refusalSentence } from '../../domain/refusals.ts'
import { ApiError } from '../api.ts'
import type { MoveProblem } from '../booking/use-new-time.ts'

/** How the dialog closed; the list must be reloaded unless 'unchanged'. */
export type Outcome = 'unchanged' | 'moved' | 'too late' | 'not booked' | 'signed out'

export function moveProblem(error: unknown): MoveProblem<Outcome> {
  const code = error instanceof ApiError ? error.code : ''
  switch (code) {
    case 'slot_taken':
      return 'slot taken'
    case 'too_late_to_move':
      return { closes: 'too late' }
    case 'not_booked':
      return { closes: 'not booked' }
    case 'sign_in_required':
      return { closes: 'signed out' }
    case 'already_arrived':
    case 'moved_too_often':
      return { sentence: refusalSentence(code) }
    default:
      return { sentence: 'Failed to update appointment. Please try again in a moment.' }
  }
}
