import { pounds } from '../../../domain/money.ts'
import { missingInWords } from '../../../domain/office/checklist-words.ts'
import { CHECKLIST, type EventUse } from '../../../domain/office/event-schemas.ts'
import type { ApiError } from '../../api.ts'
import { doubtsIn } from './ask-doubts.ts'

const USES: Record<EventUse, string> = {
  booked: 'A member has booked.',
  paid: 'A member has paid or started to pay.',
  waiting: 'A member has joined the waiting list.',
  consent: 'A member has given consent.',
  held: 'Somebody is holding or has held a place.',
  invited: 'Somebody was invited by name.',
  invoiced: 'Its host has an invoice.',
}

/** How each detail of a refusal reads; null for one that the sentence says already, or another screen shows. */
export const DETAILS: Record<string, (value: unknown, error: ApiError) => string[]> = {
  times: (value) => (textsIn(value).length > 0 ? [`Taken at ${inWords(textsIn(value))}.`] : []),
  uses: (value) => textsIn(value).flatMap((use) => (isUse(use) ? [USES[use]] : [])),
  doubts: (_, error) => doubtsIn(error).map(({ sentence }) => sentence),
  places: (value, { body }) =>
    typeof value === 'number' && typeof body.appointments === 'number'
      ? [`The new times have ${value} places for ${body.appointments} appointments.`]
      : [],
  missing: (value) => missingInWords(CHECKLIST.filter((item) => textsIn(value).includes(item))),
  left_pence: inPounds('left to refund'),
  policy_pence: inPounds('what you may refund'),
  price_pence: inPounds('owed'),
  end_at_least: (value) => (typeof value === 'string' ? [`End at ${value} or later.`] : []),
}

/** What the refusal says beside its sentence, one sentence each. */
export function detailsOf(error: ApiError): string[] {
  return Object.entries(error.body).flatMap(([name, value]) => DETAILS[name]?.(value, error) ?? [])
}

/** The sentence with its details, where there is no room for a list. */
export function refusalText(error: ApiError): string {
  return [error.message, ...detailsOf(error)].join(' ')
}

/** '£5.00 is left to refund.' */
function inPounds(what: string): (value: unknown) => string[] {
  return (value) => (typeof value === 'number' ? [`${pounds(value)} is ${what}.`] : [])
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function isUse(use: string): use is EventUse {
  return Object.hasOwn(USES, use)
}

/** '10:00, 10:20 and 11:00' */
function inWords(texts: string[]): string {
  const last = texts.at(-1) ?? ''
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`
}
