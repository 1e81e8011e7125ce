import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { disputeStateOf } from '../../domain/disputes.ts'
import {
  capturedPence,
  type Money,
  type MoneyRecords,
  moneyOf,
  type PaymentRecord,
  type RefundRecord,
} from '../../domain/money-of.ts'
import { SETTLED } from '../../domain/payment-states.ts'
import type { Queryable } from '../db/database.ts'
import { payments } from '../db/schema.ts'

type StoredPayment = Pick<PaymentRecord, 'id' | 'way' | 'state' | 'amountPence' | 'owedPence'> & {
  capturedPence: number | null
  feePence: number | null
  paidAt: string
  refunds: RefundRecord[]
  disputes: {
    disputeId: string
    kind: 'opened' | 'updated' | 'resolved' | 'reversed'
    outcome: string | null
    happenedAt: string
  }[]
}
type StoredAppointment = Omit<MoneyRecords, 'payments'> & {
  appointmentId: string
  payments: StoredPayment[]
}

/** The money of each of these appointments; `ids` is a query of appointment ids. */
export async function listMoney(q: Queryable, ids: SQL): Promise<Map<number, Money>> {
  const { rows } = await q.execute<StoredAppointment>(sql`
    select a.id as "appointmentId", a.status, a.payment_status as "paymentStatus",
        a.price_pence as "pricePence", coalesce(a.host_share_pence, 0) as "hostSharePence",
        a.free_repeat_of is not null as "isFreeRepeat", ${paymentsOf(sql`a`)} as payments
      from appointments a where a.id in (${ids})`)
  return new Map(rows.map((row) => [Number(row.appointmentId), moneyOf(toRecords(row))]))
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

// Through the member, whose payments have an index.
function paymentsOf(of: SQL): SQL {
  return sql`coalesce((select jsonb_agg(${paymentRecord} order by p.created_at, p.id)
    from payments p left join venue_takings t on t.payment_id = p.id
    where p.member_id = ${of}.member_id and (p.appointment_id = ${of}.id
      or p.appointment_id is null and p.for_appointment_id = ${of}.id)), '[]')`
}

const paymentRecord = sql`jsonb_build_object(
  'id', p.id, 'way', coalesce(t.how, 'card'), 'state', p.state, 'amountPence', p.amount_pence,
  'capturedPence', p.captured_pence, 'feePence', p.fee_pence,
  'paidAt', coalesce((select min(charge.at) from ledger_entries charge
    where charge.payment_id = p.id and charge.kind = 'charge'), p.created_at),
  'refunds', coalesce((select jsonb_agg(jsonb_build_object('pence', r.amount_pence,
      'state', r.state, 'reason', r.reason, 'isReplaced',
      exists (select from refunds other where other.replaces_id = r.id)))
    from refunds r where r.payment_id = p.id), '[]'),
  'owedPence', (select coalesce(sum(o.amount_pence), 0) from owed_refunds o
    where o.payment_id = p.id and not exists (select from owed_refund_outcomes ended
      where ended.owed_refund_id = o.id)),
  'disputes', coalesce((select jsonb_agg(jsonb_build_object('disputeId', d.dispute_id,
      'kind', d.kind, 'outcome', d.outcome, 'happenedAt', d.happened_at))
    from dispute_events d where d.payment_id = p.id), '[]'))`

function toRecords({ payments: stored, ...appointment }: StoredAppointment): MoneyRecords {
  return { ...appointment, payments: stored.map(toPaymentRecord) }
}

function toPaymentRecord({ disputes, ...stored }: StoredPayment): PaymentRecord {
  const events = disputes.map((one) => ({ ...one, happenedAt: new Date(one.happenedAt) }))
  return {
    ...stored,
    capturedPence: capturedPence(stored),
    feePence: stored.feePence ?? 0,
    paidAt: new Date(stored.paidAt),
    dispute: disputeStateOf(events),
  }
}
