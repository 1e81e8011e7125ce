import { CHARITY_NAME } from '../../../domain/charity-address.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS } from '../../../domain/helpline.ts'
import { LIMITS_FOR_GP } from '../../../domain/limits-of-the-test.ts'
import { groupNhsNumber } from '../../../domain/nhs-number.ts'
import type { TakeBackReason } from '../../../domain/office/taking-back.ts'
import { OUTCOME_WORDS } from '../../../domain/outcome-text.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import type { SealedResult } from '../../facts/sealed-result.ts'
import type { Letter, LetterPart } from '../../messages/letters/letter-pdf.ts'
import {
  adviceOf,
  bandInWords,
  type LetterContent,
  nextTestOf,
  numberPart,
  valueIn,
} from './result-letter.ts'

/** Dates of birth 'YYYY-MM-DD'; `range` as the laboratory wrote it. */
export type GpFacts = {
  patient: { name: string; dateOfBirth: string; nhsNumber: string | null; address: string[] }
  agreedAt: Date
  range: string | null
  /** When the surgery was sent the result that this one replaces. */
  toldBefore: Date | null
  /** The member was not sent it. */
  isForGpOnly?: boolean
}

type Addressed = { reference: string; to: readonly string[]; at: Date }

/** The letter by which a surgery reads the result of its patient. */
export function gpLetter(content: LetterContent, facts: GpFacts, letter: Addressed): Letter {
  const { result } = content
  return {
    ...letter,
    title: titleOf(result),
    isLargePrint: false,
    parts: [
      { paragraph: 'Dear doctor,' },
      ...correction(content, facts),
      {
        paragraph: `Your patient had a blood test at one of our events, and agreed on ${dayInWords(ukDate(facts.agreedAt))} that we could share the result with your surgery.`,
      },
      { heading: 'Patient' },
      { paragraph: patientInLines(facts) },
      ...found(content, facts),
      ...told(content, facts),
      { heading: 'About the test' },
      { paragraph: LIMITS_FOR_GP },
      { heading: 'If this person is not your patient' },
      {
        paragraph: `Please call us on ${BOOKING_HELPLINE}, ${HELPLINE_HOURS}, and destroy this letter.`,
      },
      { paragraph: `Yours faithfully,\n${CHARITY_NAME}` },
    ],
  }
}

function titleOf(result: SealedResult): string {
  if (result.withdrawn) return 'Your patient’s result has been withdrawn'
  return valueIn(result) === null ? 'Your patient’s PSA blood test' : 'Your patient’s PSA result'
}

const NOT_TOLD =
  'We have not sent your patient this result. Please decide what your patient should know about it.'

const GP_REASONS: Record<TakeBackReason, string> = {
  wrong_man: 'the result in it does not belong to this patient.',
  wrong_band: 'what it says about the result is wrong. We will send a letter with the correct one.',
  wrong_words: 'its words are wrong. We will send a letter with the correct ones.',
}

function correction(
  { result: { withdrawn, taken_back }, replacesTakenBack }: LetterContent,
  { toldBefore }: GpFacts,
): LetterPart[] {
  if (toldBefore === null) return []
  const ours = `our letter of ${dayInWords(ukDate(toldBefore))}`
  const paragraph = taken_back
    ? `We withdraw ${ours}: ${GP_REASONS[taken_back]} Please do not use it, and correct the patient’s record.`
    : withdrawn
      ? `The laboratory has withdrawn the result in ${ours}. Please do not use it, and correct the patient’s record.`
      : `This letter replaces ${ours}: ${replacesTakenBack ? 'we had made a mistake' : 'the laboratory has corrected its report'}. Please do not use the earlier result, and correct the patient’s record.`
  return [{ heading: 'Please correct your record' }, { paragraph }]
}

function patientInLines({ patient }: GpFacts): string {
  const { name, dateOfBirth, nhsNumber, address } = patient
  return [
    name,
    `Born ${dayInWords(dateOfBirth)}`,
    `NHS number ${nhsNumber === null ? 'not given' : groupNhsNumber(nhsNumber)}`,
    address.join(', '),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function found({ result, sampleDate, event, test, lab }: LetterContent, facts: GpFacts) {
  const about = [
    test && `Test: ${test}`,
    sampleDate && `Sample taken: ${dayInWords(sampleDate)}`,
    event && `Taken at: ${event}`,
    lab && `Laboratory: ${lab}`,
  ].filter((line) => line !== null && line !== '')
  const value = valueIn(result)
  const range = facts.range ?? 'not given by the laboratory'
  const parts: LetterPart[] = [{ heading: result.withdrawn ? 'The sample' : 'The result' }]
  if (value !== null && !result.withdrawn)
    parts.push(numberPart('PSA', value), { paragraph: `Reference range: ${range}` })
  else if (!result.withdrawn) {
    const { kind } = OUTCOME_WORDS[result.outcome ?? 'not_processed']
    parts.push({ paragraph: `No number. ${kind}.` })
  }
  if (about.length > 0) parts.push({ paragraph: about.join('\n') })
  return parts
}

/** In the words of the member's own letter. */
function told(content: LetterContent, { isForGpOnly = false }: GpFacts): LetterPart[] {
  const { result } = content
  if (isForGpOnly && result.withdrawn) return []
  const band = result.withdrawn ? null : bandInWords(result)
  const comment = result.comments?.trim()
  const due = nextTestOf(content)
  const lines = [
    band && `${band}. A clinician chose this colour. It is never worked out from the number.`,
    comment && (result.taken_back ? comment : `The clinician wrote: ${comment}`),
    isForGpOnly ? NOT_TOLD : `We advised: ${adviceOf(result)}`,
    due && `Next test planned for ${due}.`,
  ].filter((line) => line)
  const heading = isForGpOnly ? 'What our clinician decided' : 'What we told your patient'
  return [{ heading }, { paragraph: lines.join('\n') }]
}
