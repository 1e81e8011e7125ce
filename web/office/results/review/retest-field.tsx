import { RETEST_CHOICES } from '../../../../domain/office/result-comments.ts'
import { RadioGroup } from '../../../ui/choices.tsx'
import { textIn } from '../../parts/office-form.tsx'

const OPTIONS = RETEST_CHOICES.map(({ value, label, key }) => ({
  value,
  label: `${label} (${key})`,
}))

export function RetestField({ error }: { error: string | undefined }) {
  return <RadioGroup name="months" label="Next test in" options={OPTIONS} inline error={error} />
}

/** Null without a date. */
export function monthsIn(typed: FormData): number | null {
  const chosen = textIn(typed, 'months')
  return RETEST_CHOICES.find(({ value }) => value === chosen)?.months ?? null
}
