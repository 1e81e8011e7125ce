export type BookingStep = 'time' | 'account' | 'consent' | 'check'

export function stepAddress(eventId: number, step: BookingStep): string {
  return `/book-event?event=${eventId}${step === 'time' ? '' : `&step=${step}`}`
}

export function nhsStepAddress(eventId: number, step: 'time' | 'consent' = 'time'): string {
  return `/check-nhs-number?event=${eventId}${step === 'consent' ? '&step=consent' : ''}`
}
