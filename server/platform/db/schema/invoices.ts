import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type {
  DocumentKind,
  InvoiceEntryKind,
  InvoicePaidHow,
} from '../../../../domain/office/invoices.ts'
import { id, moment } from './columns.ts'
import { event } from './events.ts'
import { person } from './staff.ts'

/** Invoices to hosts, and the credit notes that cancel them. Append-only. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    /** The year in London in which it was issued, and its number there, which a trigger sets: none is left out. */
    year: integer('year').notNull(),
    number: integer('number').notNull().default(0),
    eventId: event(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    /** Of a credit note: the invoice that it cancels. */
    creditsId: bigint('credits_id', { mode: 'number' })
      .references((): AnyPgColumn => invoices.id)
      .unique('an_invoice_is_credited_once'),
    hostName: text('host_name').notNull(),
    addressLines: text('address_lines').array().notNull(),
    /** What it is for; of a credit note why. */
    description: text('description').notNull(),
    amountPence: integer('amount_pence').notNull(),
    dueOn: date('due_on', { mode: 'string' }),
    issuedBy: person('issued_by').notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (t) => [
    unique('an_invoice_number_is_used_once').on(t.year, t.number),
    index('invoices_by_event').on(t.eventId),
    check('invoice_amount_is_positive', sql`${t.amountPence} > 0`),
    check('invoice_kind_is_known', sql`${t.kind} in ('invoice', 'deposit', 'credit note')`),
    check(
      'credit_note_cancels_an_invoice',
      sql`(${t.kind} = 'credit note') = (${t.creditsId} is not null)`,
    ),
    check('invoice_is_due_on_a_day', sql`(${t.kind} = 'credit note') = (${t.dueOn} is null)`),
  ],
)

/** Money from a host for an invoice, or paid back for one that was cancelled. Append-only. */
export const invoicePayments = pgTable(
  'invoice_payments',
  {
    id: id(),
    invoiceId: bigint('invoice_id', { mode: 'number' })
      .notNull()
      .references(() => invoices.id),
    kind: text('kind').$type<InvoiceEntryKind>().notNull(),
    amountPence: integer('amount_pence').notNull(),
    how: text('how').$type<InvoicePaidHow>().notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    /** Of the bank statement, or the number of the cheque. */
    reference: text('reference'),
    recordedBy: person('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    index('invoice_payments_by_invoice').on(t.invoiceId),
    check('invoice_payment_is_positive', sql`${t.amountPence} > 0`),
    check('invoice_payment_kind_is_known', sql`${t.kind} in ('payment', 'repayment')`),
    check('invoice_payment_way_is_known', sql`${t.how} in ('bank transfer', 'cheque')`),
  ],
)

/** Entries of `invoice_payments` that were wrong. Append-only. */
export const invoicePaymentUndos = pgTable('invoice_payment_undos', {
  paymentId: bigint('payment_id', { mode: 'number' })
    .primaryKey()
    .references(() => invoicePayments.id),
  reason: text('reason').notNull(),
  undoneBy: person('undone_by').notNull(),
  undoneAt: moment('undone_at').notNull(),
})
