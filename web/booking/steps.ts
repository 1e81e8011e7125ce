// Apart from what only the screens of booking need, because the page of an event loads it.
import type { CharityEvent } from '../../domain/contract.ts'

/** The address of a step of booking this event; the first step is the bare address. */
export function stepAddress(eventId: number, step: 'time' | 'consent'): string {
  return `/book-event?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}

/** Where BOOK leads: the NHS number comes before the times where the laboratory asks for it (spec §4). */
export function firstStepAddress(
  event: Pick<CharityEvent, 'event_id' | 'requires_nhs_number'>,
): string {
  return event.requires_nhs_number
    ? nhsStepAddress(event.event_id)
    : stepAddress(event.event_id, 'time')
}

/** The address of the NHS number's confirmation; `step` is where it leads afterwards. */
export function nhsStepAddress(eventId: number, step: 'time' | 'consent' = 'time'): string {
  return `/check-nhs-number?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}
