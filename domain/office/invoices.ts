// Invoices to the host of an event. Amounts in pence, days 'YYYY-MM-DD' in London.
import * as z from 'zod/mini'

export const INVOICE_KINDS = ['invoice', 'deposit'] as const
type InvoiceKind = (typeof INVOICE_KINDS)[number]
export type DocumentKind = InvoiceKind | 'credit note'
export const INVOICE_KIND_LABELS: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  deposit: 'Invoice for a deposit',
  'credit note': 'Credit note',
}

/** `repayment`: the charity paid back what came for an invoice that was cancelled. */
const ENTRY_KINDS = ['payment', 'repayment'] as const
export type InvoiceEntryKind = (typeof ENTRY_KINDS)[number]

export const INVOICE_PAID_HOW = ['bank transfer', 'cheque'] as const
export type InvoicePaidHow = (typeof INVOICE_PAID_HOW)[number]
export const INVOICE_PAID_HOW_LABELS: Record<InvoicePaidHow, string> = {
  'bank transfer': 'Bank transfer',
  cheque: 'Cheque',
}

const INVOICE_STATES = ['issued', 'part paid', 'paid', 'cancelled'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]
export const INVOICE_STATE_LABELS: Record<InvoiceState, string> = {
  issued: 'Issued',
  'part paid': 'Part paid',
  paid: 'Paid',
  cancelled: 'Cancelled',
}

export const INVOICE_TABS = ['open', 'refund', 'paid', 'cancelled', 'all'] as const
export type InvoiceTab = (typeof INVOICE_TABS)[number]

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const day = z.iso.date()
const pence = z.int().check(z.minimum(1), z.maximum(10_000_000))

export const MOST_ADDRESS_LINES = 6

export const NewInvoiceSchema = z.object({
  kind: z.enum(INVOICE_KINDS),
  host_name: words(120),
  address_lines: z.array(words(80)).check(z.minLength(1), z.maxLength(MOST_ADDRESS_LINES)),
  description: words(300),
  amount_pence: pence,
  due_on: day,
})
export type NewInvoice = z.infer<typeof NewInvoiceSchema>

/** `open_pence`: what was still to pay, or to pay back, when the clerk looked. */
export const InvoicePaymentSchema = z.object({
  kind: z.enum(ENTRY_KINDS),
  amount_pence: pence,
  open_pence: z.int(),
  how: z.enum(INVOICE_PAID_HOW),
  paid_on: day,
  reference: z.optional(z.string().check(z.trim(), z.maxLength(120))),
})
export type InvoicePayment = z.infer<typeof InvoicePaymentSchema>

export const InvoiceReasonSchema = z.object({ reason: words(300) })

export const ListedInvoiceSchema = z.object({
  id: z.int(),
  /** '2027-0001'. */
  number: z.string(),
  kind: z.enum(INVOICE_KINDS),
  state: z.enum(INVOICE_STATES),
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  is_event_cancelled: z.boolean(),
  host_name: z.string(),
  amount_pence: z.int(),
  paid_pence: z.int(),
  /** Still to pay by the host. */
  owed_pence: z.int(),
  /** Paid for an invoice that was cancelled, and not paid back. */
  to_pay_back_pence: z.int(),
  issued_on: z.string(),
  due_on: z.string(),
})
export type ListedInvoice = z.infer<typeof ListedInvoiceSchema>

export const InvoiceSchema = z.extend(ListedInvoiceSchema, {
  address_lines: z.array(z.string()),
  description: z.string(),
  issued_by: z.string(),
  /** The document that cancels it. */
  credit_note: z.nullable(
    z.object({
      id: z.int(),
      number: z.string(),
      reason: z.string(),
      issued_on: z.string(),
      issued_by: z.string(),
    }),
  ),
  /** Oldest first; `undone` says why an entry does not count. */
  payments: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(ENTRY_KINDS),
      amount_pence: z.int(),
      how: z.enum(INVOICE_PAID_HOW),
      paid_on: z.string(),
      reference: z.nullable(z.string()),
      recorded_by: z.string(),
      undone: z.nullable(z.object({ by: z.string(), reason: z.string() })),
    }),
  ),
})
export type Invoice = z.infer<typeof InvoiceSchema>

export const InvoicesOfEventSchema = z.object({ data: z.array(ListedInvoiceSchema) })

type Sums = {
  amountPence: number
  /** Without entries that were undone. */
  paidPence: number
  repaidPence: number
  isCancelled: boolean
}

/** What became of it, what the host still owes, and what the charity has to pay back. */
export function invoiceMoney({ amountPence, paidPence, repaidPence, isCancelled }: Sums): {
  state: InvoiceState
  owedPence: number
  toPayBackPence: number
} {
  if (isCancelled)
    return {
      state: 'cancelled',
      owedPence: 0,
      toPayBackPence: Math.max(0, paidPence - repaidPence),
    }
  const owedPence = Math.max(0, amountPence - paidPence)
  const state = owedPence === 0 ? 'paid' : paidPence > 0 ? 'part paid' : 'issued'
  return { state, owedPence, toPayBackPence: 0 }
}

/** '2027-0001'. */
export function invoiceNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(4, '0')}`
}
