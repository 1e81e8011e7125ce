// A place that somebody asks us to hold for another person, for 48 hours. Only that person books it, by their own link.
import type { EventDetails } from './contract.ts'
import { isEmailAddress } from './email-address.ts'
import { isBookingRestricted, isUpcoming } from './events.ts'
import { ukMobile } from './office/sms.ts'
import { nameError } from './person-name.ts'

/** How long the place is held, at most until booking ends. */
export const BEGUN_DAYS = 2
/** For how long the link works that proves the address of whoever asks; nothing is held before. */
export const BEGIN_CONFIRM_HOURS = 24
/** Places that one address holds in this way at once, each at a different event. */
export const MOST_BEGUN_BY_ONE = 3

/** How many places of an event are held in this way at once: a tenth, and at least one. */
export function mostBegunOf(totalPlaces: number): number {
  return Math.max(1, Math.floor(totalPlaces / 10))
}

/** Whether somebody may begin for another person at the event: a community event that anybody can book now. */
export function mayBeginFor(event: EventDetails, now: Date): boolean {
  const isForEverybody = event.exclusive_for === 'COMMUNITY' && !event.is_private
  return isForEverybody && isUpcoming(event, now) && !isBookingRestricted(event, now)
}

/** The fields of the form, in its order. */
export const BEGIN_FIELDS = [
  'time',
  'his-first-name',
  'his-last-name',
  'his-email',
  'his-mobile',
  'first-name',
  'last-name',
  'email',
] as const
export type BeginField = (typeof BEGIN_FIELDS)[number]
export type BeginForm = Record<BeginField, string>
export type BeginError = { field: BeginField; message: string }

const LONGEST_NAME = 50

/**
 * All errors in the order of the form; none when it is valid. Expects trimmed texts and addresses in
 * small letters. `sendsSms`: whether a mobile number alone is enough.
 */
export function beginErrors(form: BeginForm, { sendsSms }: { sendsSms: boolean }): BeginError[] {
  const errors: (BeginError | null)[] = [
    /^\d\d:\d\d$/.test(form.time) ? null : { field: 'time', message: 'Choose a time' },
    nameFault(form, 'his-first-name', 'Enter his first name'),
    nameFault(form, 'his-last-name', 'Enter his last name'),
    wayFault(form, sendsSms),
    form['his-mobile'] === '' || ukMobile(form['his-mobile']) !== null
      ? null
      : { field: 'his-mobile', message: 'Enter a UK mobile number, for example 07700 900123' },
    nameFault(form, 'first-name', 'Enter your first name'),
    nameFault(form, 'last-name', 'Enter your last name'),
    isEmailAddress(form.email)
      ? null
      : { field: 'email', message: 'Enter your email address, for example name@example.org' },
  ]
  return errors.filter((error) => error !== null)
}

function nameFault(form: BeginForm, field: BeginField, whenEmpty: string): BeginError | null {
  const name = form[field]
  if (name === '') return { field, message: whenEmpty }
  if (name.length > LONGEST_NAME)
    return { field, message: `${whenEmpty} in ${LONGEST_NAME} characters or fewer` }
  const message = nameError(name)
  return message === null ? null : { field, message }
}

function wayFault(form: BeginForm, sendsSms: boolean): BeginError | null {
  const field = 'his-email'
  const email = form[field]
  if (email !== '' && !isEmailAddress(email))
    return { field, message: 'Enter his email address, for example name@example.org' }
  if (email !== '' && email === form.email)
    return { field, message: 'Enter his own email address, not yours. The answer has to be his' }
  if (email !== '' || (form['his-mobile'] !== '' && sendsSms)) return null
  const message = sendsSms
    ? 'Enter his email address or his UK mobile number'
    : 'Enter his email address. We cannot send him a text message'
  return { field, message }
}

/** Addresses of the pages that follow, after `/begin-for-another/`. */
export const BEGIN_STEPS = ['sent', 'confirm', 'done', 'taken', 'link-over'] as const
export type BeginStep = (typeof BEGIN_STEPS)[number]
