import { ApiError } from '../api.ts'
import { unlessOffline } from '../offline.ts'

export const NOT_VALID = 'Invalid or missing parameters. Please check your link or contact support.'
export const SAVED = 'Consent form submitted successfully!'
const NOBODY =
  'Missing profile or date information. Cannot submit consent form. Please re-login and try again.'
const WORDS_CHANGED =
  'The wording of this form has changed. Please reload the page, read the new wording and answer again.'
const NOT_SAVED = 'Failed to save consent. Please try again.'

/** `isOver` when this link can never be used again. */
export function savingProblem(
  error: unknown,
  { byLink }: { byLink: boolean },
): { text: string; isOver: boolean } {
  const code = error instanceof ApiError ? error.code : ''
  if (code === 'sign_in_required') return { text: NOBODY, isOver: false }
  if (code === 'not_found' && byLink) return { text: NOT_VALID, isOver: true }
  if (code === 'consent_words_changed') return { text: WORDS_CHANGED, isOver: false }
  return { text: unlessOffline(NOT_SAVED), isOver: false }
}
