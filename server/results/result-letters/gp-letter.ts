import { joinLines, OUR, type Wording, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { LIMITS_FOR_GP } from '../../../domain/limits-of-the-test.ts'
import { groupNhsNumber } from '../../../domain/nhs-number.ts'
import type { TakeBackReason } from '../../../domain/office/taking-back.ts'
import { OUTCOME_WORDS } from '../../../domain/outcome-text.ts'
import { type Band, bandOf } from '../../../domain/results.ts'
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

type Person = { name: string; dateOfBirth: string; nhsNumber: string | null }

/** Dates of birth 'YYYY-MM-DD'; `range` as the laboratory wrote it. */
export type GpFacts = {
  patient: Person & { address: string[] }
  /** Who the sample was taken from, where the member's details have changed since. */
  sampledAs: Person | null
  /** When the member agreed that the surgery reads it; null where the member brings the letter. */
  agreedAt: Date | null
  range: string | null
  /** Of the laboratory. */
  accreditation: string | null
  /** Who released the result; null where nobody here did. */
  clinician: string | null
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
    isForSurgery: true,
    isCarried: facts.agreedAt === null,
    parts: [
      { paragraph: 'Dear doctor,' },
      ...correction(content, facts),
      { paragraph: reason(facts) },
      ...asked(content, facts),
      { heading: 'Patient' },
      { paragraph: patientInLines(facts) },
      ...found(content, facts),
      ...told(content, facts),
      { heading: 'About the test' },
      { paragraph: LIMITS_FOR_GP },
      ...(facts.agreedAt === null ? [] : NOT_YOUR_PATIENT),
      {
        paragraph: `Yours faithfully,\n${CHARITY_NAME}`,
      },
    ],
  }
}

const NOT_YOUR_PATIENT: LetterPart[] = [
  { heading: 'If this person is not your patient' },
  {
    paragraph: wording`Please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}, and destroy this letter.`,
  },
]

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
  { result: { withdrawn, taken_back }, replacesEarlier, replacesTakenBack }: LetterContent,
  { agreedAt, toldBefore }: GpFacts,
): LetterPart[] {
  const mayHaveShown = agreedAt === null && replacesEarlier && !withdrawn
  if (toldBefore === null) return mayHaveShown ? [isNotTheFirst(replacesTakenBack)] : []
  const ours = `our letter of ${dayInWords(ukDate(toldBefore))}`
  const paragraph = taken_back
    ? `We withdraw ${ours}: ${GP_REASONS[taken_back]} Please do not use it, and correct the patient’s record.`
    : withdrawn
      ? `The laboratory has withdrawn the result in ${ours}. Please do not use it, and correct the patient’s record.`
      : `This letter replaces ${ours}: ${replacesTakenBack ? 'we had made a mistake' : 'the laboratory has corrected its report'}. Please do not use the earlier result, and correct the patient’s record.`
  return [{ heading: 'Please correct your record' }, { paragraph }]
}

/** The surgery was not sent the earlier result, but its patient may have shown it. */
function isNotTheFirst(isOurMistake: boolean | undefined): LetterPart {
  const why = isOurMistake ? 'we had made a mistake' : 'the laboratory has corrected its report'
  return {
    paragraph: `This result replaces an earlier one: ${why}. Please do not use the earlier one.`,
  }
}

function reason({ agreedAt }: GpFacts): string {
  const tested = 'Your patient had a blood test at one of our events'
  return agreedAt === null
    ? `${tested}, and has brought you this letter.`
    : `${tested}, and agreed on ${dayInWords(ukDate(agreedAt))} that we could share the result with your surgery.`
}

const ASKED: Record<Band, string> = {
  Red: 'We told your patient to ask you to see them within 2 weeks. Please offer an appointment in that time, and decide what should follow.',
  Amber:
    'We told your patient to have the test again in 3 months, at one of our events or with you. Please offer the test if they ask you for it.',
  Green: 'Nothing now. This letter is for your patient’s record.',
}

/** What a GP looks for first. A clinician's own advice stands before ours. */
function asked({ result }: LetterContent, { isForGpOnly = false }: GpFacts): LetterPart[] {
  if (result.withdrawn || valueIn(result) === null) return []
  const band = bandOf(result.band)
  const isAdvised = Boolean(result.next_step?.trim()) || band === null
  const paragraph = isForGpOnly
    ? NOT_TOLD
    : isAdvised
      ? 'Please read what our clinician wrote, below, and decide what should follow.'
      : ASKED[band]
  return [{ heading: 'What we ask of you' }, { paragraph }]
}

function patientInLines({ patient, sampledAs }: GpFacts): string {
  const { address, name, dateOfBirth } = patient
  const lines = [name, `Born ${dayInWords(dateOfBirth)}`, nhsNumberOf(patient), address.join(', ')]
  if (sampledAs)
    lines.push(
      `The sample was taken from ${sampledAs.name}, born ${dayInWords(sampledAs.dateOfBirth)}, ${nhsNumberOf(sampledAs)}. These details have changed since.`,
    )
  return lines.filter((line) => line !== '').join('\n')
}

function nhsNumberOf({ nhsNumber }: Person): string {
  return `NHS number ${nhsNumber === null ? 'not given' : groupNhsNumber(nhsNumber)}`
}

function found({ result, sampleDate, event, test, lab }: LetterContent, facts: GpFacts) {
  const about = [
    test && `Test: ${test}`,
    sampleDate && `Sample taken: ${dayInWords(sampleDate)}`,
    event && `Taken at: ${event}`,
    lab && `Laboratory: ${[lab, facts.accreditation].filter(Boolean).join(', ')}`,
    facts.clinician && `Reviewed and released by: ${facts.clinician}`,
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
  const lines: (Wording | null | undefined)[] = [
    band && `${band}. A clinician chose this colour. It is never worked out from the number.`,
    comment && (result.taken_back ? comment : `The clinician wrote: ${comment}`),
    isForGpOnly ? null : wording`We advised: ${adviceOf(result)}`,
    due && `Next test planned for ${due}.`,
  ]
  const heading = isForGpOnly ? 'What our clinician decided' : 'What we told your patient'
  return [{ heading }, { paragraph: joinLines(lines.flatMap((line) => (line ? [line] : []))) }]
}
