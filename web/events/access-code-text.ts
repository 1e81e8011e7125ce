import { isReason, refusalSentence } from '../../domain/refusals.ts'
import { ApiError } from '../api.ts'

export type CodeProblem = { about: 'code' | 'dialog'; text: string }

export const NO_CODE: CodeProblem = { about: 'code', text: 'Please enter the access code.' }

export function codeProblem(error: unknown): CodeProblem {
  if (!(error instanceof ApiError)) return { about: 'dialog', text: UNREACHABLE }
  const { code, retryAfter } = error
  switch (code) {
    case 'wrong_access_code':
    // Longer than any code.
    case 'invalid_request':
      return { about: 'code', text: refusalSentence('wrong_access_code') }
    case 'not_found':
      return { about: 'dialog', text: NO_LONGER_PRIVATE }
    default: {
      const sentence = refusalSentence(isReason(code) ? code : 'unexpected')
      const wait = retryAfter === null ? '' : ` ${whenToTryAgain(retryAfter)}`
      return { about: 'dialog', text: `${sentence}${wait}` }
    }
  }
}

const UNREACHABLE =
  'We could not reach our booking system, so your code has not been checked. Please try again.'
const NO_LONGER_PRIVATE =
  'This event has changed and no longer takes an access code. Please close this window and load the page again.'

/** Rounded up, so that a retry is not too early. */
function whenToTryAgain(seconds: number): string {
  if (seconds < 60) return 'You can try again in less than a minute.'
  const minutes = Math.ceil(seconds / 60)
  return `You can try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}
