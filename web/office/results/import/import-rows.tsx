import type { ImportRow, ResultImport } from '../../../../domain/office/result-import-schemas.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { LoadedList } from '../../parts/list-loader.ts'
import { ListView } from '../../parts/list-page.tsx'
import { Comparison, Written } from './comparison.tsx'
import styles from './import.module.css'
import { ROW_STATE_LABELS, reasonText, statusText } from './import-text.ts'
import { RestOfRow } from './rest-of-row.tsx'
import { DecidedRow, LeaveOut } from './row-decision.tsx'

const TABS = [
  { value: 'open', label: 'To decide' },
  { value: 'close', label: 'Close match' },
  { value: 'quarantined', label: 'Quarantined' },
  { value: 'conflict', label: 'Conflicts' },
  { value: 'error', label: 'Not readable' },
  { value: 'asked', label: 'Asked again' },
  { value: 'matched', label: 'Matched' },
  { value: 'repeated', label: 'Already received' },
  { value: 'discarded', label: 'Left out' },
  { value: 'committed', label: 'Recorded' },
]
const TONES = {
  matched: 'good',
  committed: 'good',
  close: 'warn',
  quarantined: 'bad',
  conflict: 'bad',
  error: 'bad',
  asked: 'warn',
  repeated: 'none',
  discarded: 'none',
} as const

export function ImportRows({
  imported,
  list,
}: {
  imported: ResultImport
  list: LoadedList<ImportRow>
}) {
  const { id } = imported
  const shown = list.query.tab ?? 'open'
  const tabs = TABS.filter(
    ({ value }) => value === 'open' || value === shown || (list.tabs?.[value] ?? 0) > 0,
  )
  const mayDecide = imported.state === 'in review'
  return (
    <ListView
      list={list}
      rowsName="rows"
      rowKey={({ row }) => row}
      tabs={tabs}
      csv={{
        address: `/api/office/result-imports/${id}/rows`,
        fileName: `result-rows-${id}.csv`,
      }}
      empty={
        <p>
          {shown === 'open' ? 'No rows are waiting for a decision.' : 'There are no rows here.'}
        </p>
      }
      columns={[
        {
          label: 'Row of the file',
          cell: ({ row, state, reason, withdraws_for: withdrawsFor }) => (
            <div className={styles.row}>
              <span>
                {withdrawsFor === null ? `Row ${row}` : `Withdrawal for row ${withdrawsFor}`}
              </span>
              <Badge tone={TONES[state]}>{ROW_STATE_LABELS[state]}</Badge>
              {reason && <p className={styles.reason}>{reasonText(reason)}</p>}
            </div>
          ),
        },
        {
          label: 'What the file says',
          cell: (row) => <Content importId={id} row={row} may={mayDecide} />,
        },
        {
          label: 'Decision',
          cell: (row) => (
            <Decision
              importId={id}
              row={row}
              may={mayDecide}
              mayUndo={mayDecide || (imported.state === 'committed' && row.state === 'discarded')}
            />
          ),
        },
      ]}
    />
  )
}

function Content({ importId, row, may }: { importId: number; row: ImportRow; may: boolean }) {
  const { written, error, candidates, known } = row
  const meaning = error && statusText(row.reason, error.text)
  if (error)
    return (
      <>
        <p className={styles.long}>
          {error.column ? `Column ‘${error.column}’: ` : 'No such column: '}
          {error.text === '' ? 'nothing is there' : `‘${error.text}’`}
          {meaning !== null && ` ${meaning}`}
        </p>
        {error.rest && <RestOfRow rest={error.rest} />}
      </>
    )
  if (!written) return null
  if (candidates.length === 0) return <Written written={written} known={known} />
  return (
    <div className={styles.candidates}>
      {candidates.map((candidate) => (
        <Comparison
          key={candidate.appointment_id}
          importId={importId}
          row={row}
          written={written}
          candidate={candidate}
          mayChoose={may && (row.decided_by === null || row.state === 'asked')}
        />
      ))}
      {known && <Written written={written} known={known} />}
    </div>
  )
}

function Decision({
  importId,
  row,
  may,
  mayUndo,
}: {
  importId: number
  row: ImportRow
  may: boolean
  mayUndo: boolean
}) {
  const { state, decided_by: by } = row
  if (by !== null && state === 'asked')
    return (
      <>
        <DecidedRow importId={importId} row={row} by={by} mayUndo={mayUndo} />
        <LeaveOut importId={importId} row={row.row} isUnread={row.error !== null} />
      </>
    )
  if (by !== null) return <DecidedRow importId={importId} row={row} by={by} mayUndo={mayUndo} />
  const waits = ['close', 'quarantined', 'conflict', 'error'].includes(state)
  if (!waits || !(may || state === 'error')) return null
  return <LeaveOut importId={importId} row={row.row} isUnread={state === 'error'} />
}
