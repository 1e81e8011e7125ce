import { useState } from 'react'
import { CONSENT_VERSION, type ConsentForm } from '../../domain/consent.ts'
import type { ConsentPayload } from '../../domain/contract.ts'

/**
 * What the member has answered, in the memory of this page and nowhere else: health answers never
 * enter the browser's storage. Outside React, so that they outlive a detour to sign-in.
 */
let kept: { owner: string; answers: ConsentForm } | null = null

/** The answers of this owner (member and event); another member in this tab begins afresh. */
export function useAnswers(owner: string) {
  const [answers, setAnswers] = useState(kept?.owner === owner ? kept.answers : {})
  function change(next: ConsentForm) {
    const changed = { ...answers, ...next }
    kept = { owner, answers: changed }
    setAnswers(changed)
  }
  return [answers, change] as const
}

export function forgetAnswers(): void {
  kept = null
}

/**
 * The answers as the API takes them, or null while a required one is missing. Relatives and details
 * count only beside a Yes, and a surgery beside its tick: what was filled in before an answer was
 * changed is left out.
 */
export function toConsent(
  answers: ConsentForm,
  whose: Pick<ConsentPayload, 'profileId' | 'eventId' | 'psaTestDate'>,
): ConsentPayload | null {
  const { numberOfPsaTest, medicationHistory } = answers
  const { familyHistoryProstateCancer, familyHistoryBreastOvarianCancer } = answers
  if (!numberOfPsaTest || !medicationHistory) return null
  if (!familyHistoryProstateCancer || !familyHistoryBreastOvarianCancer) return null
  const onFathersSide = familyHistoryProstateCancer === 'Yes'
  const gpSharing = answers.gpSharing === true
  const onMothersSide = familyHistoryBreastOvarianCancer === 'Yes'
  return {
    ...whose,
    numberOfPsaTest,
    familyHistoryProstateCancer,
    familyMemberWithProstateCancer: (onFathersSide && answers.familyMemberWithProstateCancer) || [],
    fatherSideDetails: (onFathersSide && answers.fatherSideDetails) || null,
    familyHistoryBreastOvarianCancer,
    familyMemberWithOvarianCancer: (onMothersSide && answers.familyMemberWithOvarianCancer) || [],
    motherSideDetails: (onMothersSide && answers.motherSideDetails) || null,
    medicationHistory,
    terms: answers.terms === true,
    sampleConsent: answers.sampleConsent === true,
    gpSharing,
    gpSurgeryName: (gpSharing && answers.gpSurgeryName) || null,
    gpSurgeryTown: (gpSharing && answers.gpSurgeryTown) || null,
    gpSurgeryEmail: (gpSharing && answers.gpSurgeryEmail) || null,
    disclaimer: answers.disclaimer === true,
    wordsVersion: CONSENT_VERSION,
  }
}
