// What somebody who would like to host a screening event tells the office.
import { type ContactField, type ContactForm, contactErrorText } from './contact.ts'
import { contactErrors } from './contact-errors.ts'

export const PAYERS = {
  host: 'The host, for every man',
  men: 'Each man, for his own test',
  both: 'Both share the price',
  undecided: 'Not decided yet',
} as const
type Payer = keyof typeof PAYERS

/** `message` may be empty. */
export type HostRequest = ContactForm & { day: string; place: string; men: string; payer: Payer }
export type HostField = keyof HostRequest
export type HostError = { field: HostField; message: string }

const CONTACTS: readonly ContactField[] = ['first-name', 'last-name', 'email', 'phone-number']

const MOST_LETTERS = 200
const MOST_MEN = 2_000
const LONGEST_MESSAGE = 4_000

/** Returns all errors in the order of the form; empty when it is valid. */
export function hostRequestErrors(form: Readonly<Record<string, unknown>>): HostError[] {
  const textOf = (name: HostField) => {
    const value = Object.hasOwn(form, name) ? form[name] : ''
    return typeof value === 'string' ? value.trim() : ''
  }
  const own = [
    lineError('day', textOf('day'), 'Enter a date, or a few dates that would suit you'),
    lineError('place', textOf('place'), 'Enter the venue and its town'),
    menError(textOf('men')),
    Object.hasOwn(PAYERS, textOf('payer')) ? null : error('payer', 'Choose who pays'),
  ]
  const ofContact = contactErrors(form)
    .filter(({ field }) => CONTACTS.includes(field))
    .map(({ field, message }) => error(field, contactErrorText(field, [message])))
  const tooLong = textOf('message').length > LONGEST_MESSAGE
  const ofMessage = tooLong
    ? error('message', '‘Anything else’ is too long. Please shorten it')
    : null
  return [...own, ...ofContact, ofMessage].filter((one) => one !== null)
}

function lineError(field: HostField, text: string, whenEmpty: string): HostError | null {
  if (text === '') return error(field, whenEmpty)
  const tooLong = `${whenEmpty.replace(/,.*/, '')} in ${MOST_LETTERS} characters or fewer`
  return text.length > MOST_LETTERS ? error(field, tooLong) : null
}

function menError(typed: string): HostError | null {
  const men = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  if (men >= 1 && men <= MOST_MEN) return null
  return error('men', 'Enter how many men you expect as a number, such as 60')
}

function error(field: HostField, message: string): HostError {
  return { field, message }
}

/** What is asked for, each with its name. */
export function hostRequestFacts({ day, place, men, payer }: HostRequest) {
  return [
    ['Day', day],
    ['Place', place],
    ['How many men', men],
    ['Who pays', PAYERS[payer]],
  ] as const
}

/** First line of the text that the office gets, and what its list of messages is searched for. */
export const HOST_REQUEST = 'Request to host a day'

export function hostRequestText(request: HostRequest): string {
  const facts = hostRequestFacts(request).map(([term, value]) => `${term}: ${value}`)
  const more = request.message === '' ? [] : ['', request.message]
  return [HOST_REQUEST, ...facts, ...more].join('\n')
}
