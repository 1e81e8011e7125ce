// Separate because the event page loads it without the booking screens.
import type { CharityEvent } from '../../domain/contract.ts'

export function stepAddress(eventId: number, step: 'time' | 'consent'): string {
  return `/book-event?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}

/** The NHS number first where the laboratory needs it (spec §4). */
export function firstStepAddress(
  event: Pick<CharityEvent, 'event_id' | 'requires_nhs_number'>,
): string {
  return event.requires_nhs_number
    ? nhsStepAddress(event.event_id)
    : stepAddress(event.event_id, 'time')
}

export function nhsStepAddress(eventId: number, step: 'time' | 'consent' = 'time'): string {
  return `/check-nhs-number?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}
