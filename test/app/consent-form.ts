import type { CharityEvent } from '../../domain/contract.ts'
import { EXAMPLE_ANSWERS } from './example-consent.ts'

export function consentFormFor(event: CharityEvent) {
  return {
    eventId: event.event_id,
    psaTestDate: event.event_date,
    ...EXAMPLE_ANSWERS,
    gpSharing: true,
    gpSurgeryName: 'Mill Road Surgery',
    gpSurgeryTown: 'Colchester',
  }
}
