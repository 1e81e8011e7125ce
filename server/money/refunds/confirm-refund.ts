import { stopsRefunds } from '../../../domain/disputes.ts'
import type { Member } from '../../members/members.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { PaymentRow } from '../ledger/payment-row.queries.ts'
import { findDisputeState } from './disputes.queries.ts'
import { lockForRefund, queueOfficeRefund, type RefundDeps, refundable } from './refund-by-hand.ts'
import {
  decideRefundRequest,
  findRefundRequest,
  type RefundRequestRow,
} from './refund-requests.queries.ts'

/**
 * Queues the refund that somebody else asked for; returns its payment's id, also when another person
 * confirmed it before. Throws Refused not_found, same_person, changed_meanwhile once it is refused,
 * or more_than_left.
 */
export function confirmRefund(deps: RefundDeps, id: number, by: Staff): Promise<string> {
  return withRequest(deps, { id, by }, async (tx, { request, payment, member }) => {
    const { askedBy, amountPence: pence, reason } = request
    if (askedBy === by.id) throw new Refused('same_person')
    if (request.state === 'confirmed') return
    if (request.state === 'refused') throw new Refused('changed_meanwhile')
    if (stopsRefunds(await findDisputeState(tx, payment.id))) throw new Refused('payment_disputed')
    const now = deps.now()
    const decided = {
      state: 'confirmed',
      decidedBy: by.id,
      decidedAt: now,
      decision: null,
    } as const
    await decideRefundRequest(tx, id, decided)
    const { leftPence } = await refundable(tx, payment, now)
    if (pence > leftPence) throw new Refused('more_than_left', { left_pence: leftPence })
    await queueOfficeRefund(tx, deps, {
      payment,
      member,
      pence,
      reason,
      by: { askedBy, confirmedBy: by.id, actor: by },
    })
  })
}

/**
 * Refuses the refund, or takes it back when the same person asked for it; returns its payment's id.
 * Throws Refused not_found, or changed_meanwhile once it is confirmed.
 */
export function refuseRefund(
  deps: RefundDeps,
  { id, reason }: { id: number; reason: string },
  by: Staff,
): Promise<string> {
  return withRequest(deps, { id, by }, async (tx, { request, payment, member }) => {
    if (request.state === 'refused') return
    if (request.state === 'confirmed') throw new Refused('changed_meanwhile')
    const now = deps.now()
    const decided = {
      state: 'refused',
      decidedBy: by.id,
      decidedAt: now,
      decision: reason,
    } as const
    await decideRefundRequest(tx, id, decided)
    await insertAudit(
      tx,
      { by, memberId: member.id, subject: `payment ${payment.id}`, at: now },
      'refund refused',
      { reason, amountPence: request.amountPence },
    )
  })
}

type Found = { request: RefundRequestRow; payment: PaymentRow; member: Member }

/** Locks the payment before it reads the request again. */
async function withRequest(
  deps: RefundDeps,
  { id, by }: { id: number; by: Staff },
  work: (tx: Tx, locked: Found) => Promise<void>,
): Promise<string> {
  const refundRequest = await findRefundRequest(deps.database.db, id)
  if (!refundRequest) throw new Refused('not_found')
  const { paymentId } = refundRequest
  await commit(deps, async (tx) => {
    const locked = await lockForRefund(tx, { paymentId, staff: by, now: deps.now() })
    const request = await findRefundRequest(tx, id)
    if (!request) throw new Refused('not_found')
    await work(tx, { ...locked, request })
  })
  return paymentId
}
