import type {
  ConsentAnswers,
  LabResult,
  OpenedResult,
  ReplacedResult,
} from '../../../../domain/office/lab-result-schemas.ts'
import { ukInstant } from '../../../../domain/uk-time.ts'

export const OUTCOME_WORDS: Record<string, string> = {
  haemolysed: 'Haemolysed',
  insufficient: 'Too little blood',
  unlabelled: 'Not labelled',
  leaked: 'Leaked',
  too_old: 'Too old',
  wrong_tube: 'Wrong tube',
  lost: 'Lost',
  not_processed: 'Not processed',
}

type Valued = Pick<ReplacedResult, 'value' | 'unit' | 'outcome'>

/** '1.2 ng/mL', or why there is no number. */
export function valueText({ value, unit, outcome }: Valued): string {
  if (value !== null) return unit === null ? value : `${value} ${unit}`
  if (outcome !== null) return `No number: ${outcomeText(outcome)}`
  return 'Withdrawn by the laboratory'
}

/** '3.4 times it', of two plain numbers in one unit; else empty. */
export function factorText(
  now: Pick<OpenedResult, 'value' | 'unit'>,
  before: Pick<OpenedResult, 'value' | 'unit'>,
): string {
  const [one, other] = [plainNumber(now.value), plainNumber(before.value)]
  if (one === null || other === null || other === 0 || now.unit !== before.unit) return ''
  return `${(one / other).toFixed(1)} times it`
}

function plainNumber(value: string | null): number | null {
  return value !== null && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null
}

function outcomeText(outcome: string): string {
  return OUTCOME_WORDS[outcome] ?? outcome
}

export const STATUS_WORDS = {
  final: 'Final',
  corrected: 'Corrected',
  deleted: 'Withdrawn by the laboratory',
  wrong_patient: 'Withdrawn by the laboratory: it was made for another person',
} as const satisfies Record<LabResult['status'], string>

/** The latest band or comment that counts; undefined before the first review. */
export function decisionOf({ reviews }: Pick<LabResult, 'reviews'>) {
  return reviews.findLast(({ kind }) => kind === 'first' || kind === 'second')
}

/** Whether the first decision is kept from the reader, who is to choose without it. */
export function isFirstHidden({
  state,
  is_first_reviewer: isFirst,
}: Pick<OpenedResult, 'state' | 'is_first_reviewer'>): boolean {
  return state === 'second' && !isFirst
}

export const KIND_WORDS = {
  first: 'Reviewed',
  second: 'Reviewed a second time',
  'sent back': 'Sent back',
  rung: 'Called',
  released: 'Released',
  discarded: 'Withdrawn',
  chosen: 'Decided after the consent was withdrawn',
  stands: 'Confirmed: the result is kept',
  'take back asked': 'Asked to withdraw it',
  'take back dropped': 'Request to withdraw it dropped',
  'taken back': 'Withdrawn after its release',
} as const

const QUESTIONS: Record<string, string> = {
  medicationHistory: 'Medication that lowers PSA',
  recentInfection: 'Urine infection in the 6 weeks before the form',
  before_infection: 'Urine infection (asked before the test)',
  before_catheter: 'Catheter or biopsy (asked before the test)',
  before_exercise: 'Hard exercise (asked before the test)',
  before_ejaculation: 'Ejaculation (asked before the test)',
  numberOfPsaTest: 'Number of PSA tests, including this one',
  familyHistoryProstateCancer: 'Prostate cancer in the family',
  familyMemberWithProstateCancer: 'Who had it',
  fatherSideDetails: 'In their own words (prostate cancer)',
  familyHistoryBreastOvarianCancer: 'Breast or ovarian cancer in the family',
  familyMemberWithOvarianCancer: 'Who had that',
  motherSideDetails: 'In their own words (breast or ovarian cancer)',
}

/** An answer that is missing says nothing of these. */
export const NOT_ASKED =
  'The form does not ask about a biopsy or catheter, exercise or ejaculation. If the member answered the questions before the test, their answers are shown here. They know how long to wait after each, and after an infection.'

/** Optional, so that a missing answer is no 'No'. */
const UNANSWERED: Record<string, string> = { recentInfection: 'No answer' }

/** The medication first; an answer that is not known here keeps its own name. */
export function answerLines({ answers }: ConsentAnswers): { label: string; text: string }[] {
  const names = [...new Set([...Object.keys(QUESTIONS), ...Object.keys(answers)])]
  return names.flatMap((name) => {
    const text = answers[name] ?? UNANSWERED[name]
    return text === undefined ? [] : [{ label: QUESTIONS[name] ?? name, text }]
  })
}

/** Of a datetime-local field, London; undefined when it is empty. */
export function momentIn(typed: string): string | undefined {
  const [date, time] = typed.split('T')
  return date && time ? ukInstant(date, time).toISOString() : undefined
}

/** In the location's state, of a result that opened by itself. */
export type SavedState = { saved: { id: number; words: string } }
