import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { CashDifference } from '../../../domain/office/cash-counts.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import { read, write } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListView } from '../parts/list-page.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import styles from '../parts/sections.module.css'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { differenceInWords } from './cash-text.ts'

export const loader = listLoader<CashDifference>((options) =>
  read('GET /api/office/cash-counts', options),
)

/** Counts of cash that differ from what was recorded, for the treasurer. */
export function Component() {
  const list = useLoaderData<LoadedList<CashDifference>>()
  const mayCheck = useCan('reconciliation.write')
  const [checking, setChecking] = useState<CashDifference | null>(null)
  const isOpen = list.query.tab !== 'checked'
  return (
    <OfficePage
      title="Cash differences"
      lede="Cash that was counted after an event and is not what was recorded as taken."
    >
      <div className={styles.sections}>
        {checking && (
          <Check key={checking.id} difference={checking} onEnd={() => setChecking(null)} />
        )}
        <ListView
          list={list}
          rowsName="cash differences"
          rowKey={({ id }) => id}
          tabs={[
            { value: 'open', label: 'To check' },
            { value: 'checked', label: 'Checked' },
          ]}
          csv={{ address: '/api/office/cash-counts', fileName: 'cash-differences.csv' }}
          empty={<p>All cash that was counted agrees.</p>}
          columns={[
            {
              label: 'Event',
              cell: ({ event_id: id, event_name: name, event_date: date }) => (
                <>
                  <Link to={`/events/${id}`}>{name}</Link>, {dayInWords(date)}
                </>
              ),
            },
            { label: 'Taken by', cell: (one) => one.taken_by },
            { label: 'Difference', cell: (one) => differenceInWords(one.difference_pence) },
            {
              label: 'Counted',
              cell: (one) =>
                `${pounds(one.counted_pence)}, of which ${pounds(one.float_pence)} at the start; ${pounds(one.expected_pence)} was recorded. By ${one.counted_by}, ${momentInWords(new Date(one.counted_at))}`,
            },
            { label: 'Note', cell: ({ note }) => note },
            isOpen
              ? {
                  label: 'Check',
                  cell: (one) =>
                    mayCheck &&
                    (one.is_own ? (
                      'Your own count: another treasurer checks it'
                    ) : (
                      <TextButton
                        aria-label={`Check: ${one.taken_by}`}
                        onClick={() => setChecking(one)}
                      >
                        Check
                      </TextButton>
                    )),
                }
              : { label: 'Checked by', cell: (one) => one.checked_by },
          ]}
        />
      </div>
    </OfficePage>
  )
}

function Check({ difference, onEnd }: { difference: CashDifference; onEnd: () => void }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, taken_by: name, difference_pence: pence } = difference

  async function send(reason: string) {
    const body = { reason }
    const idempotencyKey = keyOf(body)
    await write('POST /api/office/cash-counts/:id/check', { params: { id }, body, idempotencyKey })
    onEnd()
    await reportDone(`The difference of ${name} has been checked.`)
  }
  return (
    <section aria-labelledby="check">
      <h2 id="check">
        {name}: {differenceInWords(pence)}
      </h2>
      <ReasonForm
        submit="Mark as checked"
        label="What you found"
        missing="Say what you found."
        send={send}
        onCancel={onEnd}
      />
    </section>
  )
}
