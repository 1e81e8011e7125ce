// Separate because the event page loads it without the booking screens.
import type { CharityEvent } from '../../domain/contract.ts'

/** The NHS number first where the laboratory needs it (rules §3.6). */
export function firstStepAddress(
  event: Pick<CharityEvent, 'event_id' | 'requires_nhs_number'>,
): string {
  return `/${event.requires_nhs_number ? 'check-nhs-number' : 'book-event'}?event=${event.event_id}`
}
