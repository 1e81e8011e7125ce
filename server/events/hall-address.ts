import type { EventRecord } from './office.queries.ts'

/** In one line, without the country: for those who are in it. */
export function hallAddress({
  addressLine1,
  addressLine2,
  city,
  postcode,
}: Pick<EventRecord, 'addressLine1' | 'addressLine2' | 'city' | 'postcode'>): string {
  return [addressLine1, addressLine2, city, postcode].filter(Boolean).join(', ')
}
