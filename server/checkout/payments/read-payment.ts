import { disputeStateOf } from '../../../domain/disputes.ts'
import { moneyOfPayment } from '../../../domain/money-of.ts'
import { paymentSums } from '../../../domain/money-shown.ts'
import type { OwedRefund } from '../../../domain/office/owed-refunds.ts'
import type { ListedPayment, OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { REFUND_REASONS } from '../../../domain/payment-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findPayment } from '../../money/ledger/payment-row.queries.ts'
import { readCard, sourceOf } from '../../money/ledger/transaction.ts'
import { listDisputeEvents } from '../../money/refunds/disputes.queries.ts'
import { listFailedRefunds } from '../../money/refunds/failed-refunds.queries.ts'
import { listOwedRefundsOf } from '../../money/refunds/owed-refunds.queries.ts'
import { refundable, refundableAlone } from '../../money/refunds/refund-by-hand.ts'
import { listRefundRequests } from '../../money/refunds/refund-requests.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findListedPayment } from './office.queries.ts'
import {
  findAppointmentOfPayment,
  findTakingOf,
  LINK_SENT,
  listAuditOfPayment,
  listLedgerOf,
  listRefundsOf,
} from './read-payment.queries.ts'

/** Logs the access in the same transaction. Throws Refused not_found. */
export async function readPayment(
  { database, now, site }: Pick<Deps, 'database' | 'now' | 'site'>,
  { id, staff }: { id: string; staff: Staff },
): Promise<OfficePayment> {
  const at = now()
  return database.transaction(async (tx) => {
    const payment = await findPayment(tx, id)
    const listed = await findListedPayment(tx, { id, now: at })
    if (!payment || !listed) throw new Refused('not_found')
    const { memberId } = payment
    await insertStaffAccess(tx, { staff, memberId, what: 'payment', reason: 'payment', at })
    const { leftPence, policyPence } = await refundable(tx, payment, at)
    const booked = await findAppointmentOfPayment(tx, id)
    const taken = await findTakingOf(tx, id)
    const card = readCard(payment)
    const alonePence = await refundableAlone(tx, { site }, { staff, now: at })
    const requests = await listRefundRequests(tx, id)
    const refunds = await listRefundsOf(tx, id)
    const failed = await listFailedRefunds(tx, id)
    const dueOf = (refundId: string) => failed.find((one) => one.id === refundId)?.duePence ?? 0
    const ledger = await listLedgerOf(tx, id)
    const disputes = await listDisputeEvents(tx, id)
    const appointmentId = booked?.id ?? null
    const history = await listAuditOfPayment(tx, { id, memberId, appointmentId })
    return {
      ...toListed(listed),
      captured_pence: payment.capturedPence,
      fee_pence: payment.feePence,
      left_pence: leftPence,
      policy_pence: policyPence,
      alone_pence: alonePence,
      dispute: disputeStateOf(disputes),
      dispute_events: disputes.map((event) => ({
        dispute_id: event.disputeId,
        kind: event.kind,
        outcome: event.outcome,
        amount_pence: event.amountPence,
        at: event.happenedAt.toISOString(),
      })),
      owed: (await listOwedRefundsOf(tx, id)).map(toOwedRefund),
      capture_id: payment.captureId,
      invoice_id: payment.invoiceId,
      source: sourceOf(payment),
      card: card && { brand: card.brand ?? null, last_digits: card.lastDigits ?? null },
      changed_at: payment.updatedAt.toISOString(),
      taken: taken && {
        by: taken.by,
        at: taken.at.toISOString(),
        recorded_by: taken.recordedBy,
      },
      appointment: booked && {
        appointment_id: booked.id,
        reference: booked.reference,
        status: booked.status,
        date: ukDate(booked.startsAt),
        time: ukTime(booked.startsAt),
      },
      refunds: refunds.map(({ refund, askedBy, confirmedBy }) => ({
        id: refund.id,
        amount_pence: refund.amountPence,
        reason: refund.reason,
        typed_reason: typedReason(history, refund.requestId),
        state: refund.state,
        attempts: refund.attempts,
        provider_refund_id: refund.providerRefundId,
        asked_by: askedBy,
        confirmed_by: confirmedBy,
        problem: refund.problem,
        by_hand_note: refund.byHandNote,
        due_pence: dueOf(refund.id),
        at: refund.createdAt.toISOString(),
        changed_at: refund.updatedAt.toISOString(),
      })),
      requests: requests.map(({ request, askedBy, decidedBy }) => ({
        id: request.id,
        amount_pence: request.amountPence,
        reason: request.reason,
        state: request.state,
        asked_by: askedBy,
        is_own: request.askedBy === staff.id,
        asked_at: request.askedAt.toISOString(),
        decided_by: decidedBy,
        decided_at: request.decidedAt?.toISOString() ?? null,
        decision: request.decision,
      })),
      ledger: ledger.map((entry) => ({
        kind: entry.kind,
        amount_pence: entry.amountPence,
        provider_ref: entry.providerRef,
        at: entry.at.toISOString(),
      })),
      history: history.map(({ at: doneAt, by, actorUserId, action, details }) => {
        const { reason = null, why = reason } = detailsOf(details)
        return {
          at: doneAt.toISOString(),
          by: by ?? (isSame(actorUserId, listed.memberUserId) ? 'the member' : 'the site'),
          action: action === LINK_SENT ? sentBy(details) : action,
          reason: typeof why === 'string' ? why : null,
        }
      }),
    }
  })
}

type Details = Partial<Record<'by' | 'reason' | 'why' | 'requestId', unknown>>
const detailsOf = (details: unknown): Details => Object(details)

function sentBy(details: unknown): string {
  return `${LINK_SENT} by ${detailsOf(details).by === 'sms' ? 'text' : 'email'}`
}

/** What the person wrote who decided the refund; null when the site did, or their words are gone. */
function typedReason(history: readonly { details: unknown }[], requestId: string): string | null {
  const entry = history
    .map(({ details }) => detailsOf(details))
    .find((details) => details.requestId === requestId)
  const reason = entry?.reason
  return typeof reason === 'string' && !REFUND_REASONS.some((stored) => stored === reason)
    ? reason
    : null
}

/** False without an account: a member on paper did nothing here. */
function isSame(userId: string | null, other: string | null): boolean {
  return userId !== null && userId === other
}

function toOwedRefund(owed: Awaited<ReturnType<typeof listOwedRefundsOf>>[number]): OwedRefund {
  return {
    id: owed.id,
    amount_pence: owed.amountPence,
    due_pence: owed.duePence,
    because: owed.because,
    decided_by: owed.decidedBy,
    decided_at: owed.decidedAt.toISOString(),
    outcome: owed.outcome,
    note: owed.note,
    recorded_by: owed.recordedBy,
    recorded_at: owed.recordedAt?.toISOString() ?? null,
  }
}

export function toListed(
  row: NonNullable<Awaited<ReturnType<typeof findListedPayment>>>,
): ListedPayment {
  return {
    id: row.id,
    reference: row.orderId,
    member_id: row.memberId,
    member_name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    event_id: row.eventId,
    event_name: row.eventName,
    date: ukDate(row.startsAt),
    time: ukTime(row.startsAt),
    state: row.state,
    amount_pence: row.amountPence,
    taken_how: row.takenHow,
    ...paymentSums(row.record),
    refund_problem: row.refundProblem,
    owed_pence: moneyOfPayment(row.record).byHandPence,
    begun_at: row.createdAt.toISOString(),
  }
}
