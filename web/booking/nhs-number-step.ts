import type { CharityEvent } from '../../domain/contract.ts'
import { eventLabel } from '../../domain/events.ts'

const KEY = 'nhs-confirmed'

/** Whether the NHS number is asked before the times: the lab wants it and booking is not over. */
export function asksNhsNumber(event: CharityEvent, now: Date): boolean {
  const label = eventLabel(event, now)
  return event.requires_nhs_number && label !== 'Event Passed' && label !== 'Booking Closed'
}

/**
 * Remembers for a reload of this tab, and for the Back button, that the number has been confirmed for
 * this booking (owner: see `bookingOwner`): that it was, never which. Whether the booking may be made
 * is the server's to say.
 */
export function rememberNhsConfirmation(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasConfirmedNhs(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

/** The booking is made, or the server does not know of the confirmation: the next one asks again. */
export function forgetNhsConfirmation(): void {
  sessionStorage.removeItem(KEY)
}
