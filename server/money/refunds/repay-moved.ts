import type { Money } from '../../../domain/money-of.ts'
import { type MovedBack, movedBack } from '../../../domain/move-money.ts'
import type { Tx } from '../../platform/db/database.ts'
import { lockPayment } from '../ledger/payment-row.queries.ts'
import { oweByHand } from './owe-by-hand.ts'
import { writeRefund } from './write-refund.ts'

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
    if (road !== 'card') {
      await oweByHand(tx, { paymentId, pence, road, memberId, actorUserId, now })
      continue
    }
    const locked = await lockPayment(tx, paymentId)
    if (!locked) throw new Error(`payment ${paymentId} is not there`)
    const way = { kind: 'card' } as const
    await writeRefund(tx, {
      payment: locked,
      pence,
      reason: 'moved',
      way,
      audit: { actorUserId },
      now,
    })
  }
  return back
}
