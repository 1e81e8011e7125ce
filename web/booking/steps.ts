import type { CharityEvent, UserProfile } from '../../domain/contract.ts'

/** What is kept in this tab of a booking is kept under this: another member's, or event's, is not it. */
export function bookingOwner(
  member: Pick<UserProfile, 'profileId'>,
  event: Pick<CharityEvent, 'event_id'>,
): string {
  return `${member.profileId}/${event.event_id}`
}

/** The address of a step of booking this event; the first step is the bare address. */
export function stepAddress(eventId: number, step: 'time' | 'consent'): string {
  return `/book-event?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}

/**
 * The address of checkout, the step between consent and confirmation where there is something to pay;
 * `time` where no hold says which one it is for.
 */
export function checkoutAddress(eventId: number, time: string | null = null): string {
  return `/checkout?event=${eventId}${time === null ? '' : `&time=${time}`}`
}

/** Whether an address's query names the second step. */
export function isConsentStep(search: string): boolean {
  return new URLSearchParams(search).get('step') === 'consent'
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

/** The steps to a booking, of which the NHS number and payment may be two. */
export function stepsTo(way: { asksNhsNumber?: boolean; isPaid: boolean }): string[] {
  return [
    ...(way.asksNhsNumber ? ['NHS number'] : []),
    'Choose a time',
    'Consent',
    ...(way.isPaid ? ['Pay'] : []),
    'Confirmed',
  ]
}
