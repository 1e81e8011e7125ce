import type { CharityEvent, UserProfile } from '../../domain/contract.ts'

/** What is kept in this tab of a booking is kept under this: another member's, or event's, is not it. */
export function bookingOwner(
  member: Pick<UserProfile, 'profileId'>,
  event: Pick<CharityEvent, 'event_id'>,
): string {
  return `${member.profileId}/${event.event_id}`
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
