import type { ConsentPayload } from '../../domain/contract.ts'

/** Somebody who may be tested and shares nothing with a GP. */
export const EXAMPLE_ANSWERS: Omit<ConsentPayload, 'profileId' | 'eventId' | 'psaTestDate'> = {
  numberOfPsaTest: 1,
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  familyHistoryBreastOvarianCancer: 'No',
  familyMemberWithOvarianCancer: [],
  medicationHistory: 'None',
  terms: true,
  sampleConsent: true,
  gpSharing: false,
  disclaimer: true,
}
