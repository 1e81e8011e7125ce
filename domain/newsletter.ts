import { isEmailAddress, normaliseEmail } from './email-address.ts'
import type { Reason } from './refusals.ts'

/** What stands beside the form of the newsletter and is kept with every subscription. */
export const NEWSLETTER_WORDS =
  'We will email you news of the charity and its events, about once a month. You can leave at any time.'

/** For how many days the link that confirms a subscription works. */
export const CONFIRM_DAYS = 7

/** Why nobody can be subscribed so, or null (spec §5, Newsletter). */
export function whyNotSubscribe(asked: { name: string; email: string }): Reason | null {
  const email = normaliseEmail(asked.email)
  if (asked.name.trim() === '' || email === '') return 'name_and_email_required'
  return isEmailAddress(email) ? null : 'email_address_invalid'
}
