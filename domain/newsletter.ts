import { isEmailAddress, normaliseEmail } from './email-address.ts'
import type { Reason } from './refusals.ts'

/** Shown beside the form and stored with every subscription. */
export const NEWSLETTER_WORDS =
  'We will email you news of the charity and its events, about once a month. You can leave at any time.'

/** Validity of a confirmation link, in days. */
export const CONFIRM_DAYS = 7

/** Returns why this subscription is refused, or null (spec §5, Newsletter). */
export function whyNotSubscribe(asked: { name: string; email: string }): Reason | null {
  const email = normaliseEmail(asked.email)
  if (asked.name.trim() === '' || email === '') return 'name_and_email_required'
  return isEmailAddress(email) ? null : 'email_address_invalid'
}
