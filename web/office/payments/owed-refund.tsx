import { pounds } from '../../../domain/money.ts'
import { OWED_OUTCOMES, outcomesOf } from '../../../domain/office/owed-refunds.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { type Owed, owedBecauseText, owedOutcomeText } from './payment-text.ts'

/** Money that a person pays back, with the form that records how. */
export function OwedRefund({ owed }: { owed: Owed }) {
  const mayRefund = useCan('refunds.write')
  const mayDecide = useCan('refunds.beyond_policy')
  const isDisputed = owed.because === 'disputed'
  return (
    <Notice tone="warn">
      <p>
        {pounds(owed.due_pence)} must be refunded to the member. {owedBecauseText(owed)} Decided by{' '}
        {owed.decided_by ?? 'the member'}, {momentInWords(new Date(owed.decided_at))}.
      </p>
      {mayRefund && (!isDisputed || mayDecide) && <EndOwed owed={owed} />}
      {isDisputed && !mayDecide && <p>The treasurer decides about disputed money.</p>}
    </Notice>
  )
}

function EndOwed({ owed }: { owed: Owed }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, due_pence: due } = owed
  async function record(typed: FormData) {
    const outcome = OWED_OUTCOMES.find((one) => one === textIn(typed, 'outcome'))
    if (!outcome) return
    const body = { outcome, note: textIn(typed, 'note'), expected_pence: due }
    const idempotencyKey = keyOf({ id, ...body })
    await write('POST /api/office/owed-refunds/:id/outcome', {
      params: { id },
      body,
      idempotencyKey,
    })
    await reportDone(`${pounds(due)} is recorded.`)
  }
  return (
    <OfficeForm
      submit={`Record what happened to ${pounds(due)}`}
      check={(typed) =>
        missingFields(typed, {
          outcome: 'Choose what happened to it.',
          note: 'Say how and when.',
        })
      }
      send={record}
    >
      {(errorOf) => (
        <>
          <SelectField
            name="outcome"
            label="What happened to it?"
            placeholder="Choose"
            options={outcomesOf(owed.because).map((outcome) => ({
              value: outcome,
              label: owedOutcomeText(outcome),
            }))}
            error={errorOf('outcome')}
          />
          <TextField
            name="note"
            label="How and when"
            hint="For example: at the office on 12 January. No account numbers."
            maxLength={500}
            autoComplete="off"
            error={errorOf('note')}
          />
        </>
      )}
    </OfficeForm>
  )
}

export function EndedTable({ owed }: { owed: readonly Owed[] }) {
  return (
    <DataTable
      caption="What was refunded by hand, or was not"
      rows={owed}
      rowKey={({ id }) => id}
      columns={[
        {
          label: 'Outcome',
          cell: ({ outcome }) => (outcome === null ? 'Refunded since' : owedOutcomeText(outcome)),
        },
        { label: 'How', cell: ({ note }) => note ?? '' },
        { label: 'By', cell: ({ recorded_by: by }) => by ?? '' },
        {
          label: 'When',
          cell: ({ recorded_at: at }) => (at === null ? '' : momentInWords(new Date(at))),
        },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
      ]}
    />
  )
}
