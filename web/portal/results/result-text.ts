import type { MedicalResult } from '../../../domain/contract.ts'
import {
  OUTCOME_WORDS,
  type OutcomeText,
  TAKEN_BACK,
  WITHDRAWN,
} from '../../../domain/outcome-text.ts'

/** The texts of one result; dates 'YYYY-MM-DD'. */
type ResultText = {
  event: string
  product: string
  badges: readonly ResultBadge[]
  value: { result: string; unit: string | null } | null
  comments: string | null
  nextStep: string | null
  testDate: string | null
  /** Why there is no number; null when nobody has said so. */
  outcome: OutcomeText | null
}
export type ResultBadge = 'Lab result ready' | 'No lab result' | 'Appointment not linked'

/** Band and meaning are never derived from the number (rules §5.1). */
export function resultText({ appointment, result, withheld }: MedicalResult): ResultText {
  const number = given(result?.test_result)
  const ofResult = number === null ? 'No lab result' : 'Lab result ready'
  return {
    event: given(appointment?.event_name) ?? 'CHAPS Testing Event',
    product: given(appointment?.product_name) ?? 'Total PSA Test',
    badges: [
      ...(withheld ? [] : ([ofResult] as const)),
      ...(appointment === null ? (['Appointment not linked'] as const) : []),
    ],
    value: number === null ? null : { result: number, unit: given(result?.test_unit) },
    comments: given(result?.comments),
    nextStep: given(result?.next_step),
    testDate: given(result?.sample_date) ?? given(appointment?.event_date),
    outcome: number === null ? outcomeOf(result) : null,
  }
}

function outcomeOf(result: MedicalResult['result']): OutcomeText | null {
  if (result?.taken_back) return TAKEN_BACK[result.taken_back]
  if (result?.withdrawn) return WITHDRAWN
  return result?.outcome ? OUTCOME_WORDS[result.outcome] : null
}

/** The unit in plain words; null for an unknown unit. */
export function unitInWords(unit: string | null): string | null {
  const plain = unit?.trim().toLowerCase()
  if (plain === 'ng/ml') return 'nanograms of PSA in each millilitre of your blood'
  if (plain === 'ug/l' || plain === 'µg/l' || plain === 'μg/l') {
    return 'micrograms of PSA in each litre of your blood'
  }
  return null
}

function given(text: string | null | undefined): string | null {
  return text?.trim() || null
}
