import type { MergeSide } from '../../../domain/office/merge-schemas.ts'
import { MERGE_FIELDS } from '../../../domain/office/merges.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { DataTable } from '../parts/data-table.tsx'
import { fieldLabel, valueInWords } from './merge-text.ts'

const NHS_WORDS = { none: 'Not given', given: 'Given', confirmed: 'Given and confirmed' }

type Row = { label: string; of: (side: MergeSide) => string }

const ROWS: Row[] = [
  ...MERGE_FIELDS.map((field) => ({
    label: fieldLabel(field),
    of: (side: MergeSide) => valueInWords(side, field),
  })),
  { label: 'NHS number', of: ({ nhs_number: number }) => NHS_WORDS[number] },
  { label: 'Account', of: ({ account }) => account ?? 'None' },
  { label: 'Member since', of: ({ joined_at: at }) => dayInWords(at.slice(0, 10)) },
  {
    label: 'Upcoming appointment',
    of: ({ upcoming }) =>
      upcoming ? `${dayInWords(upcoming.date)}, ${upcoming.time}, ${upcoming.event_name}` : 'None',
  },
  { label: 'Appointments', of: ({ counts }) => String(counts.appointments) },
  { label: 'Waiting lists', of: ({ counts }) => String(counts.waits) },
  { label: 'Payments', of: ({ counts }) => String(counts.payments) },
  { label: 'Consents', of: ({ counts }) => String(counts.consents) },
  { label: 'Results', of: ({ counts }) => String(counts.results) },
]

/** Both records, line by line. */
export function Comparison({ kept, merged }: { kept: MergeSide; merged: MergeSide }) {
  return (
    <DataTable
      caption="The two records side by side"
      columns={[
        { label: 'What', cell: ({ label }: Row) => label },
        { label: `Record ${kept.id} (keep)`, cell: ({ of }: Row) => of(kept) },
        { label: `Record ${merged.id} (merge)`, cell: ({ of }: Row) => of(merged) },
      ]}
      rows={ROWS}
      rowKey={({ label }) => label}
    />
  )
}
