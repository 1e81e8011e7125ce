import type { CharityEvent } from '../../domain/contract.ts'

export function consentFormFor(event: CharityEvent) {
  return {
    eventId: event.event_id,
    psaTestDate: event.event_date,
    numberOfPsaTest: 1,
    familyHistoryProstateCancer: 'No',
    familyMemberWithProstateCancer: [],
    familyHistoryBreastOvarianCancer: 'No',
    familyMemberWithOvarianCancer: [],
    medicationHistory: 'None',
    terms: true,
    sampleConsent: true,
    gpSharing: true,
    gpSurgeryName: 'Mill Road Surgery',
    gpSurgeryTown: 'Colchester',
    disclaimer: true,
  }
}
