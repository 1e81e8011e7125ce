import { isSame } from '../../../domain/office/duplicates.ts'
import type { MergeSide } from '../../../domain/office/merge-schemas.ts'
import { MERGE_FIELDS, type MergeField } from '../../../domain/office/merges.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { fieldLabel, valueInWords } from './merge-text.ts'
import styles from './merges.module.css'

const NHS_WORDS = { none: 'Not given', given: 'Given', confirmed: 'Given and confirmed' }

/** `field` of what the two records may differ in. */
type Row = { label: string; field?: MergeField; of: (side: MergeSide) => string }

const ROWS: Row[] = [
  ...MERGE_FIELDS.map((field) => ({
    label: fieldLabel(field),
    field,
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

/** Both records, line by line; what differs is marked. */
export function Comparison({ kept, merged }: { kept: MergeSide; merged: MergeSide }) {
  return (
    <DataTable
      caption="The two records side by side"
      columns={[
        {
          label: 'What',
          cell: ({ label, field }: Row) => (
            <>
              {label}
              {field && <Difference kept={kept.fields[field]} merged={merged.fields[field]} />}
            </>
          ),
        },
        { label: `Record ${kept.id} (keep)`, cell: ({ of }: Row) => of(kept) },
        { label: `Record ${merged.id} (merge)`, cell: ({ of }: Row) => of(merged) },
      ]}
      rows={ROWS}
      rowKey={({ label }) => label}
    />
  )
}

function Difference({ kept, merged }: { kept: string; merged: string }) {
  if (isSame(kept, merged) || kept === merged) return null
  const isOnlyInOne = kept === '' || merged === ''
  return (
    <span className={styles.difference}>
      <Badge tone={isOnlyInOne ? 'none' : 'warn'}>
        {isOnlyInOne ? 'Only in one' : 'Different'}
      </Badge>
    </span>
  )
}
