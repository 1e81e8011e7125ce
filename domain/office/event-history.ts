// What was changed of an event, from its rows of the audit log, in words.
import { pounds } from '../money.ts'
import { momentInWords } from '../uk-time.ts'
import { EVENT_FIELDS } from './event-fields.ts'

type Values = Record<string, unknown>
type EventAudit = { action: string; details: Values }

const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(EVENT_FIELDS).map((field) => [
      field.column,
      'label' in field ? field.label : 'Pin on the map',
    ]),
  ),
  startsAt: 'Start',
  endsAt: 'End',
  sessionMinutes: 'Minutes for each appointment',
  placesPerSlot: 'Chairs',
  breaks: 'Breaks',
  accessCode: 'Access code',
}

const ACTIONS: Record<string, string> = {
  'event added': 'Draft made.',
  'event copied': 'Copied from another event.',
  'event published': 'Published.',
  'event unpublished': 'Unpublished: a draft again.',
  'booking closed': 'Booking closed.',
  'booking opened': 'Booking opened again.',
  'access code replaced': 'Access code replaced.',
  'event cancelled': 'Cancelled.',
  'cancellation asked for': 'Cancellation requested. A second person must approve it.',
  'cancellation withdrawn': 'Cancellation stopped.',
  'cancellation reverted': 'Cancellation reversed: a draft again.',
  'event people changed': 'Who works at the event changed.',
}

const LONG = 60

/** One or more sentences. */
export function historyInWords({ action, details }: EventAudit): string {
  const { before, after, reason } = details
  const text =
    action === 'event changed' && isValues(before) && isValues(after)
      ? changesInWords(before, after)
      : (ACTIONS[action] ?? `${action.charAt(0).toUpperCase()}${action.slice(1)}.`)
  return typeof reason === 'string' && reason !== '' ? `${text} ${reason}` : text
}

function changesInWords(before: Values, after: Values): string {
  const changes = Object.entries(after).flatMap(([column, value]) => {
    const label = LABELS[column]
    if (label === undefined) return []
    const [from, to] = [valueInWords(column, before[column]), valueInWords(column, value)]
    return from === null || to === null ? `${label}.` : `${label}: ${from}, now ${to}.`
  })
  return [...new Set(changes)].join(' ') || 'Saved without changes.'
}

/** Null for what is too long, or is no text, number or time. */
function valueInWords(column: string, value: unknown): string | null {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (/Pence$/.test(column)) return typeof value === 'number' ? pounds(value) : null
  if (/^(?:latitude|longitude)$|Id$/.test(column)) return null
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > LONG || column === 'accessCode') return null
  return /At$/.test(column) ? momentInWords(new Date(value)) : `‘${value}’`
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null
}
