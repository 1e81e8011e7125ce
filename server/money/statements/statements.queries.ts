import { and, desc, eq, gt, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { moneyOf } from '../../../domain/money-of.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { moneyRecordsOf } from '../../platform/db/money-columns.ts'
import {
  appointments,
  events,
  ledgerEntries,
  payments,
  venuePayments,
} from '../../platform/db/schema.ts'

/** Instants; null without an end. `until` is excluded. */
export type Between = { from: Date | null; until: Date | null }
type Within = Between & { eventId?: number }

type SumRow = {
  cardPence: number
  venuePence: number
  refundedPence: number
  feesPence: number
  waived: number
  waivedPence: number
  hosted: number
  hostPence: number
}

/** Of events with money or waived appointments in the period, latest day first; `date` London. */
export async function listEventSums(
  q: Queryable,
  of: Between & { after: { date: string; id: number } | null; limit: number },
) {
  const { after } = of
  const { rows } = await q.execute<SumRow & { id: number; name: string; date: string }>(sql`
    ${await moved(q, of)}
    select e.id::int as id, e.name, ${EVENT_DATE} as date, ${SUMS}
      from moved join ${events} e on e.id = moved.event_id
      where ${after ? sql`(${EVENT_DATE}, e.id) < (${after.date}, ${after.id}::bigint)` : sql`true`}
      group by e.id order by ${EVENT_DATE} desc, e.id desc limit ${of.limit}`)
  return rows
}

/** Latest month first; `month` 'YYYY-MM', London. */
export async function listMonthSums(
  q: Queryable,
  of: Between & { beforeMonth: string | null; limit: number },
) {
  const { rows } = await q.execute<SumRow & { month: string }>(sql`
    ${await moved(q, of)}
    select month, ${SUMS} from moved
      where ${of.beforeMonth === null ? sql`true` : sql`month < ${of.beforeMonth}`}
      group by month order by month desc limit ${of.limit}`)
  return rows
}

export async function sumAll(
  q: Queryable,
  of: Between,
): Promise<SumRow & { events: number; months: number }> {
  const { rows } = await q.execute<SumRow & { events: number; months: number }>(sql`
    ${await moved(q, of)}
    select count(distinct event_id)::int as events, count(distinct month)::int as months, ${SUMS}
      from moved`)
  const [all] = rows
  if (!all) throw new Error('a sum has no row')
  return all
}

/** Of one event so far; `expectedPence` is what the members who are booked pay in all. */
export async function sumEvent(
  q: Queryable,
  eventId: number,
): Promise<SumRow & { expectedPence: number }> {
  const of = { from: null, until: null, eventId }
  const { rows } = await q.execute<SumRow>(sql`
    ${await moved(q, of)}
    select ${SUMS} from moved`)
  const [all] = rows
  if (!all) throw new Error('a sum has no row')
  const booked = await q
    .select({ records: moneyRecordsOf(sql`appointments`) })
    .from(appointments)
    .where(and(eq(appointments.eventId, eventId), eq(appointments.status, 'booked')))
  const expectedPence = booked
    .map(({ records }) => moneyOf(records))
    .reduce((sum, { paidPence, duePence }) => sum + paidPence + duePence, 0)
  return { ...all, expectedPence }
}

/** Newest first. */
export function listLedger(q: Queryable, of: Between & { beforeId: number | null; limit: number }) {
  return q
    .select({
      entry: ledgerEntries,
      how: venuePayments.how,
      eventId: events.id,
      eventName: events.name,
      startsAt: events.startsAt,
      invoiceId: payments.invoiceId,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .innerJoin(events, eq(events.id, payments.eventId))
    .leftJoin(venuePayments, eq(venuePayments.paymentId, payments.id))
    .where(and(isBetween(of), of.beforeId === null ? undefined : lt(ledgerEntries.id, of.beforeId)))
    .orderBy(desc(ledgerEntries.id))
    .limit(of.limit)
}

export function countLedger(q: Queryable, of: Between): Promise<number> {
  return q.$count(ledgerEntries, isBetween(of))
}

function isBetween({ from, until }: Between): SQL | undefined {
  return and(
    from ? gte(ledgerEntries.at, from) : undefined,
    until ? lt(ledgerEntries.at, until) : undefined,
  )
}

type Given = { event_id: number; at: string; pence: number; what: 'waived' | 'host' }

/** What staff waived and hosts owe (domain/money-of.ts), on the day of the booking. */
async function listGiven(q: Queryable, { from, until, eventId }: Within): Promise<Given[]> {
  const { createdAt, paymentStatus, hostSharePence, concessionPence } = appointments
  const rows = await q
    .select({
      eventId: appointments.eventId,
      at: createdAt,
      isWaived: sql<boolean>`${paymentStatus} = 'waived'`,
      records: moneyRecordsOf(sql`appointments`),
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.status, 'booked'),
        eventId === undefined ? undefined : eq(appointments.eventId, eventId),
        or(eq(paymentStatus, 'waived'), gt(concessionPence, 0), gt(hostSharePence, 0)),
        from ? gte(createdAt, from) : undefined,
        until ? lt(createdAt, until) : undefined,
      ),
    )
  return rows.flatMap(({ eventId, at, isWaived, records }): Given[] => {
    const money = moneyOf(records)
    const given = { event_id: eventId, at: at.toISOString() }
    return [
      ...(isWaived || money.waivedPence > 0
        ? [{ ...given, pence: money.waivedPence, what: 'waived' as const }]
        : []),
      ...(money.hostSharePence > 0
        ? [{ ...given, pence: money.hostSharePence, what: 'host' as const }]
        : []),
    ]
  })
}

/** Each entry of the ledger, and what was given. */
async function moved(q: Queryable, of: Within): Promise<SQL> {
  const { from, until, eventId } = of
  const given = JSON.stringify(await listGiven(q, of))
  const within = (at: SQL) =>
    sql`${from ? sql`${at} >= ${from.toISOString()}::timestamptz` : sql`true`}
      and ${until ? sql`${at} < ${until.toISOString()}::timestamptz` : sql`true`}`
  return sql`with moved as (
    select p.event_id, ${monthOf(sql`l.at`)} as month, l.amount_pence as pence,
        case when l.kind = 'charge' and v.payment_id is null then 'card'
          when l.kind = 'charge' or l.provider_ref like 'undone-%' then 'venue'
          else l.kind end as what
      from ${ledgerEntries} l join ${payments} p on p.id = l.payment_id
      left join ${venuePayments} v on v.payment_id = p.id
      where ${within(sql`l.at`)} and ${eventId === undefined ? sql`true` : sql`p.event_id = ${eventId}`}
    union all
    select given.event_id, ${monthOf(sql`given.at`)}, given.pence, given.what
      from jsonb_to_recordset(${given}::jsonb)
        as given (event_id bigint, at timestamptz, pence int, what text)
  )`
}

function monthOf(at: SQL): SQL {
  return sql`to_char(${at} at time zone 'Europe/London', 'YYYY-MM')`
}

const EVENT_DATE = sql`to_char(e.starts_at at time zone 'Europe/London', 'YYYY-MM-DD')`

// Floating-point numbers are exact to 90 million million pounds in pence.
const SUMS = sql`${sumOf('card')} as "cardPence", ${sumOf('venue')} as "venuePence",
  ${sumOf('refund', -1)} as "refundedPence", ${sumOf('fee', -1)} as "feesPence",
  (count(*) filter (where what = 'waived'))::int as waived, ${sumOf('waived')} as "waivedPence",
  (count(*) filter (where what = 'host'))::int as hosted, ${sumOf('host')} as "hostPence"`

function sumOf(kind: 'card' | 'venue' | 'refund' | 'fee' | 'waived' | 'host', sign = 1): SQL {
  return sql.raw(`coalesce(sum(${sign} * pence) filter (where what = '${kind}'), 0)::float8`)
}
