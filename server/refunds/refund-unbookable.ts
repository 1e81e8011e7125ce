import type { Tx } from '../db/database.ts'
import { findEvent } from '../events/events.queries.ts'
import { paymentRefunded } from '../mails/payment-refunded.ts'
import { findMember } from '../members/members.queries.ts'
import type { PaymentRow } from '../payments/payments.queries.ts'
import type { PaymentDeps } from '../payments/settlement.ts'
import { queueRefund } from './queue-refund.ts'
import { markRefunded, sumRefunds } from './refunds.queries.ts'

/**
 * Queues a refund of what is left of the payment and mails the member why: `hasAnother`, the event
 * is booked by another payment; `hasWithdrawn`, the consent was withdrawn.
 */
export async function refundUnbookable(
  tx: Tx,
  {
    deps,
    payment,
    hasAnother,
    hasWithdrawn = false,
  }: { deps: PaymentDeps; payment: PaymentRow; hasAnother: boolean; hasWithdrawn?: boolean },
): Promise<void> {
  const now = deps.now()
  const taken = payment.capturedPence ?? payment.amountPence
  if (await isFullyRefunded(tx, payment)) {
    await markRefunded(tx, { paymentId: payment.id, now })
    return
  }
  const refund = await queueRefund(tx, { payment, amountPence: taken, reason: 'place gone', now })
  const member = await findMember(tx, payment.memberId)
  const event = await findEvent(tx, payment.eventId)
  if (!refund || !member || !event) return
  const { amountPence } = refund
  const { publicUrl } = deps.settings
  const about = { member, payment, event, amountPence, hasAnother, hasWithdrawn, publicUrl }
  await deps.jobs.enqueue(tx, 'mail', paymentRefunded(about))
}

/** Whether refunds, queued ones included, cover the captured amount; lock the payment first. */
export async function isFullyRefunded(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const { pence } = await sumRefunds(tx, payment.id)
  return pence >= (payment.capturedPence ?? payment.amountPence)
}
