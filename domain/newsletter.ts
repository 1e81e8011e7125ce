import { isEmailAddress, normaliseEmail } from './email-address.ts'
import { nameError } from './person-name.ts'
import type { Reason } from './refusals.ts'

/** Shown beside the form and stored with every subscription. */
export const NEWSLETTER_WORDS =
  'We will email you news about the charity and its events about once a month. You can unsubscribe at any time.'

export const CONFIRM_DAYS = 7

export function whyNotSubscribe(request: { name: string; email: string }): Reason | null {
  const email = normaliseEmail(request.email)
  if (request.name.trim() === '' || email === '') return 'name_and_email_required'
  if (nameError(request.name)) return 'invalid_request'
  return isEmailAddress(email) ? null : 'email_address_invalid'
}
