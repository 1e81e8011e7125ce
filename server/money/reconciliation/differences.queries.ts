import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { DifferenceState } from '../../../domain/office/reconciliation-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  moneyDifferences,
  providerReports,
  providerTransactions,
  staff,
} from '../../platform/db/schema.ts'

export async function findReportByHash(q: Queryable, contentHash: Buffer): Promise<number | null> {
  const [row] = await q
    .select({ id: providerReports.id })
    .from(providerReports)
    .where(eq(providerReports.contentHash, contentHash))
  return row?.id ?? null
}

/** Newest first. */
export function listReports(
  q: Queryable,
  { beforeId, limit }: { beforeId: number | null; limit: number },
) {
  return selectReports(q)
    .where(beforeId === null ? undefined : lt(providerReports.id, beforeId))
    .orderBy(desc(providerReports.id))
    .limit(limit)
}

export async function findReport(q: Queryable, id: number) {
  const [row] = await selectReports(q).where(eq(providerReports.id, id))
  return row ?? null
}

export function countReports(q: Queryable): Promise<number> {
  return q.$count(providerReports)
}

function selectReports(q: Queryable) {
  return q
    .select({ report: providerReports, uploadedBy: staff.name })
    .from(providerReports)
    .innerJoin(staff, eq(staff.id, providerReports.uploadedBy))
}

type Params = { search: string; reportId: number | null }

/** Newest first. */
export function listDifferences(
  q: Queryable,
  of: Params & { state: DifferenceState; beforeId: number | null; limit: number },
) {
  return selectDifferences(q)
    .where(
      and(
        eq(moneyDifferences.state, of.state),
        of.beforeId === null ? undefined : lt(moneyDifferences.id, of.beforeId),
        isRequested(of),
      ),
    )
    .orderBy(desc(moneyDifferences.id))
    .limit(of.limit)
}

export async function countDifferences(
  q: Queryable,
  params: Params,
): Promise<Record<DifferenceState, number>> {
  const rows = await q
    .select({ state: moneyDifferences.state, count: count() })
    .from(moneyDifferences)
    .where(isRequested(params))
    .groupBy(moneyDifferences.state)
  const of = (state: DifferenceState) => rows.find((row) => row.state === state)?.count ?? 0
  return { open: of('open'), decided: of('decided'), resolved: of('resolved') }
}

export async function findDifference(q: Queryable, id: number) {
  const [row] = await selectDifferences(q).where(eq(moneyDifferences.id, id))
  return row ?? null
}

/** Those of these ids that exist, in one order, so that two people who decide wait for each other. */
export function lockDifferences(q: Queryable, ids: readonly number[]) {
  return q
    .select()
    .from(moneyDifferences)
    .where(inArray(moneyDifferences.id, [...ids]))
    .orderBy(asc(moneyDifferences.id))
    .for('update')
}

export async function updateDifferences(
  q: Queryable,
  ids: readonly number[],
  changes: Partial<typeof moneyDifferences.$inferInsert>,
): Promise<void> {
  await q
    .update(moneyDifferences)
    .set(changes)
    .where(inArray(moneyDifferences.id, [...ids]))
}

/** Open money that the ledger does not have and no payment of the site is near, by type; the most first. */
export async function sumOtherMoney(q: Queryable, mostIds: number) {
  const { id, currency, providerPence, providerRef, state, kind, paymentId } = moneyDifferences
  const { type, transactionId } = providerTransactions
  const rows = await q
    .select({
      type,
      currency,
      count: count(),
      pence: sql`sum(${providerPence})`.mapWith(Number),
      ids: sql<number[]>`array_agg(${id}::int order by ${id})`,
    })
    .from(moneyDifferences)
    .innerJoin(providerTransactions, eq(transactionId, providerRef))
    .where(and(eq(state, 'open'), eq(kind, 'not in the ledger'), isNull(paymentId)))
    .groupBy(type, currency)
    .orderBy(desc(count()), asc(type))
  return rows.map(({ ids, ...row }) => ({ ...row, ids: ids.slice(0, mostIds) }))
}

function selectDifferences(q: Queryable) {
  return q
    .select({
      difference: moneyDifferences,
      decidedBy: staff.name,
      type: providerTransactions.type,
    })
    .from(moneyDifferences)
    .leftJoin(
      providerTransactions,
      eq(providerTransactions.transactionId, moneyDifferences.providerRef),
    )
    .leftJoin(staff, eq(staff.id, moneyDifferences.decidedBy))
}

/** By a number of the provider's, as a whole. */
function isRequested({ search, reportId }: Params): SQL | undefined {
  return and(
    search === '' ? undefined : sql`${moneyDifferences.providerRef} = ${search}`,
    reportId === null ? undefined : eq(moneyDifferences.reportId, reportId),
  )
}
