import { and, eq, sql } from 'drizzle-orm'
import type { ReportedTransaction } from '../../../domain/office/provider-report.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  ledgerEntries,
  moneyDifferences,
  payments,
  providerReports,
  providerTransactions,
  venuePayments,
} from '../../platform/db/schema.ts'

/** Null when this file was uploaded before; waits for an upload of it that is under way. */
export async function insertReport(
  q: Queryable,
  report: typeof providerReports.$inferInsert,
): Promise<number | null> {
  const [row] = await q
    .insert(providerReports)
    .values(report)
    .onConflictDoNothing({ target: providerReports.contentHash })
    .returning({ id: providerReports.id })
  return row?.id ?? null
}

export async function saveReportCounts(
  q: Queryable,
  id: number,
  counts: { added: number; matched: number; differences: number },
): Promise<void> {
  await q.update(providerReports).set(counts).where(eq(providerReports.id, id))
}

type Reported = { reportId: number; transactions: ReportedTransaction[]; now: Date }

/** Adds those that no earlier report had; returns how many. */
export async function insertTransactions(
  q: Queryable,
  { reportId, transactions, now }: Reported,
): Promise<number> {
  const { rowCount } = await q.execute(sql`
    insert into ${providerTransactions} (transaction_id, report_id, type, at, currency,
        gross_pence, fee_pence, reference_id, invoice_id, recorded_at)
      select "transactionId", ${reportId}::bigint, type, at, currency, "grossPence", "feePence",
          "referenceId", "invoiceId", ${now.toISOString()}::timestamptz
        from ${asRows(transactions)}
      on conflict (transaction_id) do nothing`)
  return rowCount ?? 0
}

/** Lists the lines that say otherwise than an earlier report, or an earlier line, did. */
export async function listContradictions(
  q: Queryable,
  { reportId, transactions, now }: Reported,
): Promise<void> {
  await q.execute(sql`
    insert into ${moneyDifferences} (kind, provider_ref, report_id, payment_id, at, currency,
        ledger_pence, provider_pence, found_at)
      select 'reported otherwise before', line."transactionId", ${reportId}::bigint,
          ${paymentOf(sql`line."transactionId"`, sql`line."referenceId"`, sql`line."invoiceId"`)},
          line.at, line.currency, null, line."grossPence", ${now.toISOString()}::timestamptz
        from ${asRows(transactions)}
        join ${providerTransactions} known on known.transaction_id = line."transactionId"
        where (known.currency, known.gross_pence, known.fee_pence)
          <> (line.currency, line."grossPence", line."feePence")
      on conflict (kind, provider_ref) do nothing`)
}

/**
 * Lists where the report's new transactions, and earlier ones that were not in the ledger, differ
 * from the ledger.
 */
export async function compareWithLedger(
  q: Queryable,
  { reportId, now }: { reportId: number; now: Date },
): Promise<void> {
  await q.execute(sql`
    insert into ${moneyDifferences} (kind, provider_ref, report_id, payment_id, at, currency,
        ledger_pence, provider_pence, found_at)
      select found.kind, t.transaction_id, t.report_id,
          coalesce(l.payment_id, ${paymentOf(sql`t.transaction_id`, sql`t.reference_id`, sql`t.invoice_id`)}),
          t.at, t.currency, found.ledger, found.provider, ${now.toISOString()}::timestamptz
        from ${providerTransactions} t
        left join ${ledgerEntries} l on l.provider_ref = t.transaction_id
          and l.kind = case when t.gross_pence < 0 then 'refund' else 'charge' end
        left join ${ledgerEntries} fee on fee.provider_ref = t.transaction_id and fee.kind = 'fee'
        cross join lateral (values
          ('not in the ledger', l.id is null, null::int, t.gross_pence),
          ('other currency', l.currency <> t.currency, l.amount_pence, t.gross_pence),
          ('other amount', l.currency = t.currency and l.amount_pence <> t.gross_pence,
            l.amount_pence, t.gross_pence),
          ('other fee', l.id is not null and coalesce(fee.amount_pence, 0) <> t.fee_pence,
            coalesce(fee.amount_pence, 0), t.fee_pence)
        ) found (kind, is_so, ledger, provider)
        where found.is_so and (t.report_id = ${reportId} or exists (
          select 1 from ${moneyDifferences} d where d.provider_ref = t.transaction_id
            and d.kind = 'not in the ledger' and d.state <> 'resolved'))
      on conflict (kind, provider_ref) do nothing`)
}

/** Lists the charges and refunds of the period that no report of the provider has. */
export async function listMissingAtProvider(
  q: Queryable,
  { reportId, from, to, now }: { reportId: number; from: Date; to: Date; now: Date },
): Promise<void> {
  await q.execute(sql`
    insert into ${moneyDifferences} (kind, provider_ref, report_id, payment_id, at, currency,
        ledger_pence, provider_pence, found_at)
      select 'not at the provider', l.provider_ref, ${reportId}::bigint, l.payment_id, l.at,
          l.currency, l.amount_pence, null, ${now.toISOString()}::timestamptz
        from ${ledgerEntries} l
        where l.kind in ('charge', 'refund')
          and l.at between ${from.toISOString()} and ${to.toISOString()}
          and l.provider_ref not like 'by-hand-%'
          and not exists (select 1 from ${venuePayments} v where v.payment_id = l.payment_id)
          and not exists (
            select 1 from ${providerTransactions} t where t.transaction_id = l.provider_ref)
      on conflict (kind, provider_ref) do nothing`)
}

/** Closes the open ones of which the missing side has come since. */
export async function resolveDifferences(q: Queryable): Promise<void> {
  await q
    .update(moneyDifferences)
    .set({ state: 'resolved' })
    .where(
      and(
        eq(moneyDifferences.state, 'open'),
        sql`(${moneyDifferences.kind} = 'not at the provider' and exists (
            select 1 from ${providerTransactions} t
              where t.transaction_id = ${moneyDifferences.providerRef})
          or ${moneyDifferences.kind} = 'not in the ledger' and exists (
            select 1 from ${ledgerEntries} l where l.kind <> 'fee'
              and l.provider_ref = ${moneyDifferences.providerRef}))`,
      ),
    )
}

/** Of the report: its transactions without a difference, and its differences. */
export async function countOfReport(
  q: Queryable,
  reportId: number,
): Promise<{ matched: number; differences: number }> {
  const { rows } = await q.execute<{ matched: number; differences: number }>(sql`
    select (select count(*)::int from ${providerTransactions} t where t.report_id = ${reportId}
        and not exists (select 1 from ${moneyDifferences} d
          where d.provider_ref = t.transaction_id and d.state <> 'resolved')) as matched,
      (select count(*)::int from ${moneyDifferences} d where d.report_id = ${reportId}) as differences`)
  return rows[0] ?? { matched: 0, differences: 0 }
}

function asRows(transactions: ReportedTransaction[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(transactions)}::jsonb) as line (
    "transactionId" text, type text, at timestamptz, currency text, "grossPence" int,
    "feePence" int, "referenceId" text, "invoiceId" text)`
}

/** By the capture, for a refund its capture, or the invoice. */
function paymentOf(
  transaction: ReturnType<typeof sql>,
  reference: ReturnType<typeof sql>,
  invoice: ReturnType<typeof sql>,
) {
  return sql`(select p.id from ${payments} p
    where p.capture_id in (${transaction}, ${reference}) or p.invoice_id = ${invoice}
    order by p.capture_id is null, p.created_at limit 1)`
}
