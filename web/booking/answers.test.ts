import { describe, expect, it } from 'vitest'
import { CONSENT_VERSION } from '../../domain/consent.ts'
import { ConsentSchema } from '../../domain/contract.ts'
import { toConsent } from './answers.ts'

const subject = { profileId: 1048, eventId: 3, psaTestDate: '2027-01-16' }
const answers = {
  numberOfPsaTest: 2,
  familyHistoryProstateCancer: 'No',
  familyHistoryBreastOvarianCancer: 'Yes',
  familyMemberWithOvarianCancer: ['Mother'],
  medicationHistory: 'None',
  terms: true,
  sampleConsent: true,
  disclaimer: true,
} as const satisfies Parameters<typeof toConsent>[0]

describe('the consent payload', () => {
  it('pass its own schema', () => {
    expect(ConsentSchema.safeParse(toConsent(answers, subject)).success).toBe(true)
  })

  it('leave out an optional one that was not given', () => {
    expect(toConsent(answers, subject)).not.toHaveProperty('recentInfection')
    const given = toConsent({ ...answers, recentInfection: 'Yes' }, subject)
    expect(given).toMatchObject({ recentInfection: 'Yes' })
  })

  it('are none while a required one is missing', () => {
    expect(toConsent({ ...answers, medicationHistory: '' }, subject)).toBeNull()
  })

  it('leave out relatives ticked before the Yes was taken back', () => {
    const changed = toConsent(
      { ...answers, familyMemberWithProstateCancer: ['Father'], fatherSideDetails: 'at 61' },
      subject,
    )
    expect(changed).toMatchObject({ familyMemberWithProstateCancer: [], fatherSideDetails: null })
    expect(changed).toMatchObject({ familyMemberWithOvarianCancer: ['Mother'] })
  })

  it('name the surgery only while sharing is ticked, and the words that were shown', () => {
    const surgery = { gpSurgeryName: 'Mill Road Surgery', gpSurgeryTown: 'Diss' }
    expect(toConsent({ ...answers, ...surgery }, subject)).toMatchObject({ gpSurgeryName: null })
    expect(toConsent({ ...answers, ...surgery, gpSharing: true }, subject)).toMatchObject({
      ...surgery,
      gpSurgeryEmail: null,
      wordsVersion: CONSENT_VERSION,
    })
  })

  it('refuses sharing with the GP unless it is ticked', () => {
    expect(toConsent(answers, subject)?.gpSharing).toBe(false)
  })
})
