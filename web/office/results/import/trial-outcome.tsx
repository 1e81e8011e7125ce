import type { ColumnTrial } from '../../../../domain/office/result-import-schemas.ts'
import { dayInWords } from '../../../../domain/uk-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import styles from './import.module.css'
import { countOf, errorText, foundText, refusalText, unreadText } from './import-text.ts'
import type { Sample } from './use-column-map.ts'

/** The trial run on the sample file: the first rows as read, and the errors. */
export function TrialOutcome({
  sample: { file, trial, isPending },
  isCurrent,
  onTry,
}: {
  sample: Sample
  isCurrent: boolean
  onTry: () => void
}) {
  return (
    <section aria-labelledby="trial">
      <h2 id="trial">Trial run</h2>
      <p>
        {file
          ? 'Nothing is stored, and we do not search for members.'
          : 'Choose a sample file above first.'}
      </p>
      {file && (
        <p>
          <Button kind="quiet" pending={isPending} onClick={onTry}>
            Try it on the sample file
          </Button>
        </p>
      )}
      <div role="status">
        {trial && !isCurrent && <p>The column map has changed since this trial run.</p>}
        {trial && <TrialSum outcome={trial.outcome} />}
      </div>
      {trial && <Tables outcome={trial.outcome} />}
    </section>
  )
}

function TrialSum({ outcome: { refusal, unread, read, wrong } }: { outcome: ColumnTrial }) {
  if (refusal === null)
    return (
      <p>
        {countOf(read, 'row was read', 'rows were read')},{' '}
        {countOf(wrong, 'row could not be read', 'rows could not be read')}. {unreadText(unread)}
      </p>
    )
  const { sentence, step } = refusalText(refusal)
  return (
    <Notice tone="warn" title="The whole file would be refused" level={3}>
      <p className={styles.long}>{sentence}</p>
      <p>{step}</p>
    </Notice>
  )
}

function Tables({ outcome: { rows, errors } }: { outcome: ColumnTrial }) {
  return (
    <>
      {errors.length > 0 && (
        <DataTable
          caption={`Not readable: the first ${errors.length}`}
          rows={errors}
          rowKey={({ row }) => row}
          columns={[
            { label: 'Row', cell: ({ row }) => row },
            { label: 'Column', cell: ({ column }) => column ?? 'No column' },
            { label: 'Value', cell: ({ text }) => (text === '' ? 'Nothing' : text) },
            { label: 'Why', cell: ({ reason, text }) => errorText(reason, text) },
          ]}
        />
      )}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="Rows as read">
          <DataTable
            caption={`As read: the first ${rows.length}`}
            rows={rows}
            rowKey={({ row }) => row}
            columns={[
              { label: 'Row', cell: ({ row }) => row },
              { label: 'Laboratory number', cell: ({ lab_number: number }) => number },
              { label: 'Tube', cell: ({ tube }) => tube },
              { label: 'NHS number', cell: ({ nhs_number: number }) => number },
              {
                label: 'Name',
                cell: ({ last_name: last, first_name: first }) =>
                  [last, first].filter(Boolean).join(', '),
              },
              { label: 'Date of birth', cell: ({ date_of_birth: born }) => dayInWords(born) },
              { label: 'Sample taken', cell: ({ collected }) => collected?.replace('T', ' ') },
              { label: 'Test', cell: ({ test }) => test },
              { label: 'Found', cell: (row) => foundText(row) },
              { label: 'Flag', cell: ({ flag }) => flag },
              { label: 'Comment', cell: ({ comment }) => comment },
            ]}
          />
        </section>
      )}
    </>
  )
}
