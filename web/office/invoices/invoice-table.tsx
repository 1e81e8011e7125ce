import { Link } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import {
  INVOICE_KIND_LABELS,
  INVOICE_STATE_LABELS,
  type InvoiceState,
  type ListedInvoice,
} from '../../../domain/office/invoices.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'

const TONES = { issued: 'none', 'part paid': 'warn', paid: 'good', cancelled: 'none' } as const

export const INVOICE_COLUMNS: readonly Column<ListedInvoice>[] = [
  {
    label: 'Number',
    cell: ({ id, number }) => <Link to={`/invoices/${id}`}>{number}</Link>,
  },
  { label: 'Kind', cell: ({ kind }) => INVOICE_KIND_LABELS[kind] },
  { label: 'State', cell: ({ state }) => <InvoiceBadge state={state} /> },
  { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
  { label: 'To pay', cell: toPayText },
  { label: 'Due', cell: ({ due_on: day }) => dayInWords(day) },
]

export function InvoiceTable({ invoices }: { invoices: readonly ListedInvoice[] }) {
  return (
    <DataTable
      caption="Invoices to the host"
      hideCaption
      rows={invoices}
      rowKey={({ id }) => id}
      columns={INVOICE_COLUMNS}
    />
  )
}

export function InvoiceBadge({ state }: { state: InvoiceState }) {
  return <Badge tone={TONES[state]}>{INVOICE_STATE_LABELS[state]}</Badge>
}

function toPayText({ owed_pence: owed, to_pay_back_pence: back }: ListedInvoice): string {
  if (back > 0) return `${pounds(back)} to refund`
  return owed > 0 ? pounds(owed) : 'Nothing'
}
