// The receipt of one payment of a member. Amounts in pence.
import * as z from 'zod/mini'
import { pounds } from './money.ts'
import { isUndone, moneyOfPayment, type PaidWay, type PaymentRecord } from './money-of.ts'
import { TAKING_UNDONE } from './payment-schemas.ts'
import { dayInWords, momentInWords, ukDate } from './uk-time.ts'

/** London date and time of the appointment; `paid_at` ISO 8601. */
const ListedReceiptSchema = z.object({
  payment_id: z.string(),
  number: z.string(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  how: z.string(),
  paid_at: z.string(),
  amount_pence: z.int(),
  /** Done or on its way. */
  refunded_pence: z.int(),
  /** The entry was undone: nothing was paid, and there is no receipt. */
  is_undone: z.boolean(),
})
export type ListedReceipt = z.infer<typeof ListedReceiptSchema>

export const ReceiptsSchema = z.object({ receipts: z.array(ListedReceiptSchema) })
export const ReceiptSentSchema = z.object({ sent_to: z.string() })

/** `card`: 'Visa ending in 1111', null where it is not known; `appointment` in words. */
export type Receipt = {
  number: string
  payer: string
  appointment: string
  card: string | null
  record: PaymentRecord
}

const HOW: Record<PaidWay, string> = {
  card: 'By card, online',
  'card machine': 'By card, at the venue',
  cash: 'In cash, at the venue',
  cheque: 'By cheque',
  'bank transfer': 'By bank transfer',
}

/** Not of money that was never taken, nor of an entry that was undone. */
export function hasReceipt(record: PaymentRecord): boolean {
  return !isUndone(record) && record.capturedPence > 0
}

/** 'By card, online (Visa ending in 1111)'. */
export function receiptHow({
  record: { way, source },
  card,
}: Pick<Receipt, 'record' | 'card'>): string {
  if (source === 'paypal') return 'With PayPal, online'
  return way === 'card' && card !== null ? `${HOW.card} (${card})` : HOW[way]
}

/** Each line of the receipt: its label and what stands there. `vat`: as the charity said it when it was paid. */
export function receiptLines(receipt: Receipt, vat: string): [label: string, text: string][] {
  const { number, payer, appointment, record } = receipt
  return [
    ['Receipt number', number],
    ['Paid by', payer],
    ['Paid for', appointment],
    ['Amount paid', pounds(record.capturedPence)],
    ['How it was paid', receiptHow(receipt)],
    ['When it was paid', momentInWords(record.paidAt)],
    ...refundLines(record),
    ['VAT', vat],
  ]
}

/** Nothing where all of it stands. */
function refundLines(record: PaymentRecord): [string, string][] {
  const { refundedPence, onItsWayPence, reversedPence, byHandPence, heldPence } =
    moneyOfPayment(record)
  const lines: [string, string][] = [
    ...record.refunds
      .filter(
        ({ state, reason }) =>
          state === 'done' && reason !== 'reversed' && reason !== TAKING_UNDONE,
      )
      .map(({ pence, decidedAt }): [string, string] => [
        'Refunded',
        `${pounds(pence)}, decided on ${dayInWords(ukDate(decidedAt))}`,
      ]),
    ...amountLine('Being refunded', onItsWayPence),
    ...amountLine('Still to be refunded', byHandPence),
    ...amountLine('Returned by the card company', reversedPence),
  ]
  const isChanged = refundedPence + onItsWayPence + reversedPence > 0
  return isChanged ? [...lines, ['Left after refunds', pounds(heldPence)]] : lines
}

function amountLine(label: string, pence: number): [string, string][] {
  return pence > 0 ? [[label, pounds(pence)]] : []
}
