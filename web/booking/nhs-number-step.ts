import type { CharityEvent } from '../../domain/contract.ts'
import { eventLabel } from '../../domain/events.ts'

const KEY = 'nhs-confirmed'

export function asksNhsNumber(event: CharityEvent, now: Date): boolean {
  const label = eventLabel(event, now)
  return event.requires_nhs_number && label !== 'Event Passed' && label !== 'Booking Closed'
}

/** Stores no number; the server checks the confirmation itself. */
export function storeNhsConfirmation(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasConfirmedNhs(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

export function clearNhsConfirmation(): void {
  sessionStorage.removeItem(KEY)
}
