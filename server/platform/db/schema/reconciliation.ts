import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type {
  Decision,
  DifferenceKind,
  DifferenceState,
} from '../../../../domain/office/reconciliation-schemas.ts'
import { bytes, id, moment } from './columns.ts'
import { payments } from './payments.ts'
import { person } from './staff.ts'

/** A report of the provider that somebody uploaded. The file, with its names, is not stored. */
export const providerReports = pgTable(
  'provider_reports',
  {
    id: id(),
    contentHash: bytes('content_hash').notNull().unique('a_report_is_read_once'),
    uploadedBy: person('uploaded_by').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
    periodFrom: moment('period_from').notNull(),
    periodTo: moment('period_to').notNull(),
    lines: integer('lines').notNull(),
    ignored: integer('ignored').notNull(),
    added: integer('added').notNull(),
    matched: integer('matched').notNull().default(0),
    differences: integer('differences').notNull().default(0),
  },
  (t) => [check('report_period_is_in_order', sql`${t.periodFrom} <= ${t.periodTo}`)],
)

const report = () =>
  bigint('report_id', { mode: 'number' })
    .notNull()
    .references(() => providerReports.id)

/** The provider's transactions, each once; pence are signed. Append-only. */
export const providerTransactions = pgTable(
  'provider_transactions',
  {
    id: id(),
    transactionId: text('transaction_id').notNull().unique('a_transaction_is_stored_once'),
    reportId: report(),
    type: text('type').notNull(),
    /** At the provider. */
    at: moment('at').notNull(),
    currency: text('currency').notNull(),
    grossPence: integer('gross_pence').notNull(),
    feePence: integer('fee_pence').notNull(),
    referenceId: text('reference_id'),
    invoiceId: text('invoice_id'),
    recordedAt: moment('recorded_at').notNull(),
  },
  (t) => [index('provider_transactions_by_report').on(t.reportId)],
)

/** Where a report and the ledger differ, and what a person decided about it. */
export const moneyDifferences = pgTable(
  'money_differences',
  {
    id: id(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    providerRef: text('provider_ref').notNull(),
    reportId: report(),
    paymentId: uuid('payment_id').references(() => payments.id),
    at: moment('at').notNull(),
    currency: text('currency').notNull(),
    ledgerPence: integer('ledger_pence'),
    providerPence: integer('provider_pence'),
    state: text('state').$type<DifferenceState>().notNull().default('open'),
    foundAt: moment('found_at').notNull(),
    decision: text('decision').$type<Decision>(),
    reason: text('reason'),
    decidedBy: person('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    unique('a_difference_is_listed_once').on(t.kind, t.providerRef),
    index('money_differences_by_state').on(t.state, t.id),
    index('money_differences_by_report').on(t.reportId),
    check(
      'difference_kind_is_known',
      sql`${t.kind} in ('not in the ledger', 'not at the provider', 'other amount', 'other currency', 'other fee', 'reported otherwise before')`,
    ),
    check('difference_state_is_known', sql`${t.state} in ('open', 'decided', 'resolved')`),
    check(
      'difference_decision_is_known',
      sql`${t.decision} in ('explained', 'corrected', 'written off')`,
    ),
    check(
      'difference_is_decided_by_somebody',
      sql`(${t.state} = 'decided') = (${t.decision} is not null and ${t.decidedBy} is not null and ${t.reason} is not null and ${t.decidedAt} is not null)`,
    ),
  ],
)
