import type { CharityEvent } from '../../domain/contract.ts'

const AUDIENCES = {
  COMMUNITY: 'Community',
  FREEMASONS: 'Freemasons',
  CORPORATE: 'Corporate',
} as const satisfies Record<CharityEvent['exclusive_for'], string>

export function audience(event: CharityEvent): string {
  return AUDIENCES[event.exclusive_for]
}

/** '1 space left', '11 spaces left'. */
export function spacesInWords(left: number): string {
  return `${left} ${left === 1 ? 'space' : 'spaces'} left`
}

/** '10:00–18:00', London time. */
export function timesInWords(event: CharityEvent): string {
  return `${event.start_time.slice(0, 5)}–${event.end_time.slice(0, 5)}`
}

/** The place in short: 'Town Hall, Colchester, CO1 1PJ'. */
export function placeInWords(event: CharityEvent): string {
  return [event.address_line1, event.city, event.postcode].filter(Boolean).join(', ')
}
