import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { BulkAction } from '../../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './events.module.css'

const REFRESH_MS = 2_000

export function loader({ params, request }: LoaderFunctionArgs): Promise<BulkAction> {
  return read('GET /api/office/bulk-actions/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** How far a cancelled day is; goes on by itself. */
export function Component() {
  const action = useLoaderData<BulkAction>()
  const { state, total, done, failed } = action
  const isRunning = state === 'running' && done + failed < total
  useRefresh(isRunning)
  return (
    <OfficePage
      title="Cancelling the day"
      trail={[
        { label: 'Events', to: '/events' },
        { label: action.event_name, to: `/events/${action.event_id}` },
      ]}
      lede={`Asked for by ${action.made_by}, ${momentInWords(new Date(action.created_at))}`}
    >
      <div className={styles.parts}>
        {state === 'waits for a second person' && <SecondPerson action={action} />}
        <p className={styles.progress}>
          <label htmlFor="progress">
            {done} of {total} done{failed > 0 && `, ${failed} failed`}
          </label>
          <progress id="progress" max={Math.max(total, 1)} value={total === 0 ? 1 : done} />
        </p>
        <p role="status">
          {isRunning && 'It goes on by itself, also when you leave this page.'}
          {state === 'done' && failed === 0 && 'It is done.'}
        </p>
        {action.failures.length > 0 && <Failures action={action} />}
        {action.not_told.length > 0 && (
          <section aria-labelledby="to-ring">
            <h2 id="to-ring">To be rung</h2>
            <p>We have no e-mail address of them.</p>
            <DataTable
              caption="Members to be rung"
              hideCaption
              rows={action.not_told}
              rowKey={({ member_id: id }) => id}
              columns={[
                { label: 'Name', cell: ({ name }) => name },
                { label: 'Telephone', cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a> },
              ]}
            />
          </section>
        )}
      </div>
    </OfficePage>
  )
}

function SecondPerson({ action: { id, made_by: by } }: { action: BulkAction }) {
  const { isPending, run } = useAction('POST /api/office/bulk-actions/:id/confirmation', id)
  return (
    <Notice tone="warn">
      <p>{by} has asked for it. Because of the sum, another person confirms before it begins.</p>
      <Button pending={isPending} onClick={run}>
        Confirm
      </Button>
    </Notice>
  )
}

function Failures({ action }: { action: BulkAction }) {
  const { isPending, run } = useAction('POST /api/office/bulk-actions/:id/retry', action.id)
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">Failed</h2>
      <DataTable
        caption="Members for whom it failed"
        hideCaption
        rows={action.failures}
        rowKey={({ member_id: id }) => id}
        columns={[
          { label: 'Name', cell: ({ name }) => name },
          { label: 'Why', cell: ({ problem }) => problem ?? 'Not known' },
        ]}
      />
      <Button kind="quiet" pending={isPending} onClick={run}>
        Try these again
      </Button>
    </section>
  )
}

type ActionCall =
  | 'POST /api/office/bulk-actions/:id/confirmation'
  | 'POST /api/office/bulk-actions/:id/retry'

function useAction(call: ActionCall, id: number) {
  const [isPending, setPending] = useState(false)
  const revalidator = useRevalidator()
  async function run() {
    setPending(true)
    try {
      await write(call, { params: { id } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast({ text: error.message, tone: 'error' })
    }
    await revalidator.revalidate()
    setPending(false)
  }
  return { isPending, run }
}

function useRefresh(isRunning: boolean) {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(revalidate, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
}
