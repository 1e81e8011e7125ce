import { namesOf } from './fields.ts'

/** In characters, of each fact. */
export const VENUE_FACT_LENGTH = 200

const fact = { max: VENUE_FACT_LENGTH, isMailed: true } as const

/** What the office can say of a venue, in the order shown. */
export const VENUE_FACTS = {
  parking: { column: 'parking', label: 'Parking', ...fact },
  step_free_access: { column: 'stepFreeAccess', label: 'Step-free access', ...fact },
  hearing_loop: { column: 'hearingLoop', label: 'Hearing loop', ...fact },
  public_transport: { column: 'publicTransport', label: 'Public transport', ...fact },
} as const

export type VenueFactName = keyof typeof VENUE_FACTS

/** Label and words of each known fact; none for an unknown venue. */
export function venueInWords(
  venue: { [K in VenueFactName]?: string | null | undefined } | undefined,
): { label: string; text: string }[] {
  return namesOf(VENUE_FACTS).flatMap((name) => {
    const text = venue?.[name]
    return text ? [{ label: VENUE_FACTS[name].label, text }] : []
  })
}
