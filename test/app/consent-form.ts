import type { CharityEvent } from '../../domain/contract.ts'

/** A complete consent form for this event, of a man with nothing to tell. */
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
