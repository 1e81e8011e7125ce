import { randomUUID } from 'node:crypto'
import type { Money } from '../../domain/money-of.ts'
import { type MovedBack, movedBack } from '../../domain/move-money.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import { movePayment } from '../ledger/payment-row.queries.ts'
import { oweByHand } from './owe-by-hand.ts'
import { insertRefund, sumRefunds } from './refunds.queries.ts'

/**
 * Pays back what is held beyond the new price of a moved appointment: by card at once, otherwise as an
 * owed refund that a person ends. `money` is read under lockMoney. Returns what goes back.
 */
export async function repayMoved(
  tx: Tx,
  of: {
    money: Money
    pricePence: number
    memberId: number
    actorUserId: string | null
    now: Date
  },
): Promise<MovedBack[]> {
  const { money, pricePence, memberId, actorUserId, now } = of
  const back = movedBack(pricePence, money)
  for (const { payment, road, pence } of back) {
    const { id: paymentId } = payment
    const owed = { paymentId, pence, memberId, actorUserId, now }
    if (road !== 'card') await oweByHand(tx, { ...owed, road })
    else await queuePart(tx, { ...owed, isAll: pence === heldOf(money, paymentId) })
  }
  return back
}

function heldOf({ held }: Money, paymentId: string): number {
  return held.find(({ payment }) => payment.id === paymentId)?.pence ?? 0
}

/** The payment stays booked unless all of it goes back. */
async function queuePart(
  tx: Tx,
  of: {
    paymentId: string
    pence: number
    isAll: boolean
    memberId: number
    actorUserId: string | null
    now: Date
  },
): Promise<void> {
  const { paymentId, pence: amountPence, isAll, memberId, actorUserId, now } = of
  const { count } = await sumRefunds(tx, paymentId)
  const requestId = `${paymentId}-refund-${count + 1}`
  await insertRefund(tx, {
    id: randomUUID(),
    paymentId,
    amountPence,
    reason: 'moved',
    state: 'queued',
    requestId,
    createdAt: now,
    updatedAt: now,
  })
  if (isAll) await movePayment(tx, { id: paymentId, to: 'refunded', now })
  await insertAudit(tx, {
    actorUserId,
    memberId,
    action: 'refund queued',
    subject: `payment ${paymentId}`,
    details: { reason: 'moved', amountPence, requestId },
    at: now,
  })
}
