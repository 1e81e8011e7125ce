import { pounds } from '../../../domain/money.ts'
import {
  INVOICE_PAID_HOW,
  INVOICE_PAID_HOW_LABELS,
  type Invoice,
} from '../../../domain/office/invoices.ts'
import { isCalendarDate, ukDate } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { AmountField, penceIn } from '../parts/amount-field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'

/** Money from the host, or paid back to them once the invoice was cancelled; `open` pence at most. */
export function RecordInvoicePayment({ invoice, open }: { invoice: Invoice; open: number }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, credit_note: note } = invoice
  const today = ukDate(new Date())

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    const need = (field: string, message: string) => errors.push({ field, message })
    if (textIn(typed, 'how') === '') need('how', 'Say how it was paid.')
    const pence = penceIn(typed, 'amount') ?? 0
    if (pence < 1 || pence > open) need('amount', `Enter ${pounds(open)}, or a part of it.`)
    const day = textIn(typed, 'paid_on')
    if (!isCalendarDate(day) || day > today) need('paid_on', 'Enter when it was paid.')
    return errors
  }

  async function record(typed: FormData) {
    const body = {
      kind: note ? ('repayment' as const) : ('payment' as const),
      amount_pence: penceIn(typed, 'amount') ?? 0,
      open_pence: open,
      how: INVOICE_PAID_HOW.find((one) => one === textIn(typed, 'how')) ?? 'bank transfer',
      paid_on: textIn(typed, 'paid_on'),
      reference: textIn(typed, 'reference'),
    }
    await write('POST /api/office/invoices/:id/payments', {
      params: { id },
      body,
      idempotencyKey: keyOf(body),
    })
    await reportDone(`${pounds(body.amount_pence)} has been recorded.`)
  }

  return (
    <OfficeForm
      submit={note ? 'Record the refund' : 'Record the payment'}
      check={check}
      send={record}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="how"
            label="How was it paid?"
            options={INVOICE_PAID_HOW.map((value) => ({
              value,
              label: INVOICE_PAID_HOW_LABELS[value],
            }))}
            error={errorOf('how')}
          />
          <AmountField name="amount" pence={open} error={errorOf('amount')} />
          <TextField
            name="paid_on"
            label="When was it paid?"
            type="date"
            width={20}
            defaultValue={today}
            error={errorOf('paid_on')}
          />
          <TextField
            name="reference"
            label="Reference or cheque number"
            optional
            maxLength={120}
            autoComplete="off"
          />
        </>
      )}
    </OfficeForm>
  )
}
