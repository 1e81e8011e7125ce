import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { PaymentSource } from '../../../domain/payment-source.ts'
import { OPEN, UNDER_WAY, UNSETTLED } from '../../../domain/payment-states.ts'
import type { PaymentRow } from '../../money/ledger/payment-row.queries.ts'
import { PAYPAL_ACCOUNT } from '../../money/paypal/order-report.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { placeholders, prepareQuery } from '../../platform/db/prepared-query.ts'
import { events, payments } from '../../platform/db/schema.ts'

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'memberId'
  | 'eventId'
  | 'slotStartsAt'
  | 'consentId'
  | 'holdId'
  | 'amountPence'
  | 'hostSharePence'
  | 'description'
  | 'invoiceId'
  | 'createRequestId'
  | 'forAppointmentId'
> & { captureRequestId: string; now: Date }

/** Starts its statement before it returns; the payment is 'created'. */
export function insertPayment(q: Queryable, payment: NewPayment): Promise<unknown> {
  return paymentToInsert(q).execute(payment)
}

const paymentToInsert = prepareQuery((q) =>
  q
    .insert(payments)
    .values({
      ...placeholders(
        'id',
        'memberId',
        'eventId',
        'slotStartsAt',
        'consentId',
        'holdId',
        'amountPence',
        'hostSharePence',
        'description',
        'invoiceId',
        'createRequestId',
        'forAppointmentId',
        'captureRequestId',
      ),
      state: 'created',
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare('insert_payment'),
)

/** Oldest first. */
export function listPaymentsUnderWay(q: Queryable, memberId: number) {
  return q
    .select({
      orderId: payments.orderId,
      amountPence: payments.amountPence,
      eventId: payments.eventId,
      eventName: events.name,
      slotStartsAt: payments.slotStartsAt,
    })
    .from(payments)
    .innerJoin(events, eq(events.id, payments.eventId))
    .where(and(eq(payments.memberId, memberId), inArray(payments.state, UNDER_WAY)))
    .orderBy(asc(payments.createdAt))
}

/** Null when there is none or it is another member's. */
export async function findPaymentOfOrder(
  q: Queryable,
  params: { orderId: string; memberId: number },
): Promise<PaymentRow | null> {
  const [row] = await paymentOfOrder(q).execute(params)
  return row ?? null
}

const paymentOfOrder = prepareQuery((q) =>
  q
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, sql.placeholder('orderId')),
        eq(payments.memberId, sql.placeholder('memberId')),
      ),
    )
    .prepare('payment_of_order'),
)

export async function findPaymentOfRequest(
  q: Queryable,
  createRequestId: string,
): Promise<PaymentRow | null> {
  const [row] = await q.select().from(payments).where(eq(payments.createRequestId, createRequestId))
  return row ?? null
}

/** The latest attempt or null; a new one reuses its invoice id unless it was captured. */
export async function findLastAttempt(
  q: Queryable,
  params: { memberId: number; eventId: number },
): Promise<Pick<PaymentRow, 'invoiceId' | 'captureId'> | null> {
  const [row] = await q
    .select({ invoiceId: payments.invoiceId, captureId: payments.captureId })
    .from(payments)
    .where(and(eq(payments.memberId, params.memberId), eq(payments.eventId, params.eventId)))
    .orderBy(desc(payments.createdAt))
    .limit(1)
  return row ?? null
}

/** Starts its statement before it returns. */
export function expireOpenAttempts(
  q: Queryable,
  params: { memberId: number; eventId: number; except?: string; now: Date },
): Promise<unknown> {
  return openAttempts(q).execute({ except: null, ...params })
}

const openAttempts = prepareQuery((q) =>
  q
    .update(payments)
    .set({
      state: 'expired',
      updatedAt: sql`${sql.param(sql.placeholder('now'), payments.updatedAt)}`,
    })
    .where(
      and(
        eq(payments.memberId, sql.placeholder('memberId')),
        eq(payments.eventId, sql.placeholder('eventId')),
        inArray(payments.state, OPEN),
        sql`${payments.id} is distinct from ${sql.placeholder('except')}::uuid`,
      ),
    )
    .prepare('expire_open_attempts'),
)

/** Whether another payment of this member for this event is being captured or paid. */
export async function hasOtherUnderWay(q: Queryable, payment: PaymentRow): Promise<boolean> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.memberId, payment.memberId),
        eq(payments.eventId, payment.eventId),
        ne(payments.id, payment.id),
        inArray(payments.state, UNDER_WAY),
      ),
    )
    .limit(1)
  return rows.length > 0
}

export async function saveCapture(
  q: Queryable,
  id: string,
  known: Partial<typeof payments.$inferInsert>,
): Promise<void> {
  await q.update(payments).set(known).where(eq(payments.id, id))
}

/** What the member chose to pay from; nothing is stored for a card before its capture. */
export async function saveSource(q: Queryable, id: string, source: PaymentSource): Promise<void> {
  if (source === 'paypal') await saveCapture(q, id, { card: PAYPAL_ACCOUNT })
}

export async function saveOrder(
  q: Queryable,
  order: { id: string; orderId: string; now: Date },
): Promise<void> {
  await orderToSave(q).execute(order)
}

const orderToSave = prepareQuery((q) =>
  q
    .update(payments)
    .set({
      orderId: sql`${sql.placeholder('orderId')}`,
      updatedAt: sql`${sql.param(sql.placeholder('now'), payments.updatedAt)}`,
    })
    .where(eq(payments.id, sql.placeholder('id')))
    .prepare('save_order'),
)

/** Ids of up to 500 unsettled payments unchanged since `before`, oldest first. */
export async function listIdlePayments(q: Queryable, before: Date): Promise<string[]> {
  const rows = await q
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.state, UNSETTLED), lt(payments.updatedAt, before)))
    .orderBy(asc(payments.updatedAt))
    .limit(500)
  return rows.map(({ id }) => id)
}

/** The payment pays for the appointment no more; it still names which one it was for. */
export async function unlinkAppointment(
  q: Queryable,
  { id, appointmentId }: { id: string; appointmentId: number },
): Promise<void> {
  await q
    .update(payments)
    .set({ appointmentId: null, forAppointmentId: appointmentId })
    .where(eq(payments.id, id))
}
