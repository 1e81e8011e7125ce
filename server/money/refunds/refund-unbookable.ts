import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { paymentRefunded, type Unbookable } from '../../messages/mails/payment-refunded.ts'
import type { Tx } from '../../platform/db/database.ts'
import { movePayment, type PaymentRow } from '../ledger/payment-row.queries.ts'
import { sourceOf } from '../ledger/transaction.ts'
import { queueRefund } from './queue-refund.ts'
import { isFullyRefunded } from './refunds.queries.ts'

/** Queues a refund of what is left of the payment and mails the member why. */
export async function refundUnbookable(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'settings'>,
  unbookable: { payment: PaymentRow; because: Unbookable },
): Promise<void> {
  const { payment } = unbookable
  const now = deps.now()
  if (await isFullyRefunded(tx, payment)) {
    await movePayment(tx, { id: payment.id, to: 'refunded', now })
    return
  }
  const refund = await queueRefund(tx, {
    paymentId: payment.id,
    amountPence: payment.capturedPence ?? payment.amountPence,
    reason: 'place gone',
    now,
  })
  const member = await findMember(tx, payment.memberId)
  const event = await findEventDetails(tx, payment.eventId)
  if (!refund || !member || !event) return
  const { amountPence } = refund
  const { publicUrl } = deps.settings
  const source = sourceOf(payment)
  const mail = paymentRefunded({ ...unbookable, member, event, amountPence, source, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}
