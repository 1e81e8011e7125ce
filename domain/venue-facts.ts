/** What the office can say of a venue, in the order shown. */
export const VENUE_FACTS = [
  { name: 'parking', label: 'Parking' },
  { name: 'step_free_access', label: 'Step-free access' },
  { name: 'hearing_loop', label: 'Hearing loop' },
  { name: 'public_transport', label: 'Public transport' },
] as const

/** In characters, of each fact. */
export const VENUE_FACT_LENGTH = 200

export type VenueFactName = (typeof VENUE_FACTS)[number]['name']
/** Without the facts that are not known. */

/** Label and words of each known fact; none for an unknown venue. */
export function venueInWords(
  venue: { [K in VenueFactName]?: string | null | undefined } | undefined,
): { label: string; text: string }[] {
  return VENUE_FACTS.flatMap(({ name, label }) => {
    const text = venue?.[name]
    return text ? [{ label, text }] : []
  })
}
