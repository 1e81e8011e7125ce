import type { CharityEvent } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'

/** The address of a step of booking this event; the first step is the bare address. */
export function stepAddress(eventId: number, step: 'time' | 'consent'): string {
  return `/book-event?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}

/** Whether an address's query names the second step. */
export function isConsentStep(search: string): boolean {
  return new URLSearchParams(search).get('step') === 'consent'
}

/** The steps that a member goes through to book this event. */
export function stepsOf(event: CharityEvent): string[] {
  return ['Choose a time', 'Consent', ...(needsPayment(event) ? ['Pay'] : []), 'Confirmed']
}
