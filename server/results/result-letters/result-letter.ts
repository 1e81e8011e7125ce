import { BAND_WORDS } from '../../../domain/band-text.ts'
import { OUR, type Wording, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { LIMITS_OF_THE_TEST } from '../../../domain/limits-of-the-test.ts'
import {
  AFTER_TAKE_BACK,
  AFTER_WITHDRAWAL,
  FREE_REPEAT,
  isRightOneAwaited,
  NOTHING_MEASURED,
  OUTCOME_WORDS,
  RIGHT_ONE_FOLLOWS,
  TAKEN_BACK,
  WITHDRAWN,
} from '../../../domain/outcome-text.ts'
import { greeting } from '../../../domain/person-name.ts'
import { RAISED_LIMITS, RAISED_WORDS, raisedBand } from '../../../domain/raised-results.ts'
import { bandOf, retestOn } from '../../../domain/results.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import type { SealedResult } from '../../facts/sealed-result.ts'
import type { Letter, LetterPart } from '../../messages/letters/letter-pdf.ts'

/** A released result in clear. `sampleDate` 'YYYY-MM-DD'. */
export type LetterContent = {
  result: SealedResult
  sampleDate: string | null
  event: string | null
  test: string | null
  lab: string | null
  replacesEarlier: boolean
  /** The charity, and not the laboratory, took back what it replaces. */
  replacesTakenBack?: boolean
}

/** `dateOfBirth` 'YYYY-MM-DD'. */
type Addressed = {
  reference: string
  name: string
  dateOfBirth: string
  to: readonly string[]
  isLargePrint: boolean
  at: Date
}

const LONGEST_IN_FRAME = 22

/** The letter by which a member reads a result. */
export function resultLetter(content: LetterContent, letter: Addressed): Letter {
  const { name, dateOfBirth, to, isLargePrint, reference, at } = letter
  return {
    title: titleOf(content.result),
    to,
    reference,
    at,
    isLargePrint,
    parts: [
      // Two men at one address may have one name.
      { paragraph: `For ${name}, born ${dayInWords(dateOfBirth)}` },
      { paragraph: greeting(name) },
      { paragraph: opening(content) },
      ...(content.result.withdrawn ? withdrawn(content.result) : found(content)),
      ...nextSteps(content),
      ...limits(content.result),
      { heading: 'If you have a question' },
      {
        paragraph: wording`${askAbout(content.result)} ${OUR.booking_helpline}, ${OUR.helpline_hours}. Please also call us if this letter is not for you, or if you would like it in another format.`,
      },
      { paragraph: `With best wishes,\n${CHARITY_NAME}` },
    ],
  }
}

/** Of a raised result its own words: the generic ones could be read as leave to wait. */
function limits(result: SealedResult): LetterPart[] {
  const raised = raisedOf(result)
  return raised === null
    ? [{ heading: 'The limits of the test' }, { paragraph: LIMITS_OF_THE_TEST }]
    : [{ heading: 'What it does not mean' }, { paragraph: RAISED_LIMITS[raised] }]
}

function askAbout(result: SealedResult): Wording {
  return raisedOf(result) === null
    ? 'Call us on'
    : wording`To talk about this result, call our medical line on ${OUR.medical_line}. For anything else, call us on`
}

function raisedOf(result: SealedResult) {
  return result.withdrawn || valueIn(result) === null ? null : raisedBand(bandOf(result.band))
}

/** '1.20 ng/mL'; null without a number. */
export function valueIn({ test_result, test_unit }: SealedResult): string | null {
  const value = test_result?.trim()
  return value ? [value, test_unit?.trim()].filter(Boolean).join(' ') : null
}

/** 'Green: normal'; null without a band. */
export function bandInWords({ band }: SealedResult): string | null {
  const texts = BAND_WORDS.find(({ colour }) => colour === bandOf(band))
  return texts ? `${texts.colour}: ${texts.means.toLowerCase()}` : null
}

export function nextTestOf({ result, sampleDate }: LetterContent): string | null {
  const due = retestOn(sampleDate, result.retest_months ?? null)
  return due && dayInWords(due)
}

function titleOf(result: SealedResult): string {
  if (result.taken_back === 'wrong_man') return 'A result that was not yours was withdrawn'
  if (result.withdrawn) return 'Your result has been withdrawn'
  return valueIn(result) === null
    ? 'About your PSA blood test'
    : 'The result of your PSA blood test'
}

function opening(content: LetterContent): string {
  const { sampleDate, event, lab, result } = content
  const when = sampleDate === null ? '' : ` on ${dayInWords(sampleDate)}`
  const where = event === null ? '' : ` at ${event}`
  const tested = lab === null || valueIn(result) === null ? '' : ` ${lab} tested it.`
  const given = `This letter is about the blood sample you gave${when}${where}.`
  return `${given}${tested}${instead(content)}`
}

function instead({ replacesEarlier, replacesTakenBack, result }: LetterContent): string {
  if (!replacesEarlier || result.withdrawn) return ''
  const reason = replacesTakenBack
    ? 'We made a mistake in what we told you before, and this letter replaces it.'
    : 'The laboratory has corrected its report, so this letter replaces what we told you before.'
  return ` ${reason} Please do not rely on the earlier result.`
}

function withdrawn({ taken_back }: SealedResult): LetterPart[] {
  const { kind, happened } = taken_back ? TAKEN_BACK[taken_back] : WITHDRAWN
  const after = taken_back ? AFTER_TAKE_BACK : AFTER_WITHDRAWAL
  return [{ heading: kind }, { paragraph: `${happened} ${after}` }]
}

function found({ result }: LetterContent): LetterPart[] {
  const value = valueIn(result)
  if (value === null) {
    const texts = OUTCOME_WORDS[result.outcome ?? 'not_processed']
    return [
      { heading: texts.kind },
      { paragraph: `${texts.happened} ${NOTHING_MEASURED}` },
      ...comment(result),
    ]
  }
  const band = bandInWords(result)
  return [
    numberPart('Your PSA', value),
    ...(band === null
      ? []
      : [
          { heading: 'What it means' },
          {
            paragraph: `${band}. A clinician chose this colour. It is never worked out from the number.`,
          },
        ]),
    ...comment(result),
  ]
}

/** In a frame where there is room for it. */
export function numberPart(label: string, value: string): LetterPart {
  return value.length <= LONGEST_IN_FRAME
    ? { label, code: value }
    : { paragraph: `${label}: ${value}` }
}

function comment({ comments }: SealedResult): LetterPart[] {
  const text = comments?.trim()
  return text ? [{ heading: 'What the clinician wrote' }, { paragraph: text }] : []
}

function nextSteps(content: LetterContent): LetterPart[] {
  const due = nextTestOf(content)
  const plan = due === null ? '' : ` Plan your next test for ${due}.`
  const raised = raisedOf(content.result)
  const isAdvised = Boolean(content.result.next_step?.trim())
  const advice = raised === null || isAdvised ? adviceOf(content.result) : RAISED_WORDS[raised].next
  return [{ heading: 'What to do next' }, { paragraph: wording`${advice}${plan}` }]
}

/** The clinician's advice, else the charity's for the band. */
export function adviceOf(result: SealedResult): Wording {
  const advised = result.next_step?.trim()
  if (advised) return advised
  if (isRightOneAwaited(result.taken_back)) return RIGHT_ONE_FOLLOWS
  if (result.withdrawn || valueIn(result) === null)
    return wording`${FREE_REPEAT} Call us on ${OUR.booking_helpline} and we will find you a date.`
  const texts = BAND_WORDS.find(({ colour }) => colour === bandOf(result.band))
  if (texts) return texts.next
  return result.comments?.trim()
    ? 'The clinician’s comment tells you what to do. If you are not sure, please call us.'
    : 'If you are not sure what to do about this result, please call us.'
}
