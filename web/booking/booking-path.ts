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
  return step === 'account' || step === 'consent' || step === 'check' ? step : 'time'
}

type Flow = {
  asksNhsNumber?: boolean
  isPaid: boolean
  isSignedOut?: boolean
  isTimeFirst?: boolean
}

/** The NHS number comes first, but after a time that was chosen before signing in. */
export function stepsTo(flow: Flow): string[] {
  const nhsNumber = flow.asksNhsNumber ? ['NHS number'] : []
  const isTimeFirst = flow.isSignedOut || flow.isTimeFirst
  return [
    ...(isTimeFirst ? [] : nhsNumber),
    'Choose a time',
    ...(flow.isSignedOut ? ['Account'] : []),
    ...(isTimeFirst ? nhsNumber : []),
    'Consent',
    'Check',
    ...(flow.isPaid ? ['Pay'] : []),
    'Confirmed',
  ]
}
