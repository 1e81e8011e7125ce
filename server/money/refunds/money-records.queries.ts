import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Money, type MoneyRecords, moneyOf } from '../../../domain/money-of.ts'
import { SETTLED } from '../../../domain/payment-states.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { moneyRecordsOf } from '../../platform/db/money-columns.ts'
import { appointments, payments } from '../../platform/db/schema.ts'

/** The money of each of these appointments; `ids` is a query of appointment ids. */
export async function listMoney(q: Queryable, ids: SQL): Promise<Map<number, Money>> {
  const records = await listRecords(q, ids)
  return new Map([...records].map(([id, one]) => [id, moneyOf(one)]))
}

/** The same of known ids. */
export async function listMoneyOf(
  q: Queryable,
  ids: readonly number[],
): Promise<Map<number, Money>> {
  if (ids.length === 0) return new Map()
  return listMoney(q, sql`select unnest(${sql.param(ids)}::bigint[])`)
}

/** In pence: what is due for the appointment but for this payment, which may pay it. */
export async function findDueBeside(
  q: Queryable,
  { appointmentId, paymentId }: { appointmentId: number; paymentId: string },
): Promise<number> {
  const records = (await listRecords(q, sql`select ${appointmentId}::bigint`)).get(appointmentId)
  if (!records) throw new Error(`appointment ${appointmentId} is not there`)
  const others = records.payments.filter(({ id }) => id !== paymentId)
  return moneyOf({ ...records, payments: others }).duePence
}

async function listRecords(q: Queryable, ids: SQL): Promise<Map<number, MoneyRecords>> {
  const rows = await q
    .select({ id: appointments.id, records: moneyRecordsOf(sql`appointments`) })
    .from(appointments)
    .where(sql`appointments.id in (${ids})`)
  return new Map(rows.map(({ id, records }) => [id, records]))
}

export async function findMoney(q: Queryable, appointmentId: number): Promise<Money> {
  const money = (await listMoney(q, sql`select ${appointmentId}::bigint`)).get(appointmentId)
  if (!money) throw new Error(`appointment ${appointmentId} is not there`)
  return money
}

/** The same under a lock on the payments that were captured for it. */
export async function lockMoney(
  q: Queryable,
  of: { appointmentId: number; memberId: number },
): Promise<Money> {
  const { memberId, appointmentId } = of
  await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.memberId, memberId),
        eq(payments.appointmentId, appointmentId),
        inArray(payments.state, SETTLED),
      ),
    )
    .orderBy(payments.id)
    .for('update')
  return findMoney(q, appointmentId)
}
