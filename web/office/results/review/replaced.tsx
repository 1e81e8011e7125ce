import type { OpenedResult, ReplacedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { withdrawsReport } from '../../../../domain/office/lab-rows.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { decisionOf, isFirstHidden, STATUS_WORDS, valueText } from './result-text.ts'

type Sides = { result: OpenedResult; replaced: ReplacedResult }
type Row = { label: string; before: string; now: string }

/** The corrected or withdrawn result beside the one that it replaces. */
export function Replaced({ result, replaced }: Sides) {
  return (
    <section aria-labelledby="replaced">
      <h2 id="replaced">{STATUS_WORDS[result.status]}</h2>
      <DataTable
        caption="What the laboratory sent before, and now"
        columns={[
          { label: 'What', cell: ({ label }: Row) => label },
          { label: 'Before', cell: ({ before }: Row) => before },
          { label: 'Now', cell: ({ now }: Row) => now },
        ]}
        rows={rowsOf({ result, replaced })}
        rowKey={({ label }) => label}
      />
      <Notice tone={result.replaces_released ? 'warn' : 'info'} level={3}>
        <p>{consequence(result)}</p>
      </Notice>
    </section>
  )
}

function consequence({ replaces_released: isKnown, status, state }: OpenedResult): string {
  if (!isKnown) return 'The earlier result was never released, so the member has not seen it.'
  if (state === 'released')
    return 'The earlier result had been released, so the member may have seen it. They can still see it, marked as replaced.'
  return withdrawsReport(status)
    ? 'The earlier result was released, so the member may have seen it. When you release this, we will tell them it has been withdrawn. They can still see it, marked as replaced.'
    : 'The earlier result was released, so the member may have seen it. When you release this, we will tell them it has been corrected. They can still see the earlier one, marked as replaced.'
}

function bandNow(result: OpenedResult): string {
  if (result.value === null) return 'None'
  if (isFirstHidden(result)) return 'To be chosen'
  return decisionOf(result)?.band ?? 'To be chosen'
}

function rowsOf({ result, replaced }: Sides): Row[] {
  const day = (date: string | null) => (date === null ? 'Not known' : dayInWords(date))
  return [
    { label: 'Result', before: valueText(replaced), now: valueText(result) },
    { label: 'Range', before: replaced.range ?? 'Not given', now: result.range ?? 'Not given' },
    {
      label: 'Comment',
      before: replaced.lab_comment ?? 'None',
      now: result.lab_comment ?? 'None',
    },
    { label: 'Sample', before: day(replaced.sample_date), now: day(result.sample_date) },
    { label: 'Band given', before: replaced.band ?? 'None', now: bandNow(result) },
  ]
}
