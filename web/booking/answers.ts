import { useState } from 'react'
import { CONSENT_VERSION, type ConsentForm } from '../../domain/consent.ts'
import type { ConsentPayload } from '../../domain/contract.ts'
import { carriedAnswers, carryAnswers } from './carried-answers.ts'

/** In page memory only, because health answers never enter browser storage. */
let inMemory: { owner: string; answers: ConsentForm } | null = null

/** `owner` is a member and event. */
export function useAnswers(owner: string) {
  const [answers, setAnswers] = useState(
    inMemory?.owner === owner ? inMemory.answers : carriedAnswers(),
  )
  function change(next: ConsentForm) {
    const changed = { ...answers, ...next }
    inMemory = { owner, answers: changed }
    setAnswers(changed)
  }
  return [answers, change] as const
}

export function clearAnswers(): void {
  inMemory = null
  carryAnswers({})
}

/** Null while a required answer is missing. Details without their Yes or tick are left out. */
export function toConsent(
  answers: ConsentForm,
  subject: Pick<ConsentPayload, 'profileId' | 'eventId' | 'psaTestDate'>,
): ConsentPayload | null {
  const { numberOfPsaTest, medicationHistory } = answers
  const { familyHistoryProstateCancer, familyHistoryBreastOvarianCancer } = answers
  if (!numberOfPsaTest || !medicationHistory) return null
  if (!familyHistoryProstateCancer || !familyHistoryBreastOvarianCancer) return null
  const onFathersSide = familyHistoryProstateCancer === 'Yes'
  const gpSharing = answers.gpSharing === true
  const { recentInfection } = answers
  const onMothersSide = familyHistoryBreastOvarianCancer === 'Yes'
  return {
    ...subject,
    numberOfPsaTest,
    familyHistoryProstateCancer,
    familyMemberWithProstateCancer: (onFathersSide && answers.familyMemberWithProstateCancer) || [],
    fatherSideDetails: (onFathersSide && answers.fatherSideDetails) || null,
    familyHistoryBreastOvarianCancer,
    familyMemberWithOvarianCancer: (onMothersSide && answers.familyMemberWithOvarianCancer) || [],
    motherSideDetails: (onMothersSide && answers.motherSideDetails) || null,
    medicationHistory,
    ...(recentInfection && { recentInfection }),
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
