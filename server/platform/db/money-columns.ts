// What domain/money-of.ts reads, as columns for queries of any room: the only place that gathers it.
import { type SQL, sql } from 'drizzle-orm'
import { disputeStateOf } from '../../../domain/disputes.ts'
import {
  capturedPence,
  type MoneyRecords,
  type PaymentRecord,
  type RefundRecord,
} from '../../../domain/money-of.ts'

type StoredPayment = Pick<PaymentRecord, 'id' | 'way' | 'state' | 'amountPence' | 'owedPence'> & {
  capturedPence: number | null
  feePence: number | null
  source: string | null
  paidAt: string
  refunds: (Omit<RefundRecord, 'decidedAt'> & { decidedAt: string })[]
  disputes: {
    disputeId: string
    kind: 'opened' | 'updated' | 'resolved' | 'reversed'
    outcome: string | null
    happenedAt: string
  }[]
}
type StoredAppointment = Omit<MoneyRecords, 'payments'> & { payments: StoredPayment[] }

/** A column of an appointment for other queries: what moneyOf reads. `of`: the table's name there. */
export function moneyRecordsOf(of: SQL): SQL<MoneyRecords> {
  return sql<MoneyRecords>`${recordsOf(of)}`.mapWith(toRecords)
}

function recordsOf(of: SQL): SQL {
  return sql`jsonb_build_object('status', ${of}.status, 'paymentStatus', ${of}.payment_status,
    'pricePence', ${of}.price_pence,
    'concessionPence', coalesce(${of}.concession_pence, 0), 'hostSharePence', coalesce(${of}.host_share_pence, 0),
    'isFreeRepeat', ${of}.free_repeat_of is not null, 'payments', ${paymentsOf(of)})`
}

/** A column of `payments` for other queries: what moneyOfPayment reads. */
export const paymentRecord = sql<PaymentRecord>`${recordOfPayment(sql`payments`)}`.mapWith(
  toPaymentRecord,
)

// Through the member, whose payments have an index.
function paymentsOf(of: SQL): SQL {
  return sql`coalesce((select jsonb_agg(${recordOfPayment(sql`p`)} order by p.created_at, p.id)
    from payments p
    where p.member_id = ${of}.member_id and (p.appointment_id = ${of}.id
      or p.appointment_id is null and p.for_appointment_id = ${of}.id)), '[]')`
}

function recordOfPayment(of: SQL): SQL {
  return sql`jsonb_build_object(
  'id', ${of}.id, 'way', coalesce((select t.how from venue_takings t
    where t.payment_id = ${of}.id), 'card'), 'state', ${of}.state, 'amountPence', ${of}.amount_pence,
  'capturedPence', ${of}.captured_pence, 'feePence', ${of}.fee_pence,
  'source', ${of}.card->>'source',
  'paidAt', coalesce((select min(charge.at) from ledger_entries charge
    where charge.payment_id = ${of}.id and charge.kind = 'charge'), ${of}.created_at),
  'refunds', coalesce((select jsonb_agg(jsonb_build_object('pence', r.amount_pence,
      'state', r.state, 'reason', r.reason, 'decidedAt', r.created_at, 'isReplaced',
      exists (select from refunds other where other.replaces_id = r.id),
      'replaces', r.replaces_id is not null)
      order by r.created_at, r.request_id)
    from refunds r where r.payment_id = ${of}.id), '[]'),
  'owedPence', (select coalesce(sum(o.amount_pence), 0) from owed_refunds o
    where o.payment_id = ${of}.id and not exists (select from owed_refund_outcomes ended
      where ended.owed_refund_id = o.id)),
  'disputes', coalesce((select jsonb_agg(jsonb_build_object('disputeId', d.dispute_id,
      'kind', d.kind, 'outcome', d.outcome, 'happenedAt', d.happened_at))
    from dispute_events d where d.payment_id = ${of}.id), '[]'))`
}

function toRecords({ payments: stored, ...appointment }: StoredAppointment): MoneyRecords {
  return { ...appointment, payments: stored.map(toPaymentRecord) }
}

function toPaymentRecord({ disputes, source, ...stored }: StoredPayment): PaymentRecord {
  const events = disputes.map((one) => ({ ...one, happenedAt: new Date(one.happenedAt) }))
  return {
    ...stored,
    refunds: stored.refunds.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })),
    capturedPence: capturedPence(stored),
    feePence: stored.feePence ?? 0,
    paidAt: new Date(stored.paidAt),
    dispute: disputeStateOf(events),
    ...(source === 'paypal' && { source }),
  }
}
