// What the member and the office read of the money of an appointment, beside its price.
import { pounds } from './money.ts'
import {
  type HeldOf,
  isUndone,
  type Money,
  moneyOfPayment,
  type PaidPart,
  type PaidWay,
  type PaymentRecord,
} from './money-of.ts'
import { SENT_WAYS, type ShownMoney } from './money-schemas.ts'

/** Undefined while the price alone says what is to pay: nothing was paid, is being checked or was waived of it. */
export function toShownMoney(money: Money): ShownMoney | undefined {
  const isPartlyWaived = money.waivedPence > 0 && money.duePence > 0
  if (money.paidPence === 0 && money.underReviewPence === 0 && !isPartlyWaived) return undefined
  return {
    kind: money.kind,
    paid_pence: money.paidPence,
    refunded_pence: money.refundedPence,
    on_its_way_pence: money.onItsWayPence,
    reversed_pence: money.reversedPence,
    held_pence: money.heldPence,
    by_hand_pence: money.byHandPence,
    under_review_pence: money.underReviewPence,
    due_pence: money.duePence,
    ...(money.held.length > 0 && { held: money.held.map(toShownHeld) }),
  }
}

function toShownHeld({ payment, road, pence, failedPence, owedPence }: Money['held'][number]) {
  return {
    road,
    pence,
    failed_pence: failedPence,
    owed_pence: owedPence,
    captured_pence: payment.capturedPence,
    fee_pence: payment.feePence,
    paid_at: payment.paidAt.toISOString(),
    ...(isSent(payment.way) && { paid_by: payment.way }),
    ...(payment.source && { source: payment.source }),
  }
}

function isSent(way: PaidWay): way is (typeof SENT_WAYS)[number] {
  return SENT_WAYS.some((one) => one === way)
}

/** What repaymentsOf reads, of what is shown. */
export function heldIn({ held = [] }: ShownMoney): { held: HeldOf<PaidPart>[] } {
  return {
    held: held.map((one) => ({
      road: one.road,
      pence: one.pence,
      failedPence: one.failed_pence,
      owedPence: one.owed_pence,
      payment: {
        capturedPence: one.captured_pence,
        feePence: one.fee_pence,
        paidAt: new Date(one.paid_at),
        ...(one.source && { source: one.source }),
      },
    })),
  }
}

/** '£25.00 paid, £5.00 refunded.' Null without money. */
export function moneyInWords(money: ShownMoney | undefined): string | null {
  if (!money) return null
  const parts: [number, string][] = [
    [money.paid_pence, 'paid'],
    [money.refunded_pence, 'refunded'],
    [money.on_its_way_pence, 'being refunded'],
    [money.by_hand_pence, 'to be refunded by hand'],
    [money.reversed_pence, 'reversed by PayPal'],
    [money.under_review_pence, 'being checked by PayPal'],
    [money.due_pence, 'still to pay'],
  ]
  const text = parts.flatMap(([pence, what]) => (pence > 0 ? `${pounds(pence)} ${what}` : []))
  return `${text.join(', ')}.`
}

/** Of one payment in a list; `refunded_pence`: done, on its way or taken back by the provider. */
export function paymentSums(record: PaymentRecord): {
  refunded_pence: number
  is_undone: boolean
} {
  const { refundedPence, onItsWayPence, reversedPence } = moneyOfPayment(record)
  return {
    refunded_pence: refundedPence + onItsWayPence + reversedPence,
    is_undone: isUndone(record),
  }
}
