import { Link } from 'react-router'
import type { ImportCounts, ResultImport } from '../../../../domain/office/result-import-schemas.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'
import { write } from '../../api.ts'
import { useAction } from '../../parts/use-action.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useCan } from '../../session.ts'
import styles from './import.module.css'
import { commitText, countOf, openRows } from './import-text.ts'

const COUNTS: { term: string; of: (rows: ImportCounts) => number }[] = [
  { term: 'Matched, ready to record', of: ({ matched }) => matched },
  { term: 'Waiting for a decision', of: openRows },
  { term: 'Cannot be read', of: ({ errors }) => errors },
  { term: 'Asked for again', of: ({ asked }) => asked },
  { term: 'Already received', of: ({ repeated }) => repeated },
  { term: 'Left out', of: ({ discarded }) => discarded },
  { term: 'Recorded for review', of: ({ committed }) => committed },
]

/** What the file's rows are, and the button that records the matched ones for review. */
export function CommitImport({ imported }: { imported: ResultImport }) {
  const { id, state, rows } = imported
  const { isPending, run } = useAction(async () => {
    const text = countOf(rows.matched, 'result', 'results')
    const isSure = await confirm({
      title: `Send ${text} for review?`,
      text: commitText(rows),
      yes: `Send ${text} for review`,
      no: 'Go back',
    })
    if (!isSure) return
    const after = await write('POST /api/office/result-imports/:id/commit', { params: { id } })
    toast({ text: recordedText(rows, after.rows), tone: 'success' })
  })
  const { isPending: isLooking, run: look } = useAction(async () => {
    await write('POST /api/office/result-imports/:id/commit', { params: { id } })
    toast({
      text: 'The rows have been compared with our samples as they are now.',
      tone: 'success',
    })
  })
  const isRunning = isPending || state === 'reading' || state === 'committing'
  useRefresh(isRunning)
  const open = openRows(rows)
  return (
    <>
      {state === 'reading' && (
        <p role="status">
          We are reading the file and comparing it with our samples. If this takes longer than two
          minutes, upload it again. Nothing will be added twice.
        </p>
      )}
      <dl className={styles.counts}>
        {COUNTS.map(({ term, of }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{of(rows).toLocaleString('en-GB')}</dd>
          </div>
        ))}
      </dl>
      {(isPending || state === 'committing') && rows.committed > 0 && rows.matched > 0 && (
        <p className={styles.progress}>
          <label htmlFor="progress">
            {rows.committed.toLocaleString('en-GB')} of{' '}
            {countOf(rows.committed + rows.matched, 'row', 'rows')} recorded
          </label>
          <progress id="progress" max={rows.committed + rows.matched} value={rows.committed} />
        </p>
      )}
      {state !== 'committed' && rows.matched > 0 && (
        <p>
          <Button pending={isPending} onClick={run}>
            Send {countOf(rows.matched, 'result', 'results')} for review
          </Button>
        </p>
      )}
      {state === 'in review' && rows.matched === 0 && open > 0 && (
        <p>
          <Button kind="quiet" pending={isLooking} onClick={look}>
            Compare the waiting rows again
          </Button>
        </p>
      )}
      {rows.committed > 0 && <WhereTheyAre committed={rows.committed} open={open} />}
    </>
  )
}

function WhereTheyAre({ committed, open }: { committed: number; open: number }) {
  const mayReview = useCan('results.review')
  return (
    <Notice title={`${countOf(committed, 'result', 'results')} from this file sent for review`}>
      {open > 0 && (
        <p>
          {countOf(open, 'row is waiting', 'rows are waiting')} for a decision below. You can add
          them later.
        </p>
      )}
      {mayReview ? (
        <ButtonLink to="/results" kind="quiet">
          Review the results
        </ButtonLink>
      ) : (
        <p>
          A clinician reviews them. <Link to="/results/imports">All files</Link>
        </p>
      )}
    </Notice>
  )
}

function recordedText(before: ResultImport['rows'], after: ResultImport['rows']): string {
  const recorded = after.committed - before.committed
  const changed = openRows(after) - openRows(before)
  const text = `${countOf(recorded, 'result is', 'results are')} in review now.`
  return changed > 0
    ? `${text} ${countOf(changed, 'row has', 'rows have')} changed in the meantime and now need a decision.`
    : text
}
