import type { Money } from '../../domain/money-of.ts'
import { type MovedBack, movedBack } from '../../domain/move-money.ts'
import type { Tx } from '../db/database.ts'
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
    const owed = { paymentId, pence, memberId, actorUserId, now }
    if (road !== 'card') await oweByHand(tx, { ...owed, road })
    else {
      // The payment stays booked unless all of it goes back.
      const endsPayment = pence === heldOf(money, paymentId)
      await writeRefund(tx, { ...owed, reason: 'moved', endsPayment })
    }
  }
  return back
}

function heldOf({ held }: Money, paymentId: string): number {
  return held.find(({ payment }) => payment.id === paymentId)?.pence ?? 0
}
