import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { readMemberSearch } from '../../../domain/office/member-search.ts'
import type { ListedPayment, PaymentTab } from '../../../domain/office/payment-schemas.ts'
import { PAYMENT_STATES, type PaymentState, UNSETTLED } from '../../../domain/payment-states.ts'
import { searchMembers } from '../../members/search.queries.ts'
import {
  disputedPayments,
  stoppedPayments,
  sumDisputed,
} from '../../money/refunds/disputes.queries.ts'
import { isFailedStill } from '../../money/refunds/failed-refunds.queries.ts'
import { paymentsOwedByHand } from '../../money/refunds/owed-refunds.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { paymentRecord } from '../../platform/db/money-columns.ts'
import {
  appointments,
  events,
  members,
  payments,
  refundRequests,
  refunds,
  venuePayments,
} from '../../platform/db/schema.ts'
import type { Page } from '../../platform/http/list.ts'

const STUCK_MS = 3_600_000
const LATE_REFUND_MS = 24 * 3_600_000

/** `matches`: what the search box asks for; undefined when it is empty. */
type Params = { matches: SQL | undefined; now: Date }

/** Newest first; `after` has the id of a payment. */
export async function listPayments(
  q: Queryable,
  { matches, tab, now, after, limit }: Params & Page & { tab: PaymentTab },
) {
  const from = after && (await startBefore(q, String(after[0])))
  return selectPayments(q, now)
    .where(and(matches, isInTab(now)[tab], from ?? undefined))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit)
}

const NONE: Record<PaymentTab, number> = {
  stuck: 0,
  waiting: 0,
  by_hand: 0,
  disputed: 0,
  all: 0,
  paid: 0,
  refunded: 0,
  failed: 0,
}

/** The payments of each tab under the search. */
export async function countPayments(q: Queryable, { matches, now }: Params) {
  if (!matches) return countAll(q, now)
  const { stuck, waiting, by_hand, disputed, paid, refunded, failed } = isInTab(now)
  const of = (tab: SQL | undefined) => sql<number>`count(*) filter (where ${tab})`.mapWith(Number)
  const [counts] = await q
    .select({
      stuck: of(stuck),
      waiting: of(waiting),
      by_hand: of(by_hand),
      disputed: of(disputed),
      all: count(),
      paid: of(paid),
      refunded: of(refunded),
      failed: of(failed),
    })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .where(matches)
  return counts ?? NONE
}

/** Without a search the index of states has all counts, and few payments are stuck. */
async function countAll(q: Queryable, now: Date): Promise<Record<PaymentTab, number>> {
  const [states, stuck, waiting, owed, disputed] = await Promise.all([
    q.select({ state: payments.state, count: count() }).from(payments).groupBy(payments.state),
    q.execute<{ count: number }>(sql`select count(*)::int as count from ${stuckIds(now)} stuck`),
    q.$count(refundRequests, eq(refundRequests.state, 'waits for a second person')),
    q.$count(payments, sql`${payments.id} in ${paymentsOwedByHand}`),
    sumDisputed(q),
  ])
  const of = (wanted: readonly PaymentState[]) =>
    states.reduce((sum, { state, count: n }) => sum + (wanted.includes(state) ? n : 0), 0)
  return {
    stuck: stuck.rows[0]?.count ?? 0,
    waiting,
    by_hand: owed,
    disputed: disputed.count,
    all: of(PAYMENT_STATES),
    paid: of(STATES_OF.paid),
    refunded: of(STATES_OF.refunded),
    failed: of(STATES_OF.failed),
  }
}

export async function findListedPayment(q: Queryable, { id, now }: { id: string; now: Date }) {
  const [row] = await selectPayments(q, now).where(eq(payments.id, id))
  return row ?? null
}

function selectPayments(q: Queryable, now: Date) {
  const { failed, late, waiting } = refundProblems(now)

  return q
    .select({
      id: payments.id,
      orderId: payments.orderId,
      memberId: payments.memberId,
      memberUserId: members.userId,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      eventId: payments.eventId,
      eventName: events.name,
      startsAt: payments.slotStartsAt,
      state: payments.state,
      amountPence: payments.amountPence,
      takenHow: venuePayments.how,
      record: paymentRecord,
      refundProblem: sql<ListedPayment['refund_problem']>`case
        when ${payments.id} in ${stoppedPayments} then 'disputed'
        when ${payments.id} in ${paymentsOwedByHand} then 'by hand'
        when ${failed} then 'failed'
        when ${waiting} then 'waits for a second person' when ${late} then 'late' end`,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(members, eq(members.id, payments.memberId))
    .innerJoin(events, eq(events.id, payments.eventId))
    .leftJoin(venuePayments, eq(venuePayments.paymentId, payments.id))
}

/** A reference of the payment or its appointment, otherwise the member's name or contact. */
export async function searchPayments(q: Queryable, search: string): Promise<SQL | undefined> {
  if (search.trim() === '') return undefined
  const { appointment, paymentCodes: codes } = readMemberSearch(search)
  // Apart, so that each part of the condition below has its index.
  const [booked] = await q
    .select({ id: appointments.id })
    .from(appointments)
    .where(eq(appointments.reference, appointment ?? ''))
  const byReference = await q
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        inArray(payments.orderId, codes),
        inArray(payments.captureId, codes),
        inArray(payments.invoiceId, codes),
        booked && eq(payments.appointmentId, booked.id),
      ),
    )
  if (byReference.length === 0) return (await searchMembers(q, search))?.matches
  return inArray(
    payments.id,
    byReference.map(({ id }) => id),
  )
}

async function startBefore(q: Queryable, id: string): Promise<SQL> {
  const [last] = await q
    .select({ at: sql<string>`${payments.createdAt}::text` })
    .from(payments)
    .where(eq(payments.id, id))
  return sql`(${payments.createdAt}, ${payments.id}) < (${last?.at ?? '-infinity'}::timestamptz, ${id}::uuid)`
}

function refundProblems(now: Date) {
  const lateSince = new Date(now.getTime() - LATE_REFUND_MS).toISOString()
  const withRefund = (condition: SQL) =>
    sql`${payments.id} in (select ${refunds.paymentId} from ${refunds} where ${condition})`
  return {
    failed: withRefund(sql`${isFailedStill}`),
    late: withRefund(
      sql`${refunds.state} in ('queued', 'sent') and ${refunds.createdAt} < ${lateSince}`,
    ),
    waiting: sql`${payments.id} in (select ${refundRequests.paymentId} from ${refundRequests}
      where ${refundRequests.state} = 'waits for a second person')`,
  }
}

const STATES_OF = {
  paid: ['paid', 'finalised'],
  refunded: ['refunded'],
  failed: ['declined', 'expired', 'refund failed'],
} as const satisfies Record<string, readonly PaymentState[]>

function isInTab(now: Date): Record<PaymentTab, SQL | undefined> {
  return {
    stuck: sql`${payments.id} in ${stuckIds(now)}`,
    waiting: refundProblems(now).waiting,
    by_hand: sql`${payments.id} in ${paymentsOwedByHand}`,
    disputed: sql`${payments.id} in ${disputedPayments}`,
    all: undefined,
    paid: inArray(payments.state, STATES_OF.paid),
    refunded: inArray(payments.state, STATES_OF.refunded),
    failed: inArray(payments.state, STATES_OF.failed),
  }
}

/** Each part has an index of its own; one condition with 'or' would read every payment. */
function stuckIds(now: Date): SQL {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const unsettled = sql.join(
    UNSETTLED.map((state) => sql`${state}`),
    sql`, `,
  )
  return sql`(
    select p.id from ${payments} p
      where p.state in (${unsettled}) and p.updated_at < ${before(STUCK_MS)}
    union select p.id from ${payments} p where p.state = 'refund failed'
    union select r.payment_id from ${refunds} r
      where r.state in ('queued', 'sent') and r.created_at < ${before(LATE_REFUND_MS)}
    union select r.payment_id from ${refunds} r
      join ${payments} p on p.id = r.payment_id and p.state = 'finalised'
      where r.state = 'failed'
        and not exists (select 1 from ${refunds} other where other.replaces_id = r.id))`
}
