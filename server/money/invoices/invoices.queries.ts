import { and, asc, desc, eq, gte, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { InvoiceTab } from '../../../domain/office/invoices.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { patternOf } from '../../platform/db/contains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  events,
  invoicePayments,
  invoicePaymentUndos,
  invoices,
  staff,
} from '../../platform/db/schema.ts'

const note = alias(invoices, 'note')
const undoer = alias(staff, 'undoer')

export type InvoiceRow = Awaited<ReturnType<typeof listInvoices>>[number]

/** The newest first; `before` is an id. */
export function listInvoices(
  q: Queryable,
  of: { tab: InvoiceTab; search?: string; eventId?: number; before?: number | null; limit: number },
) {
  const { tab, search = '', eventId, before = null, limit } = of
  return selectInvoices(q)
    .where(
      and(
        ne(invoices.kind, 'credit note'),
        isInTab[tab],
        matches(search),
        eventId === undefined ? undefined : eq(invoices.eventId, eventId),
        before === null ? undefined : lt(invoices.id, before),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(limit)
}

/** Of each tab, under the search. */
export async function countInvoices(q: Queryable, search: string) {
  const countOf = (tab: InvoiceTab) =>
    sql<number>`count(*) filter (where ${isInTab[tab] ?? sql`true`})`.mapWith(Number)
  const [counts] = await q
    .select({
      open: countOf('open'),
      refund: countOf('refund'),
      paid: countOf('paid'),
      cancelled: countOf('cancelled'),
      all: countOf('all'),
    })
    .from(invoices)
    .innerJoin(events, eq(events.id, invoices.eventId))
    .leftJoin(note, eq(note.creditsId, invoices.id))
    .where(and(ne(invoices.kind, 'credit note'), matches(search)))
  return counts ?? { open: 0, refund: 0, paid: 0, cancelled: 0, all: 0 }
}

/** What hosts still owe in all. */
export async function sumOwedByHosts(q: Queryable): Promise<{ count: number; pence: number }> {
  const [sums] = await q
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      pence: sql<number>`coalesce(sum(${invoices.amountPence} - ${entered('payment')}), 0)`.mapWith(
        Number,
      ),
    })
    .from(invoices)
    .leftJoin(note, eq(note.creditsId, invoices.id))
    .where(and(ne(invoices.kind, 'credit note'), isInTab.open))
  return sums ?? { count: 0, pence: 0 }
}

/** What the charity has to pay back of cancelled invoices in all. */
export async function sumToPayBack(q: Queryable): Promise<{ count: number; pence: number }> {
  const [sums] = await q
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      pence: sql<number>`coalesce(sum(${entered('payment')} - ${entered('repayment')}), 0)`.mapWith(
        Number,
      ),
    })
    .from(invoices)
    .leftJoin(note, eq(note.creditsId, invoices.id))
    .where(and(ne(invoices.kind, 'credit note'), isInTab.refund))
  return sums ?? { count: 0, pence: 0 }
}

/** Of the period, by the day of the document and the day on which money came or went; without undone entries. */
export async function sumInvoices(
  q: Queryable,
  { from, until }: { from: Date | null; until: Date | null },
) {
  const { kind, amountPence, issuedAt } = invoices
  const sumOf = (column: PgColumn, when: SQL) =>
    sql<number>`coalesce(sum(${column}) filter (where ${when}), 0)`.mapWith(Number)
  const [documents] = await q
    .select({
      issued: sumOf(amountPence, sql`${kind} <> 'credit note'`),
      credited: sumOf(amountPence, sql`${kind} = 'credit note'`),
    })
    .from(invoices)
    .where(and(from ? gte(issuedAt, from) : undefined, until ? lt(issuedAt, until) : undefined))
  const entry = invoicePayments
  const [entries] = await q
    .select({
      received: sumOf(entry.amountPence, sql`${entry.kind} = 'payment'`),
      repaid: sumOf(entry.amountPence, sql`${entry.kind} = 'repayment'`),
    })
    .from(entry)
    .leftJoin(invoicePaymentUndos, eq(invoicePaymentUndos.paymentId, entry.id))
    .where(
      and(
        isNull(invoicePaymentUndos.paymentId),
        from ? gte(entry.paidOn, ukDate(from)) : undefined,
        until ? lt(entry.paidOn, ukDate(until)) : undefined,
      ),
    )
  return {
    issued: documents?.issued ?? 0,
    credited: documents?.credited ?? 0,
    received: entries?.received ?? 0,
    repaid: entries?.repaid ?? 0,
  }
}

/** An invoice, not a credit note; null without one. */
export async function findInvoice(q: Queryable, id: number): Promise<InvoiceRow | null> {
  const [row] = await selectInvoices(q).where(
    and(eq(invoices.id, id), ne(invoices.kind, 'credit note')),
  )
  return row ?? null
}

export async function findEventOfInvoice(q: Queryable, id: number): Promise<number | null> {
  const [row] = await q
    .select({ eventId: invoices.eventId })
    .from(invoices)
    .where(and(eq(invoices.id, id), ne(invoices.kind, 'credit note')))
  return row?.eventId ?? null
}

/** Whether the event has a deposit that was not cancelled. */
export async function hasDeposit(q: Queryable, eventId: number): Promise<boolean> {
  const rows = await q
    .select({ id: invoices.id })
    .from(invoices)
    .leftJoin(note, eq(note.creditsId, invoices.id))
    .where(
      and(eq(invoices.eventId, eventId), eq(invoices.kind, 'deposit'), sql`${note.id} is null`),
    )
    .limit(1)
  return rows.length > 0
}

/** The row with its number. */
export async function insertInvoice(q: Queryable, row: typeof invoices.$inferInsert) {
  const [added] = await q.insert(invoices).values(row).returning()
  if (!added) throw new Error('an invoice was not written')
  return added
}

export async function insertInvoicePayment(
  q: Queryable,
  row: typeof invoicePayments.$inferInsert,
): Promise<void> {
  await q.insert(invoicePayments).values(row)
}

/** False when it was undone before. */
export async function insertInvoicePaymentUndo(
  q: Queryable,
  row: typeof invoicePaymentUndos.$inferInsert,
): Promise<boolean> {
  const added = await q
    .insert(invoicePaymentUndos)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: invoicePaymentUndos.paymentId })
  return added.length > 0
}

/** Oldest first, with what was undone. */
export function listInvoicePayments(q: Queryable, invoiceId: number) {
  return selectEntries(q)
    .where(eq(invoicePayments.invoiceId, invoiceId))
    .orderBy(asc(invoicePayments.id))
}

export async function findInvoicePayment(q: Queryable, id: number) {
  const [row] = await selectEntries(q).where(eq(invoicePayments.id, id))
  return row ?? null
}

function selectEntries(q: Queryable) {
  return q
    .select({
      entry: invoicePayments,
      recordedBy: staff.name,
      undoneBy: undoer.name,
      undoneBecause: invoicePaymentUndos.reason,
    })
    .from(invoicePayments)
    .innerJoin(staff, eq(staff.id, invoicePayments.recordedBy))
    .leftJoin(invoicePaymentUndos, eq(invoicePaymentUndos.paymentId, invoicePayments.id))
    .leftJoin(undoer, eq(undoer.id, invoicePaymentUndos.undoneBy))
}

/** In pence, without what was undone. */
function entered(kind: 'payment' | 'repayment'): SQL<number> {
  return sql<number>`(select coalesce(sum(entry.amount_pence), 0)::int from ${invoicePayments} entry
    where entry.invoice_id = ${invoices.id} and entry.kind = ${kind}
      and not exists (select from ${invoicePaymentUndos} undone where undone.payment_id = entry.id))`
}

const isCancelled = sql`${note.id} is not null`
const isPaid = sql`${entered('payment')} >= ${invoices.amountPence}`
const isInTab: Record<InvoiceTab, SQL | undefined> = {
  open: sql`not (${isCancelled}) and not (${isPaid})`,
  refund: sql`${isCancelled} and ${entered('payment')} > ${entered('repayment')}`,
  paid: sql`not (${isCancelled}) and ${isPaid}`,
  cancelled: isCancelled,
  all: undefined,
}

function matches(search: string): SQL | undefined {
  const text = search.trim()
  if (text === '') return undefined
  const number = sql`${invoices.year}::text || '-' || lpad(${invoices.number}::text, 4, '0')`
  return or(
    sql`${number} = ${text}`,
    sql`${invoices.hostName} ilike ${patternOf(text)}`,
    sql`${events.name} ilike ${patternOf(text)}`,
  )
}

function selectInvoices(q: Queryable) {
  const issuer = alias(staff, 'issuer')
  const noteIssuer = alias(staff, 'note_issuer')
  return q
    .select({
      invoice: invoices,
      issuedBy: issuer.name,
      eventName: events.name,
      eventStartsAt: events.startsAt,
      eventStatus: events.status,
      paidPence: entered('payment'),
      repaidPence: entered('repayment'),
      note,
      noteIssuedBy: noteIssuer.name,
    })
    .from(invoices)
    .innerJoin(events, eq(events.id, invoices.eventId))
    .innerJoin(issuer, eq(issuer.id, invoices.issuedBy))
    .leftJoin(note, eq(note.creditsId, invoices.id))
    .leftJoin(noteIssuer, eq(noteIssuer.id, note.issuedBy))
    .$dynamic()
}
