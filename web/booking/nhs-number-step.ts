import type { CharityEvent } from '../../domain/contract.ts'
import { eventLabel } from '../../domain/events.ts'

const KEY = 'nhs-confirmed'

/** Whether the NHS number is asked for before the times: the lab needs it and booking is open. */
export function asksNhsNumber(event: CharityEvent, now: Date): boolean {
  const label = eventLabel(event, now)
  return event.requires_nhs_number && label !== 'Event Passed' && label !== 'Booking Closed'
}

/** Remembers the confirmation, not the number. The server checks the confirmation itself. */
export function storeNhsConfirmation(owner: string): void {
  sessionStorage.setItem(KEY, owner)
}

export function hasConfirmedNhs(owner: string): boolean {
  return sessionStorage.getItem(KEY) === owner
}

/** Call after booking, or when the server has no such confirmation. */
export function clearNhsConfirmation(): void {
  sessionStorage.removeItem(KEY)
}
