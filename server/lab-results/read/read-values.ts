import type { NoNumberOutcome } from '../../../domain/office/lab-rows.ts'
import type { RowReason } from '../../../domain/office/result-states.ts'

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

const OUTCOMES: [RegExp, NoNumberOutcome][] = [
  [/ha?emoly[sz]/i, 'haemolysed'],
  [/insufficient|\bqns\b/i, 'insufficient'],
  [/un-?label|mis-?label|no label/i, 'unlabelled'],
  [/leak|broken|spill/i, 'leaked'],
  [/too old|stability|delay|exceeded/i, 'too_old'],
  [/edta|wrong (tube|container|sample type)/i, 'wrong_tube'],
  [/\blost\b|not received|no sample/i, 'lost'],
  [/cancel|reject|not processed|unsuitable|not available|^x$/i, 'not_processed'],
]

/** What a laboratory wrote instead of a number, or null. */
export function outcomeOf(text: string): NoNumberOutcome | null {
  return OUTCOMES.find(([words]) => words.test(text))?.[1] ?? null
}
