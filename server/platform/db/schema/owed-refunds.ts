import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DisputeEventKind } from '../../../../domain/disputes.ts'
import type { OwedBecause, OwedOutcome } from '../../../../domain/office/owed-refunds.ts'
import { id, moment } from './columns.ts'
import { payments, refunds } from './payments.ts'
import { person } from './staff.ts'

const payment = () =>
  uuid('payment_id')
    .notNull()
    .references(() => payments.id, { onDelete: 'restrict' })

/** Money that was decided to be paid back and that a person has to pay back. Append-only. */
export const owedRefunds = pgTable(
  'owed_refunds',
  {
    id: id(),
    paymentId: payment(),
    amountPence: integer('amount_pence').notNull(),
    because: text('because').$type<OwedBecause>().notNull(),
    /** The account that decided it, by cancelling; null for the site itself. */
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at').notNull(),
  },
  (t) => [
    index('owed_refunds_by_payment').on(t.paymentId),
    check('owed_refund_amount_is_positive', sql`${t.amountPence} > 0`),
    check(
      'owed_refund_reason_is_known',
      sql`${t.because} in ('taken at the venue', 'disputed', 'failed before')`,
    ),
  ],
)

/** How a person ended an owed refund, once. Append-only. */
export const owedRefundOutcomes = pgTable(
  'owed_refund_outcomes',
  {
    id: id(),
    owedRefundId: bigint('owed_refund_id', { mode: 'number' })
      .notNull()
      .unique('an_owed_refund_ends_once')
      .references(() => owedRefunds.id, { onDelete: 'restrict' }),
    outcome: text('outcome').$type<OwedOutcome>().notNull(),
    /** The refund that paid it back; null when nothing was. */
    refundId: uuid('refund_id').references(() => refunds.id, { onDelete: 'restrict' }),
    note: text('note').notNull(),
    recordedBy: person('recorded_by').notNull(),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [
    check(
      'owed_refund_outcome_is_known',
      sql`${t.outcome} in ('cash', 'bank transfer', 'card', 'declined', 'not owed')`,
    ),
    check(
      'only_money_paid_back_has_a_refund',
      sql`(${t.outcome} in ('cash', 'bank transfer', 'card')) = (${t.refundId} is not null)`,
    ),
  ],
)

/** What the provider reported of disputes and reversals, in the order of receipt. Append-only. */
export const disputeEvents = pgTable(
  'dispute_events',
  {
    id: id(),
    paymentId: payment(),
    /** The provider's case; of a reversal its own number. */
    disputeId: text('dispute_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    kind: text('kind').$type<DisputeEventKind>().notNull(),
    /** The provider's word. */
    outcome: text('outcome'),
    amountPence: integer('amount_pence'),
    happenedAt: moment('happened_at').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [
    unique('a_dispute_event_is_stored_once').on(t.webhookId, t.paymentId),
    index('dispute_events_by_payment').on(t.paymentId),
    check(
      'dispute_event_is_of_a_known_kind',
      sql`${t.kind} in ('opened', 'updated', 'resolved', 'reversed')`,
    ),
  ],
)
