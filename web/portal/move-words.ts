import { ApiRefused } from '../api.ts'

/** How the window was left: nothing happened ('kept'), or what the list has to be read again for. */
export type Outcome = 'kept' | 'moved' | 'too late' | 'not booked' | 'signed out'

/** Why an appointment was not moved: the window closes, says a sentence, or offers other times. */
export type MoveProblem = { closes: Outcome } | { sentence: string } | 'slot taken'

export function moveProblem(error: unknown): MoveProblem {
  const code = error instanceof ApiRefused ? error.code : ''
  switch (code) {
    case 'slot_taken':
      return 'slot taken'
    case 'too_late_to_move':
      return { closes: 'too late' }
    case 'not_booked':
      return { closes: 'not booked' }
    case 'sign_in_required':
      return { closes: 'signed out' }
    default:
      return { sentence: 'Failed to update appointment. Please try again in a moment.' }
  }
}
