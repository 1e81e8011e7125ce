// What an appointment shows of its card payments and their refunds.
import { isUndone, type PaymentRecord } from './money-of.ts'
import type { RefundState } from './payment-schemas.ts'
import { type PaidFrom, paidFrom } from './payment-source.ts'
import { isSettled } from './payment-states.ts'

/** In pence; of several payments their sums and the first moment. */
export type CardPaid = { capturedPence: number; feePence: number; paidAt: Date; from: PaidFrom }

/** The latest refund: its own pence when it failed, else the sum of all that did not. */
export type CardRefund = { amountPence: number; state: RefundState; decidedAt: Date }

type Shown = { paid: CardPaid | null; refund: CardRefund | null }

/** Of the card payments that are booked or refunded; null without one. */
export function cardMoneyOf(payments: readonly PaymentRecord[]): Shown {
  return shownMoneyOf(payments.filter(({ way }) => way === 'card'))
}

/** The same of payments of any way. A reversal and a taking that was undone are no refunds. */
function shownMoneyOf(payments: readonly PaymentRecord[]): Shown {
  const taken = payments.filter((one) => isSettled(one.state) && !isUndone(one))
  const [first] = taken
  if (!first) return { paid: null, refund: null }
  const paid = {
    capturedPence: taken.reduce((sum, { capturedPence }) => sum + capturedPence, 0),
    feePence: taken.reduce((sum, { feePence }) => sum + feePence, 0),
    paidAt: taken.reduce((first, { paidAt }) => (paidAt < first ? paidAt : first), first.paidAt),
    from: paidFrom(taken),
  }
  const refunds = taken
    .flatMap((payment) => payment.refunds)
    .filter(({ reason }) => reason !== 'reversed')
    .toSorted((one, other) => one.decidedAt.getTime() - other.decidedAt.getTime())
  const latest = refunds.at(-1)
  if (!latest) return { paid, refund: null }
  const { state, decidedAt, pence } = latest
  const sum = refunds.reduce((sum, one) => (one.state === 'failed' ? sum : sum + one.pence), 0)
  return { paid, refund: { amountPence: state === 'failed' ? pence : sum, state, decidedAt } }
}
