import type { ChecklistItem } from './event-schemas.ts'

/** What publishing still needs, as a volunteer would say it. */
export const MISSING_WORDS: Record<ChecklistItem, string> = {
  event_date: 'A date in the future',
  product: 'The product, which is the kind of test',
  lab: 'The laboratory',
  price: 'A price, for the event or its product',
  payment_required: 'Whether members pay when they book',
  access_code: 'The access code of a private event',
  address: 'The hall or building and the town',
  postcode: 'The postcode',
  pin: 'The pin on the map',
  pin_in_uk: 'A pin in the United Kingdom: this one is somewhere else',
  host_contact: 'The host: a name, and a phone number or email address',
  places: 'At least one place',
}

/** One sentence for each. */
export function missingInWords(missing: readonly ChecklistItem[]): string[] {
  return missing.map((item) => `Missing: ${MISSING_WORDS[item]}.`)
}
