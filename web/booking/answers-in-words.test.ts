import { expect, it } from 'vitest'
import type { ConsentForm } from '../../domain/consent.ts'
import { healthInWords, ticksInWords } from './answers-in-words.ts'

const ANSWERS: ConsentForm = {
  numberOfPsaTest: 5,
  familyHistoryProstateCancer: 'Yes',
  familyMemberWithProstateCancer: ['Father', 'Uncle'],
  fatherSideDetails: 'He was 61.',
  familyHistoryBreastOvarianCancer: 'No',
  // Ticked before the answer was changed to No: not sent, so not shown.
  familyMemberWithOvarianCancer: ['Mother'],
  medicationHistory: 'None',
}

it('says what will be sent, in the order of the form', () => {
  const rows = healthInWords(ANSWERS)
  expect(rows.map(({ answer }) => answer)).toEqual([
    'Fifth or more',
    'Yes. Father, Uncle. He was 61.',
    'No',
    'None',
    'Not provided',
  ])
})

it('names the surgery only when the result is shared with it', () => {
  const shared = (gpSharing: boolean) =>
    ticksInWords({
      gpSharing,
      gpSurgeryName: 'Sample Surgery',
      gpSurgeryTown: 'Colchester',
      gpSurgeryEmail: '',
    }).find(({ field }) => field === 'gpSharing')?.answer
  expect(shared(true)).toBe('Yes, with Sample Surgery, Colchester')
  expect(shared(false)).toBe('No')
})
