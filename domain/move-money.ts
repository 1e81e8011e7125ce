// What a move to an appointment with another price does with the money.
import { pounds } from './money.ts'
import type { Held, Money } from './money-of.ts'
import type { ShownMoney } from './money-schemas.ts'
import { refundTarget } from './payment-source.ts'

/** `pence` goes back by `road`. */
export type MovedBack = Held & { road: Exclude<Held['road'], 'under review'> }

/**
 * In pence: what more is to pay at the new price, negative for what goes back. 0 while nothing was
 * paid, or the price stays the same.
 */
export function differenceAt(
  pricePence: number,
  { pricePence: before, money }: Pick<Priced, 'pricePence' | 'money'>,
): number {
  if (!money || pricePence === before || money.paidPence === 0) return 0
  return pricePence - money.heldPence
}

type Paid = Pick<Money, 'paidPence' | 'heldPence' | 'duePence'>

/** In pence: what is then still to pay. A part that was waived stays so while the price stays the same. */
export function dueAfterMove(
  pricePence: number,
  { pricePence: before, paymentStatus: status, money }: Priced,
): number {
  if (status === 'waived') return 0
  if (pricePence === before) return money ? money.duePence : pricePence
  return Math.max(0, pricePence - (money?.heldPence ?? 0))
}

/** What the rules of a move read of an appointment as it is shown. */
export function pricedOf(appointment: {
  price_pence: number
  payment_status: string
  money?: ShownMoney | undefined
}): Priced {
  const { price_pence: pricePence, payment_status: paymentStatus, money } = appointment
  return { pricePence, paymentStatus, money: money ? paidOf(money) : null }
}

function paidOf(shown: ShownMoney): Paid {
  return {
    paidPence: shown.paid_pence,
    heldPence: shown.held_pence,
    duePence: shown.due_pence,
  }
}

type Priced = { pricePence: number; paymentStatus: string; money: Paid | null }

/** What goes back of each payment, the latest first; what is under review is not held yet. */
export function movedBack(pricePence: number, money: Money): MovedBack[] {
  let remainingPence = Math.max(0, money.heldPence - pricePence)
  return money.held.toReversed().flatMap(({ road, ...held }) => {
    if (road === 'under review') return []
    const pence = Math.min(remainingPence, held.pence)
    remainingPence -= pence
    return pence > 0 ? [{ ...held, road, pence }] : []
  })
}

/** The price there, and what the member then pays or gets back, for the clerk before the move. */
export function moveMoneyInWords(pricePence: number, booked: Priced): string {
  const { pricePence: before, paymentStatus: status } = booked
  if (before === 0 && pricePence === 0) return 'There is nothing to pay.'
  const price =
    pricePence === before
      ? `The price stays ${pounds(pricePence)}.`
      : `The price there is ${pounds(pricePence)}, instead of ${pounds(before)}.`
  const differencePence = differenceAt(pricePence, booked)
  if (differencePence !== 0) return `${price} ${differenceInWords(differencePence)}`
  if (status === 'waived') return `${price} The payment stays waived.`
  const leftPence = dueAfterMove(pricePence, booked)
  if (leftPence === 0) return `${price} Nothing is left to pay.`
  return `${price} The member still has to pay ${pounds(leftPence)}.`
}

/** One sentence before the move is made, for the clerk. */
export function differenceInWords(differencePence: number): string {
  if (differencePence > 0)
    return `The member will then have ${pounds(differencePence)} more to pay.`
  return `${pounds(-differencePence)} will be refunded to the card or PayPal account, or by hand if it was paid at the venue or the payment is in dispute.`
}

/** The same for the member, once it is made. */
export function movedMoneyInWords(
  differencePence: number,
  back: readonly MovedBack[],
): string | null {
  if (differencePence > 0)
    return `Your new appointment costs more than you have paid. You still need to pay ${pounds(differencePence)}.`
  const text = back.map(({ road, pence, payment }) =>
    road === 'card'
      ? `Your new appointment costs less. We will refund ${pounds(pence)} to ${refundTarget(payment.source)}.`
      : `Your new appointment costs less. Our office will contact you about how to refund ${pounds(pence)}.`,
  )
  return text.join(' ') || null
}
