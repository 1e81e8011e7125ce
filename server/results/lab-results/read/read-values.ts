import { foldText } from '../../../../domain/fold-text.ts'
import type { NoNumberOutcome } from '../../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../../domain/office/result-states.ts'

/** An operator, a number and nothing else, or a range of two numbers. */
const VALUE = /^(<=|>=|<|>|≤|≥|=)? ?\d{1,6}(\.\d{1,6})?$/
const RANGE = /^\d{1,6}(\.\d{1,6})? ?[-–] ?\d{1,6}(\.\d{1,6})?$/
const WITH_COMMA = /^(<=|>=|<|>|≤|≥|=)? ?\d+,\d+$/

/** The text as it stands: an operator and the digits are kept, and no number is made of it. */
export function readValue(text: string): { value: string } | { problem: RowReason } {
  if (text === '') return { problem: 'no_value' }
  if (WITH_COMMA.test(text)) return { problem: 'decimal_comma' }
  return VALUE.test(text) || RANGE.test(text) ? { value: text } : { problem: 'value_unreadable' }
}

/** Also as one word each, which 'no' and 'not' alone are not. */
const PHRASES: [RegExp, string][] = [
  [/\bnot (been )?(processed|analysed|analyzed|tested|performed|done)\b/g, 'unprocessed'],
  [/\b(not (been )?received|no (sample|specimen|tube|blood)( (was )?received)?)\b/g, 'unreceived'],
  [/\b(no (name|label)|not labell?ed|(un|mis) ?-?labell?ed)\b/g, 'unlabelled'],
  [/\bnot (suitable|possible)\b/g, 'unsuitable'],
  [/\bdelayed (in )?(the )?(transit|transport|post|receipt|arrival)\b/g, 'stale'],
  [/\b(too old|stability (was )?exceeded|(exceeded|exceeds|outside|out of) stability)\b/g, 'stale'],
  [
    /\bwrong (blood )?(tube|container|bottle|sample type|specimen type|type of tube)\b/g,
    'mistubed',
  ],
  [/\bedta( (plasma|blood|tube))*\b/g, 'mistubed'],
  [/\b(insufficient|inadequate|not enough|qns)\b/g, 'scant'],
]
const OUTCOMES: [RegExp, NoNumberOutcome][] = [
  [/^ha?emoly[sz](ed|is)$/, 'haemolysed'],
  [/^scant$/, 'insufficient'],
  [/^unlabelled$/, 'unlabelled'],
  [/^(leak(ed|ing|age)?|broken|spil(t|led)|spillage)$/, 'leaked'],
  [/^stale$/, 'too_old'],
  [/^mistubed$/, 'wrong_tube'],
  [/^(lost|unreceived)$/, 'lost'],
  [/^(cancell?ed|reject(ed)?|unprocessed|unsuitable|x)$/, 'not_processed'],
]
/** May stand beside the reason; a sentence with any other word is for a person. */
const FILLERS = new Set(
  [
    'sample specimen tube blood serum bottle container order test request psa',
    'is was has been the a an and or of on in at for due to by with its',
    'grossly severely badly heavily markedly volume quantity amount analysis testing measurement',
    'arrival arrived receipt received transit transport post laboratory lab',
    'limit limits time period please repeat resend send another new fresh see comment comments note notes below',
  ].flatMap((line) => line.split(' ')),
)

/**
 * What a laboratory wrote instead of a number: by its own list, otherwise by words that say nothing
 * else. Null for a text that holds any other word, such as 'no' or 'previous', or a digit.
 */
export function outcomeOf(
  text: string,
  ownList: Readonly<Record<string, NoNumberOutcome>> = {},
): NoNumberOutcome | null {
  const own = ownOutcomeOf(text, ownList)
  if (own) return own
  const plain = PHRASES.reduce(
    (rest, [pattern, word]) => rest.replace(pattern, ` ${word} `),
    foldText(text).replace(/[.,;:!()/–—-]+/g, ' '),
  )
  const words = plain.split(/\s+/).filter(Boolean)
  const reason = OUTCOMES.find(([pattern]) => words.some((word) => pattern.test(word)))
  const isClear = words.every(
    (word) => FILLERS.has(word) || OUTCOMES.some(([pattern]) => pattern.test(word)),
  )
  return isClear ? (reason?.[1] ?? null) : null
}

/** By the laboratory's own list alone. */
export function ownOutcomeOf(
  text: string,
  ownList: Readonly<Record<string, NoNumberOutcome>>,
): NoNumberOutcome | null {
  const folded = foldText(text)
  if (folded === '') return null
  return Object.entries(ownList).find(([own]) => foldText(own) === folded)?.[1] ?? null
}
