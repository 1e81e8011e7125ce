import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CONSENT_DAYS,
  CONSENT_VERSION,
  CONSENT_WORDS,
  consentErrors,
  isConsentValid,
  TERMS_VERSION,
} from './consent.ts'
import type { ConsentPayload } from './contract.ts'

const REQUIRED = 'This field is required.'
const WHICH = 'Please specify which relative(s) or provide additional details.'
const TERMS = 'You must agree to the terms and conditions.'
const SAMPLE = 'You must consent that your samples will be taken and tested.'
const DISCLAIMER =
  'You must confirm you are not aware of any current prostatic condition. We will not screen if you have known or suspected PCa.'

const complete: ConsentPayload = {
  eventId: 1,
  psaTestDate: '2027-01-16',
  numberOfPsaTest: 1,
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  familyHistoryBreastOvarianCancer: "Don't know",
  familyMemberWithOvarianCancer: [],
  medicationHistory: 'None',
  terms: true,
  sampleConsent: true,
  gpSharing: false,
  disclaimer: true,
}

const surgery = {
  gpSharing: true,
  gpSurgeryName: 'Mill Road Surgery',
  gpSurgeryTown: 'Colchester',
} as const

describe('consentErrors', () => {
  test('returns none for a complete form; sharing with a GP is optional', () => {
    expect(consentErrors(complete)).toEqual([])
    expect(consentErrors({ ...complete, ...surgery })).toEqual([])
    expect(consentErrors({ ...complete, ...surgery, gpSurgeryEmail: ' A@b.example ' })).toEqual([])
  })

  test('requires the surgery when sharing is ticked, before the disclaimer', () => {
    const errors = consentErrors({ ...complete, gpSharing: true, disclaimer: false })
    expect(errors).toEqual([
      { field: 'gpSurgeryName', message: 'Please enter the name of your GP surgery.' },
      { field: 'gpSurgeryTown', message: 'Please enter the town of your GP surgery.' },
      { field: 'disclaimer', message: DISCLAIMER },
    ])
    expect(consentErrors({ ...complete, gpSurgeryEmail: 'no address' })).toEqual([])
  })

  test.each([
    ['a name of spaces', { gpSurgeryName: '  ' }, 'gpSurgeryName'],
    ['no town', { gpSurgeryTown: null }, 'gpSurgeryTown'],
    ['an email that is no address', { gpSurgeryEmail: 'surgery@' }, 'gpSurgeryEmail'],
  ] as const)('%s is not a surgery', (_situation, changes, field) => {
    const errors = consentErrors({ ...complete, ...surgery, ...changes })
    expect(errors.map((error) => error.field)).toEqual([field])
  })

  test('returns every error of an empty form, in the specification’s order', () => {
    expect(consentErrors({})).toEqual([
      { field: 'numberOfPsaTest', message: REQUIRED },
      { field: 'familyHistoryProstateCancer', message: REQUIRED },
      { field: 'familyHistoryBreastOvarianCancer', message: REQUIRED },
      { field: 'medicationHistory', message: REQUIRED },
      { field: 'terms', message: TERMS },
      { field: 'disclaimer', message: DISCLAIMER },
    ])
  })

  test('reports relatives after the required fields and before the ticks', () => {
    const fields = consentErrors({
      familyHistoryProstateCancer: 'Yes',
      familyHistoryBreastOvarianCancer: 'Yes',
      terms: true,
    }).map(({ field }) => field)
    expect(fields).toEqual([
      'numberOfPsaTest',
      'medicationHistory',
      'familyMemberWithProstateCancer',
      'familyMemberWithOvarianCancer',
      'sampleConsent',
      'disclaimer',
    ])
  })

  const father = { familyHistoryProstateCancer: 'Yes' } as const
  const mother = { familyHistoryBreastOvarianCancer: 'Yes' } as const
  test.each([
    ['an answer not chosen yet', { medicationHistory: '' }, 'medicationHistory', REQUIRED],
    ['father’s side, nobody named', father, 'familyMemberWithProstateCancer', WHICH],
    [
      'father’s side, blank details',
      { ...father, fatherSideDetails: '  ' },
      'familyMemberWithProstateCancer',
      WHICH,
    ],
    [
      'father’s side, details of the mother’s',
      { ...father, motherSideDetails: 'A cousin' },
      'familyMemberWithProstateCancer',
      WHICH,
    ],
    ['mother’s side, nobody named', mother, 'familyMemberWithOvarianCancer', WHICH],
    [
      'mother’s side, details of the father’s',
      { ...mother, fatherSideDetails: 'A cousin' },
      'familyMemberWithOvarianCancer',
      WHICH,
    ],
    ['terms not ticked', { terms: false }, 'terms', TERMS],
    ['samples not consented to', { sampleConsent: false }, 'sampleConsent', SAMPLE],
    ['neither: the terms come first', { terms: false, sampleConsent: false }, 'terms', TERMS],
    ['disclaimer not ticked', { disclaimer: false }, 'disclaimer', DISCLAIMER],
  ] as const)('%s', (_situation, changes, field, message) => {
    expect(consentErrors({ ...complete, ...changes })).toEqual([{ field, message }])
  })

  test.each([
    ['father’s side, relatives', { ...father, familyMemberWithProstateCancer: ['Father'] }],
    ['father’s side, details', { ...father, fatherSideDetails: 'A cousin' }],
    ['mother’s side, relatives', { ...mother, familyMemberWithOvarianCancer: ['Aunt'] }],
    ['mother’s side, details', { ...mother, motherSideDetails: 'A cousin' }],
    ['No asks for nobody', { familyHistoryProstateCancer: 'No' }],
    ["Don't know asks for nobody", { familyHistoryProstateCancer: "Don't know" }],
  ] satisfies [string, Partial<ConsentPayload>][])('%s is enough', (_situation, changes) => {
    expect(consentErrors({ ...complete, ...changes })).toEqual([])
  })
})

describe('the words consented to', () => {
  test('the words and their version change together, because stored consents refer to a version', () => {
    const digest = createHash('sha256').update(JSON.stringify(CONSENT_WORDS)).digest('hex')
    expect([CONSENT_VERSION, digest.slice(0, 16)]).toEqual(['2026-11-27', '5be74e23040457f9'])
  })

  test('the words name the version of the terms, which changes with the terms', () => {
    expect(CONSENT_WORDS.termsVersion).toBe(TERMS_VERSION)
    const terms = readFileSync('content/policies/terms.md', 'utf8')
    expect(terms).toContain(`\nupdated: ${TERMS_VERSION}\n`)
    const body = terms.replace(/^---[\s\S]*?\n---\n/, '')
    const digest = createHash('sha256').update(body).digest('hex')
    expect([TERMS_VERSION, digest.slice(0, 16)]).toEqual(['2026-11-27', 'e0b9e965f788b0a4'])
  })

  test('the words name the limits of a result and the committee that does not recommend the test', () => {
    expect(CONSENT_WORDS.limits).toContain('not a diagnosis')
    expect(CONSENT_WORDS.limits).toContain('does not rule cancer out')
    expect(CONSENT_WORDS.committee).toContain(
      'UK National Screening Committee does not recommend mass PSA screening',
    )
  })
})

describe('a consent is valid for a new booking', () => {
  const now = new Date('2027-06-01T09:00:00Z')
  const given = (msAgo: number, wordsVersion = CONSENT_VERSION, isWithdrawn = false) => ({
    givenAt: new Date(now.getTime() - msAgo),
    wordsVersion,
    isWithdrawn,
  })
  const DAYS = CONSENT_DAYS * 24 * 3_600_000

  test('for 90 days, to the millisecond, across clock changes', () => {
    expect(CONSENT_DAYS).toBe(90)
    expect(isConsentValid(given(0), now)).toBe(true)
    expect(isConsentValid(given(DAYS), now)).toBe(true)
    expect(isConsentValid(given(DAYS + 1), now)).toBe(false)
  })

  test('not when it is withdrawn', () => {
    expect(isConsentValid(given(0, CONSENT_VERSION, true), now)).toBe(false)
  })

  test('not when it was given to another version of the words', () => {
    expect(isConsentValid(given(0, '2026-11-01'), now)).toBe(false)
  })
})
