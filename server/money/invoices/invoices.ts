import {
  type Invoice,
  type InvoicePayment,
  invoiceMoney,
  invoiceNumber,
  type ListedInvoice,
  type NewInvoice,
} from '../../../domain/office/invoices.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { lockEvent } from '../../events/office.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  findEventOfInvoice,
  findInvoice,
  findInvoicePayment,
  hasDeposit,
  type InvoiceRow,
  insertInvoice,
  insertInvoicePayment,
  insertInvoicePaymentUndo,
  listInvoicePayments,
} from './invoices.queries.ts'

type InvoiceDeps = Pick<Deps, 'database' | 'now'>
type Added = { id: number }

/**
 * Issues an invoice to the host and returns its id. Throws Refused not_found, or deposit_exists while
 * another deposit of the event stands.
 */
export function issueInvoice(
  deps: InvoiceDeps,
  of: { eventId: number; invoice: NewInvoice; by: Staff; saveResponse: SaveResponse<Added> },
): Promise<Added> {
  const { eventId, invoice, by, saveResponse } = of
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    if (!(await lockEvent(tx, eventId))) throw new Refused('not_found')
    if (invoice.kind === 'deposit' && (await hasDeposit(tx, eventId)))
      throw new Refused('deposit_exists')
    const added = await insertInvoice(tx, {
      year: yearOf(at),
      eventId,
      kind: invoice.kind,
      hostName: invoice.host_name,
      addressLines: invoice.address_lines,
      description: invoice.description,
      amountPence: invoice.amount_pence,
      dueOn: invoice.due_on,
      issuedBy: by.id,
      issuedAt: at,
    })
    const details = { number: invoiceNumber(added), pence: added.amountPence }
    await insertAudit(tx, { by, subject: `event ${eventId}`, at }, 'invoice issued', details)
    await saveResponse(tx, { id: added.id })
    return { id: added.id }
  })
}

/**
 * Records money from the host for the invoice, or paid back for one that was cancelled. Throws Refused
 * not_found, changed_meanwhile when what is open is not what was seen, more_than_owed, or invalid_request for a day to come.
 */
export function recordInvoicePayment(
  deps: InvoiceDeps,
  of: { id: number; payment: InvoicePayment; by: Staff; saveResponse: SaveResponse<Invoice> },
): Promise<Invoice> {
  const { id, payment, by, saveResponse } = of
  const at = deps.now()
  if (payment.paid_on > ukDate(at)) throw invalidField('paid_on', 'Enter a date in the past.')
  return deps.database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    const { owedPence, toPayBackPence } = moneyIn(row)
    const openPence = payment.kind === 'payment' ? owedPence : toPayBackPence
    if (openPence !== payment.open_pence) throw new Refused('changed_meanwhile', { by: null })
    if (payment.amount_pence > openPence) throw new Refused('more_than_owed')
    await insertInvoicePayment(tx, {
      invoiceId: id,
      kind: payment.kind,
      amountPence: payment.amount_pence,
      how: payment.how,
      paidOn: payment.paid_on,
      reference: payment.reference || null,
      recordedBy: by.id,
      recordedAt: at,
    })
    const action =
      payment.kind === 'payment' ? 'invoice payment recorded' : 'invoice repayment recorded'
    await insertAudit(tx, aboutInvoice(row, { by, at }), action, {
      number: invoiceNumber(row.invoice),
      pence: payment.amount_pence,
    })
    const invoice = await readInvoice(tx, id)
    await saveResponse(tx, invoice)
    return invoice
  })
}

/**
 * Undoes a wrong entry; it stays, and no longer counts. Throws Refused not_found, taking_undone, or
 * repaid_since for a payment of which more would be paid back than came.
 */
export function undoInvoicePayment(
  deps: InvoiceDeps,
  { id, reason, by }: { id: number; reason: string; by: Staff },
): Promise<Invoice> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const found = await findInvoicePayment(tx, id)
    if (!found) throw new Refused('not_found')
    const { entry } = found
    const row = await lockInvoice(tx, entry.invoiceId)
    const isAdded = await insertInvoicePaymentUndo(tx, {
      paymentId: id,
      reason,
      undoneBy: by.id,
      undoneAt: at,
    })
    if (!isAdded) throw new Refused('taking_undone')
    if (entry.kind === 'payment' && row.paidPence - entry.amountPence < row.repaidPence)
      throw new Refused('repaid_since')
    await insertAudit(tx, aboutInvoice(row, { by, at }), 'invoice payment undone', {
      number: invoiceNumber(row.invoice),
      pence: entry.amountPence,
      reason,
    })
    return readInvoice(tx, entry.invoiceId)
  })
}

/** Cancels the invoice by a credit note over its whole amount. Throws Refused not_found or invoice_cancelled. */
export function creditInvoice(
  deps: InvoiceDeps,
  { id, reason, by }: { id: number; reason: string; by: Staff },
): Promise<Invoice> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.note) throw new Refused('invoice_cancelled')
    const { eventId, hostName, addressLines, amountPence } = row.invoice
    const note = await insertInvoice(tx, {
      year: yearOf(at),
      eventId,
      kind: 'credit note',
      creditsId: id,
      hostName,
      addressLines,
      description: reason,
      amountPence,
      issuedBy: by.id,
      issuedAt: at,
    })
    await insertAudit(tx, aboutInvoice(row, { by, at }), 'invoice cancelled', {
      number: invoiceNumber(row.invoice),
      credit_note: invoiceNumber(note),
      reason,
    })
    return readInvoice(tx, id)
  })
}

/** When an invoice and its credit note were issued. Throws Refused not_found. */
export async function readIssued(q: Queryable, id: number) {
  const row = await findInvoice(q, id)
  if (!row) throw new Refused('not_found')
  return { issuedAt: row.invoice.issuedAt, creditedAt: row.note?.issuedAt ?? null }
}

/** Throws Refused not_found. */
export async function readInvoice(q: Queryable, id: number): Promise<Invoice> {
  const row = await findInvoice(q, id)
  if (!row) throw new Refused('not_found')
  const { invoice, note } = row
  const entries = await listInvoicePayments(q, id)
  return {
    ...toListedInvoice(row),
    address_lines: invoice.addressLines,
    description: invoice.description,
    issued_by: row.issuedBy,
    credit_note: note && {
      id: note.id,
      number: invoiceNumber(note),
      reason: note.description,
      issued_on: ukDate(note.issuedAt),
      issued_by: row.noteIssuedBy ?? '',
    },
    payments: entries.map(({ entry, recordedBy, undoneBy, undoneBecause }) => ({
      id: entry.id,
      kind: entry.kind,
      amount_pence: entry.amountPence,
      how: entry.how,
      paid_on: entry.paidOn,
      reference: entry.reference,
      recorded_by: recordedBy,
      undone: undoneBecause === null ? null : { by: undoneBy ?? '', reason: undoneBecause },
    })),
  }
}

export function toListedInvoice(row: InvoiceRow): ListedInvoice {
  const { invoice } = row
  const { state, owedPence, toPayBackPence } = moneyIn(row)
  return {
    id: invoice.id,
    number: invoiceNumber(invoice),
    kind: invoice.kind === 'deposit' ? 'deposit' : 'invoice',
    state,
    event_id: invoice.eventId,
    event_name: row.eventName,
    event_date: ukDate(row.eventStartsAt),
    is_event_cancelled: row.eventStatus === 'cancelled',
    host_name: invoice.hostName,
    amount_pence: invoice.amountPence,
    paid_pence: row.paidPence,
    owed_pence: owedPence,
    to_pay_back_pence: toPayBackPence,
    issued_on: ukDate(invoice.issuedAt),
    due_on: invoice.dueOn ?? ukDate(invoice.issuedAt),
  }
}

function moneyIn({ invoice, paidPence, repaidPence, note }: InvoiceRow) {
  const { amountPence } = invoice
  return invoiceMoney({ amountPence, paidPence, repaidPence, isCancelled: note !== null })
}

/** By its event, which all that is done about its invoices locks. */
async function lockInvoice(tx: Tx, id: number): Promise<InvoiceRow> {
  const eventId = await findEventOfInvoice(tx, id)
  if (eventId === null) throw new Refused('not_found')
  await lockEvent(tx, eventId)
  const row = await findInvoice(tx, id)
  if (!row) throw new Refused('not_found')
  return row
}

function aboutInvoice({ invoice }: InvoiceRow, { by, at }: { by: Staff; at: Date }) {
  return { by, subject: `event ${invoice.eventId}`, at }
}

/** In London. */
function yearOf(at: Date): number {
  return Number(ukDate(at).slice(0, 4))
}
