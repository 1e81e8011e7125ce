import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RefundRequestState } from '../../../../domain/office/payment-schemas.ts'
import type { PaidHow } from '../../../../domain/office/venue-payments.ts'
import type {
  RefundReason,
  RefundState,
  TransactionRecord,
} from '../../../../domain/payment-schemas.ts'
import type { PaymentState } from '../../../../domain/payment-states.ts'
import { appointments } from './appointments.ts'
import { bytes, id, moment } from './columns.ts'
import { consents } from './consent.ts'
import { event } from './events.ts'
import { member } from './members.ts'
import { person } from './staff.ts'

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    memberId: member(),
    eventId: event(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    consentId: bigint('consent_id', { mode: 'number' }).references(() => consents.id),
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    /** The booked appointment that this pays for; null: the payment books one. */
    forAppointmentId: bigint('for_appointment_id', { mode: 'number' }).references(
      () => appointments.id,
    ),
    holdId: uuid('hold_id'),
    state: text('state').$type<PaymentState>().notNull(),
    amountPence: integer('amount_pence').notNull(),
    /** What the host pays beside it, when the payment books an appointment. */
    hostSharePence: integer('host_share_pence').notNull().default(0),
    currency: text('currency').notNull().default('GBP'),
    description: text('description').notNull(),
    /** The same for every attempt to pay for one booking: the provider accepts an invoice once. */
    invoiceId: text('invoice_id').notNull(),
    orderId: text('order_id').unique(),
    captureId: text('capture_id').unique(),
    createRequestId: text('create_request_id').notNull().unique(),
    captureRequestId: text('capture_request_id').unique(),
    capturedPence: integer('captured_pence'),
    feePence: integer('fee_pence'),
    card: jsonb('card'),
    lastAnswer: jsonb('last_answer'),
    leasedAt: moment('leased_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('payments_to_sweep').on(t.state, t.updatedAt),
    index('payments_by_member').on(t.memberId),
    index('payments_by_age').on(t.createdAt, t.id),
    index('payments_by_invoice').on(t.invoiceId),
    index('payments_by_appointment').on(t.appointmentId),
    index('payments_with_an_answer').on(t.updatedAt).where(sql`${t.lastAnswer} is not null`),
    uniqueIndex('one_open_payment_per_member_and_event')
      .on(t.memberId, t.eventId)
      .where(sql`${t.state} in ('created', 'approved', 'capturing', 'pending review', 'paid')`),
    check('payment_amount_is_positive', sql`${t.amountPence} > 0`),
    check(
      'payment_state_is_known',
      sql`${t.state} in ('created', 'approved', 'capturing', 'paid', 'finalised', 'declined', 'pending review', 'refunded', 'refund failed', 'expired')`,
    ),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    amountPence: integer('amount_pence').notNull(),
    reason: text('reason').$type<RefundReason>().notNull(),
    state: text('state').$type<RefundState>().notNull(),
    requestId: text('request_id').notNull().unique(),
    providerRefundId: text('provider_refund_id').unique(),
    attempts: integer('attempts').notNull().default(0),
    /** The failed refund in whose place this one is made. */
    replacesId: uuid('replaces_id')
      .references((): AnyPgColumn => refunds.id)
      .unique('a_failed_refund_is_replaced_once'),
    /** Tried again after a failure that the member knows of. */
    isRetry: boolean('is_retry').notNull().default(false),
    /** Of the provider, when it failed. */
    problem: text('problem'),
    /** How it was paid without the provider; null when the provider made it. */
    byHandNote: text('by_hand_note'),
    askedBy: person('asked_by'),
    /** The second person, above the limit of domain/office/bulk-actions.ts. */
    confirmedBy: person('confirmed_by'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('refunds_to_sweep').on(t.state, t.updatedAt),
    index('refunds_by_payment').on(t.paymentId),
    index('refunds_by_person').on(t.askedBy, t.createdAt).where(sql`${t.askedBy} is not null`),
    check('refund_amount_is_positive', sql`${t.amountPence} > 0`),
    check('refund_state_is_known', sql`${t.state} in ('queued', 'sent', 'done', 'failed')`),
    check('refund_second_person_is_another', sql`${t.confirmedBy} <> ${t.askedBy}`),
  ],
)

/** Refunds above the limit, which a second person confirms before they are queued. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    amountPence: integer('amount_pence').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<RefundRequestState>().notNull().default('waits for a second person'),
    askedBy: person('asked_by').notNull(),
    askedAt: moment('asked_at').notNull(),
    decidedBy: person('decided_by'),
    decidedAt: moment('decided_at'),
    /** Why it was refused. */
    decision: text('decision'),
  },
  (t) => [
    index('refund_requests_by_payment').on(t.paymentId),
    uniqueIndex('one_waiting_refund_per_payment')
      .on(t.paymentId)
      .where(sql`${t.state} = 'waits for a second person'`),
    check('refund_request_amount_is_positive', sql`${t.amountPence} > 0`),
    check(
      'refund_request_state_is_known',
      sql`${t.state} in ('waits for a second person', 'confirmed', 'refused')`,
    ),
    check(
      'refund_request_is_decided_by_somebody',
      sql`(${t.state} = 'waits for a second person') = (${t.decidedBy} is null) and (${t.state} = 'waits for a second person') = (${t.decidedAt} is null)`,
    ),
    check(
      'refund_request_second_person_is_another',
      sql`${t.state} <> 'confirmed' or ${t.decidedBy} <> ${t.askedBy}`,
    ),
  ],
)

/** Money that staff took without the provider; its payment is 'finalised'. Append-only. */
export const venuePayments = pgTable(
  'venue_takings',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .unique()
      .references(() => payments.id, { onDelete: 'restrict' }),
    how: text('how').$type<PaidHow>().notNull(),
    takenBy: text('taken_by').notNull(),
    takenAt: moment('taken_at').notNull(),
    /** The account of the person who recorded it. */
    recordedBy: uuid('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    index('venue_takings_by_time').on(t.takenAt),
    check(
      'venue_taking_is_of_a_known_kind',
      sql`${t.how} in ('card machine', 'cash', 'cheque', 'bank transfer')`,
    ),
    check('venue_taking_is_not_in_the_future', sql`${t.takenAt} <= ${t.recordedAt}`),
  ],
)

/** Links by which a member pays for one booked appointment. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    keyHash: bytes('key_hash').primaryKey(),
    appointmentId: bigint('appointment_id', { mode: 'number' })
      .notNull()
      .references(() => appointments.id, { onDelete: 'restrict' }),
    sentBy: text('sent_by').$type<'mail' | 'sms'>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When a newer link replaced it. */
    closedAt: moment('closed_at'),
  },
  (t) => [
    uniqueIndex('one_open_payment_link_per_appointment')
      .on(t.appointmentId)
      .where(sql`${t.closedAt} is null`),
    check('payment_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
    check('payment_link_is_sent', sql`${t.sentBy} in ('mail', 'sms')`),
  ],
)

/** Ledger in pence: charges positive, refunds and fees negative. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    kind: text('kind').$type<'charge' | 'refund' | 'fee'>().notNull(),
    amountPence: integer('amount_pence').notNull(),
    currency: text('currency').notNull().default('GBP'),
    providerRef: text('provider_ref').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('money_is_entered_once').on(t.kind, t.providerRef),
    index('ledger_entries_by_payment').on(t.paymentId),
    index('ledger_entries_by_time').on(t.at),
    check('ledger_kind_is_known', sql`${t.kind} in ('charge', 'refund', 'fee')`),
    check('ledger_sign_fits_kind', sql`(${t.kind} = 'charge') = (${t.amountPence} > 0)`),
  ],
)

/** The transaction record (rules §4.5), as the browser or the server reports it. */
export const transactionReports = pgTable(
  'transaction_reports',
  {
    id: id(),
    memberId: member(),
    paymentId: uuid('payment_id').references(() => payments.id),
    reportedBy: text('reported_by').$type<'browser' | 'server'>().notNull(),
    record: jsonb('record').$type<TransactionRecord>().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('transaction_reports_by_member').on(t.memberId)],
)

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    body: jsonb('body'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
  },
  (t) => [
    index('webhook_events_by_handling').on(t.handledAt),
    index('webhook_events_by_receipt').on(t.receivedAt),
  ],
)
