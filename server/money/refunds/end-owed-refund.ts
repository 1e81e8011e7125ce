import { stopsRefunds } from '../../../domain/disputes.ts'
import { type OwedRefundEnd, outcomesOf } from '../../../domain/office/owed-refunds.ts'
import { refundArrivesBy } from '../../../domain/refunds.ts'
import { findMember } from '../../members/members.queries.ts'
import { refundByHand, refundPaidByHand } from '../../messages/mails/refund-by-hand.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { PaymentRow } from '../ledger/payment-row.queries.ts'
import { sourceOf } from '../ledger/transaction.ts'
import { findDisputeState } from './disputes.queries.ts'
import { findOwedRefund, insertOwedOutcome } from './owed-refunds.queries.ts'
import { lockForRefund, type RefundDeps } from './refund-by-hand.ts'
import { findTimeOfPayment } from './refunds.queries.ts'
import { writeRefund } from './write-refund.ts'

type Ending = {
  id: number
  end: OwedRefundEnd
  staff: Staff
  /** Whether the person may decide about disputed money. */
  mayExceed: boolean
  saveResponse?: (tx: Tx) => Promise<unknown>
}
type Owed = NonNullable<Awaited<ReturnType<typeof findOwedRefund>>>

/**
 * Records how a person ended an owed refund, once: paid back in cash or by bank transfer, sent to the
 * card, not wanted, or not owed. Throws Refused not_found,
 * changed_meanwhile when it has ended or its sum is another by now, not_permitted, payment_disputed,
 * or invalid_request for an outcome that it cannot have.
 */
export async function endOwedRefund(deps: RefundDeps, ending: Ending): Promise<void> {
  const { id, end, staff, mayExceed } = ending
  const now = deps.now()
  const { paymentId } = await mustFind(deps.database.db, id)
  await commit(deps, async (tx) => {
    const { payment } = await lockForRefund(tx, { paymentId, staff, now })
    const owed = await mustFind(tx, id)
    if (!outcomesOf(owed.because).includes(end.outcome))
      throw invalidField('outcome', 'Please choose one of the outcomes.')
    if (owed.because === 'disputed' && !mayExceed) throw new Refused('not_permitted')
    if (owed.outcome !== null || owed.duePence !== end.expected_pence)
      throw new Refused('changed_meanwhile')
    const refundId = await payBack(tx, deps, { payment, owed, end })
    await insertOwedOutcome(tx, {
      owedRefundId: id,
      outcome: end.outcome,
      refundId,
      note: end.note,
      recordedBy: staff.id,
      recordedAt: now,
    })
    await insertAudit(
      tx,
      { by: staff, memberId: owed.memberId, subject: `payment ${paymentId}`, at: now },
      `refund by hand ended: ${end.outcome}`,
      { reason: end.note, amountPence: owed.duePence },
    )
    await ending.saveResponse?.(tx)
  })
}

/** The id of the owed refund's payment. Throws Refused not_found. */
export async function paymentOfOwed({ database }: RefundDeps, id: number): Promise<string> {
  return (await mustFind(database.db, id)).paymentId
}

/** The refund that pays it back, with its ledger entry and a mail to the member; or null. */
async function payBack(
  tx: Tx,
  deps: RefundDeps,
  { payment, owed, end }: { payment: PaymentRow; owed: Owed; end: OwedRefundEnd },
): Promise<string | null> {
  const { outcome, note } = end
  if (outcome === 'declined' || outcome === 'not owed') return null
  const { paymentId, memberId, duePence: pence } = owed
  const now = deps.now()
  const isByCard = outcome === 'card'
  if (isByCard && stopsRefunds(await findDisputeState(tx, paymentId)))
    throw new Refused('payment_disputed')
  const refundId = await writeRefund(tx, {
    payment,
    pence,
    reason: 'by the office',
    way: isByCard ? { kind: 'card' } : { kind: 'by hand', note: `${outcome}: ${note}` },
    // endOwedRefund writes it, with the outcome.
    audit: null,
    now,
  })
  const member = await findMember(tx, memberId)
  if (!member) throw new Refused('not_found')
  const mail = isByCard
    ? refundByHand({
        member,
        pence,
        source: sourceOf(payment),
        arrivesBy: refundArrivesBy(now, await findTimeOfPayment(tx, paymentId)),
      })
    : refundPaidByHand({ member, pence, how: outcome })
  await deps.jobs.enqueue(tx, 'mail', mail)
  return refundId
}

async function mustFind(q: Parameters<typeof findOwedRefund>[0], id: number): Promise<Owed> {
  const owed = await findOwedRefund(q, id)
  if (!owed) throw new Refused('not_found')
  return owed
}
