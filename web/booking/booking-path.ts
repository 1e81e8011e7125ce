import type { CharityEvent, UserProfile } from '../../domain/contract.ts'
import type { BookingStep } from './steps.ts'

/** Key of this tab's stored booking state: one member at one event. */
export function bookingOwner(
  member: Pick<UserProfile, 'profileId'>,
  event: Pick<CharityEvent, 'event_id'>,
): string {
  return `${member.profileId}/${event.event_id}`
}

/** `time` is needed without a hold. */
export function checkoutAddress(eventId: number, time: string | null = null): string {
  return `/checkout?event=${eventId}${time === null ? '' : `&time=${time}`}`
}

export function stepIn(search: string): BookingStep {
  const step = new URLSearchParams(search).get('step')
  return step === 'consent' || step === 'check' ? step : 'time'
}

export function stepsTo(flow: { asksNhsNumber?: boolean; isPaid: boolean }): string[] {
  return [
    ...(flow.asksNhsNumber ? ['NHS number'] : []),
    'Choose a time',
    'Consent',
    'Check',
    ...(flow.isPaid ? ['Pay'] : []),
    'Confirmed',
  ]
}
