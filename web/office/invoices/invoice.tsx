import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import {
  INVOICE_KIND_LABELS,
  INVOICE_PAID_HOW_LABELS,
  type Invoice,
} from '../../../domain/office/invoices.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Buttons, TextButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { download, read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import styles from '../parts/sections.module.css'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { Download } from '../tubes/day-forms.tsx'
import { InvoiceBadge } from './invoice-table.tsx'
import { RecordInvoicePayment } from './record-invoice-payment.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<Invoice> {
  return read('GET /api/office/invoices/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** One invoice, what has been paid of it, and its credit note. */
export function Component() {
  const invoice = useLoaderData<Invoice>()
  const mayWrite = useCan('invoices.write')
  const { number, kind, credit_note: note, event_id: eventId, event_name: event } = invoice
  const open = note ? invoice.to_pay_back_pence : invoice.owed_pence
  return (
    <OfficePage
      title={`${INVOICE_KIND_LABELS[kind]} ${number}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: event, to: `/events/${eventId}` },
        { label: 'Invoices', to: '/invoices' },
      ]}
      actions={<Papers invoice={invoice} />}
    >
      <div className={styles.sections}>
        {invoice.is_event_cancelled && !note && (
          <Notice tone="warn">
            <p>
              The event is cancelled. If the host does not have to pay, cancel this invoice with a
              credit note.
            </p>
          </Notice>
        )}
        <InvoiceFacts invoice={invoice} />
        <section aria-labelledby="paid">
          <h2 id="paid">Payments</h2>
          <Entries invoice={invoice} mayUndo={mayWrite} />
        </section>
        {mayWrite && open > 0 && (
          <section aria-labelledby="record">
            <h2 id="record">{note ? 'Record a refund' : 'Record a payment'}</h2>
            <RecordInvoicePayment key={open} invoice={invoice} open={open} />
          </section>
        )}
        {mayWrite && !note && (
          <section aria-labelledby="cancel">
            <h2 id="cancel">Cancel with a credit note</h2>
            <Cancel invoice={invoice} />
          </section>
        )}
      </div>
    </OfficePage>
  )
}

function Papers({ invoice: { id, number, credit_note: note } }: { invoice: Invoice }) {
  const params = { id }
  return (
    <Buttons>
      <Download
        label="Invoice (PDF)"
        save={() =>
          download('GET /api/office/invoices/:id/pdf', `invoice-${number}.pdf`, { params })
        }
        onDone={() => {}}
      />
      {note && (
        <Download
          label="Credit note (PDF)"
          save={() =>
            download('GET /api/office/invoices/:id/credit-note', `credit-note-${note.number}.pdf`, {
              params,
            })
          }
          onDone={() => {}}
        />
      )}
    </Buttons>
  )
}

function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { credit_note: note, owed_pence: owed, to_pay_back_pence: back } = invoice
  return (
    <Facts>
      <Fact term="State">
        <InvoiceBadge state={invoice.state} />
      </Fact>
      <Fact term="Host">{[invoice.host_name, ...invoice.address_lines].join(', ')}</Fact>
      <Fact term="Event">
        <Link to={`/events/${invoice.event_id}`}>{invoice.event_name}</Link>,{' '}
        {dayInWords(invoice.event_date)}
      </Fact>
      <Fact term="For">{invoice.description}</Fact>
      <Fact term="Amount">{pounds(invoice.amount_pence)}</Fact>
      <Fact term="Paid">{pounds(invoice.paid_pence)}</Fact>
      <Fact term="Still to pay">{pounds(owed)}</Fact>
      {back > 0 && <Fact term="To refund">{pounds(back)}</Fact>}
      <Fact term="Issued">
        {dayInWords(invoice.issued_on)}, by {invoice.issued_by}
      </Fact>
      <Fact term="Due">{dayInWords(invoice.due_on)}</Fact>
      {note && (
        <Fact term="Cancelled">
          Credit note {note.number}, {dayInWords(note.issued_on)}, by {note.issued_by}:{' '}
          {note.reason}
        </Fact>
      )}
    </Facts>
  )
}

type Entry = Invoice['payments'][number]

function Entries({ invoice: { payments }, mayUndo }: { invoice: Invoice; mayUndo: boolean }) {
  const [undoing, setUndoing] = useState<Entry | null>(null)
  if (payments.length === 0) return <p>Nothing has been paid yet.</p>
  return (
    <>
      <DataTable
        caption="Payments"
        hideCaption
        rows={payments}
        rowKey={({ id }) => id}
        columns={[
          { label: 'When', cell: ({ paid_on: day }) => dayInWords(day) },
          {
            label: 'What',
            cell: (entry) => (entry.kind === 'payment' ? 'Paid by the host' : 'Refunded'),
          },
          { label: 'How', cell: howText },
          {
            label: 'Amount',
            align: 'end',
            cell: ({ amount_pence: pence, undone }) =>
              undone ? <s>{pounds(pence)}</s> : pounds(pence),
          },
          { label: 'Recorded by', cell: (entry) => entry.recorded_by },
          {
            label: 'Undo',
            cell: (entry) =>
              entry.undone
                ? `Undone by ${entry.undone.by}: ${entry.undone.reason}`
                : mayUndo && (
                    <TextButton onClick={() => setUndoing(entry)}>
                      Undo<span className="visually-hidden"> {pounds(entry.amount_pence)}</span>
                    </TextButton>
                  ),
          },
        ]}
      />
      {undoing && <Undo key={undoing.id} entry={undoing} onEnd={() => setUndoing(null)} />}
    </>
  )
}

function howText({ how, reference }: Entry): string {
  return [INVOICE_PAID_HOW_LABELS[how], reference].filter(Boolean).join(', ')
}

function Undo({ entry, onEnd }: { entry: Entry; onEnd: () => void }) {
  const reportDone = useReportDone()
  async function undo(reason: string) {
    await write('POST /api/office/invoice-payments/:id/undo', {
      params: { id: entry.id },
      body: { reason },
    })
    onEnd()
    await reportDone(`The entry of ${pounds(entry.amount_pence)} has been undone.`)
  }
  return (
    <ReasonForm
      name="undone_because"
      submit="Undo the entry"
      label={`Why is the entry of ${pounds(entry.amount_pence)} wrong?`}
      maxLength={300}
      missing="Say why the entry is wrong."
      send={undo}
      onCancel={onEnd}
    />
  )
}

function Cancel({ invoice }: { invoice: Invoice }) {
  const reportDone = useReportDone()
  const { id, number, amount_pence: pence, paid_pence: paid } = invoice
  async function cancel(reason: string) {
    const isSure = await confirm({
      title: `Cancel invoice ${number}?`,
      text:
        paid > 0
          ? `A credit note over ${pounds(pence)} is issued. The host has paid ${pounds(paid)}: refund it, then record that here.`
          : `A credit note over ${pounds(pence)} is issued. The invoice keeps its number, and nothing is to pay.`,
      yes: 'Issue the credit note',
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/invoices/:id/credit-note', { params: { id }, body: { reason } })
    await reportDone(`Invoice ${number} has been cancelled.`)
  }
  return (
    <ReasonForm
      name="credited_because"
      submit="Cancel the invoice"
      label="Why is it cancelled?"
      hint="The host reads this on the credit note."
      maxLength={300}
      missing="Say why it is cancelled."
      send={cancel}
    />
  )
}
