import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import {
  type CashTaker,
  cashDifference,
  type DayCash,
  isOutdated,
} from '../../../domain/office/cash-counts.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { read, write } from '../api.ts'
import { AmountField, penceIn } from '../parts/amount-field.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import styles from '../parts/sections.module.css'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { differenceInWords } from '../payments/cash-text.ts'

export function loader({ params, request }: LoaderFunctionArgs): Promise<DayCash> {
  return read('GET /api/office/days/:id/cash', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** What each person took at the event, to be counted at its end. */
export function Component() {
  const cash = useLoaderData<DayCash>()
  const [counting, setCounting] = useState<string | null>(null)
  const taker = cash.takers.find(({ taken_by: name }) => name === counting)
  return (
    <OfficePage
      title="Cash count"
      trail={[{ label: 'Days', to: '/days' }]}
      lede={`${cash.event_name}, ${weekdayAndDate(cash.event_date)}`}
    >
      <div className={styles.sections}>
        {cash.takers.length === 0 ? (
          <p>No money has been recorded as taken at this event.</p>
        ) : (
          <DataTable
            caption="Money taken at the event, by person"
            hideCaption
            rows={cash.takers}
            rowKey={(one) => one.taken_by}
            columns={[
              { label: 'Taken by', cell: (one) => one.taken_by },
              { label: 'Cash', align: 'end', cell: (one) => pounds(one.cash_pence) },
              { label: 'Card machine', align: 'end', cell: (one) => pounds(one.card_pence) },
              { label: 'Counted', cell: (one) => <Counted taker={one} /> },
              {
                label: 'Count',
                cell: ({ taken_by: name, count }) => (
                  <TextButton
                    aria-label={`${count ? 'Count again' : 'Count'}: ${name}`}
                    onClick={() => setCounting(name)}
                  >
                    {count ? 'Count again' : 'Count'}
                  </TextButton>
                ),
              },
            ]}
          />
        )}
        {taker && (
          <Count
            key={`${taker.taken_by} ${taker.cash_pence} ${taker.count?.id}`}
            eventId={cash.event_id}
            taker={taker}
            onEnd={() => setCounting(null)}
          />
        )}
      </div>
    </OfficePage>
  )
}

function Counted({ taker }: { taker: CashTaker }) {
  const { count } = taker
  if (!count) return 'Not yet'
  return (
    <>
      {differenceInWords(count.difference_pence)}, by {count.counted_by},{' '}
      {momentInWords(new Date(count.counted_at))}
      {isOutdated(taker) && (
        <>
          <br />
          <b>Money was recorded or undone since. Please count again.</b>
        </>
      )}
    </>
  )
}

type CountProps = { eventId: number; taker: CashTaker; onEnd: () => void }

function Count({ eventId, taker, onEnd }: CountProps) {
  const { taken_by: name, cash_pence: expected, count } = taker
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()

  async function send(typed: FormData) {
    const body = { taken_by: name, after: count?.id ?? null, ...sumsIn(typed, expected) }
    const note = textIn(typed, 'note')
    await write('POST /api/office/days/:id/cash-counts', {
      params: { id: eventId },
      body: note === '' ? body : { ...body, note },
      idempotencyKey: keyOf({ ...body, note }),
    })
    onEnd()
    await reportDone(`The cash of ${name}: ${differenceInWords(cashDifference(body))}.`)
  }
  return (
    <section aria-labelledby="count">
      <h2 id="count">Count the cash of {name}</h2>
      <p>{pounds(expected)} was recorded as taken in cash.</p>
      <OfficeForm
        submit="Save the count"
        check={(typed) => countErrors(typed, expected)}
        send={send}
        onCancel={onEnd}
      >
        {(errorOf) => (
          <>
            <AmountField
              name="float"
              label="Money in the box at the start, in pounds"
              hint="0 if it was empty"
              error={errorOf('float')}
            />
            <AmountField
              name="counted"
              label="All notes and coins in the box now, in pounds"
              error={errorOf('counted')}
            />
            <ReasonField
              name="note"
              label="If it differs: what may have happened?"
              hint="The treasurer reads it. No names of members."
              error={errorOf('note')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

function sumsIn(typed: FormData, expected: number) {
  return {
    float_pence: penceIn(typed, 'float') ?? 0,
    counted_pence: penceIn(typed, 'counted') ?? 0,
    expected_pence: expected,
  }
}

function countErrors(typed: FormData, expected: number): FieldError[] {
  const amounts = ['float', 'counted'].filter((name) => penceIn(typed, name) === null)
  if (amounts.length > 0)
    return amounts.map((field) => ({
      field,
      message: 'Enter an amount in pounds, for example 12.50.',
    }))
  const difference = cashDifference(sumsIn(typed, expected))
  if (difference === 0 || textIn(typed, 'note') !== '') return []
  const message = `${differenceInWords(difference)}. Count once more, or say what may have happened.`
  return [{ field: 'note', message }]
}
