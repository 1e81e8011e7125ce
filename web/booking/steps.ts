/** The address of a step of booking this event; the first step is the bare address. */
export function stepAddress(eventId: number, step: 'time' | 'consent'): string {
  return `/book-event?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}

/** Whether an address's query names the second step. */
export function isConsentStep(search: string): boolean {
  return new URLSearchParams(search).get('step') === 'consent'
}

/** The steps to a booking, of which one may be payment. */
export function stepsTo({ isPaid }: { isPaid: boolean }): string[] {
  return ['Choose a time', 'Consent', ...(isPaid ? ['Pay'] : []), 'Confirmed']
}
