import { expect, test } from 'vitest'
import { testCharity } from '../test/app/settings.ts'
import type { PaymentRecord } from './money-of.ts'
import { hasReceipt, receiptLines } from './receipts.ts'

const paidAt = new Date('2027-01-12T09:30:00Z')
const record: PaymentRecord = {
  id: 'one',
  way: 'card',
  state: 'finalised',
  amountPence: 2500,
  capturedPence: 2500,
  feePence: 50,
  paidAt,
  refunds: [],
  owedPence: 0,
  dispute: 'none',
}
const refund = {
  pence: 500,
  state: 'done',
  reason: 'cancelled',
  isReplaced: false,
  replaces: false,
  decidedAt: new Date('2027-01-20T12:00:00Z'),
} as const
const linesOf = (changes: Partial<PaymentRecord>) =>
  Object.fromEntries(
    receiptLines(
      {
        number: 'ORDER-1',
        payer: 'Peter Marsh',
        appointment: 'Ely, 10:20 on Saturday 16 January 2027',
        card: 'Visa ending in 1111',
        record: { ...record, ...changes },
      },
      testCharity.vat_line,
    ),
  )

test('a receipt says what was paid, how and when, and the VAT', () => {
  expect(linesOf({})).toMatchObject({
    'Receipt number': 'ORDER-1',
    'Paid by': 'Peter Marsh',
    'Amount paid': '£25.00',
    'How it was paid': 'By card, online (Visa ending in 1111)',
    VAT: 'No VAT has been charged.',
  })
  expect(linesOf({ source: 'paypal' })['How it was paid']).toBe('With PayPal, online')
  expect(linesOf({ way: 'cheque' })['How it was paid']).toBe('By cheque')
  expect(linesOf({})).not.toHaveProperty('Left after refunds')
})

test('after a refund it states both, and what is on its way or still to come', () => {
  const refunds = [refund, { ...refund, pence: 300, state: 'sent' as const }]
  expect(linesOf({ refunds })).toMatchObject({
    'Amount paid': '£25.00',
    Refunded: '£5.00, decided on 20 January 2027',
    'Being refunded': '£3.00',
    'Left after refunds': '£17.00',
  })
  expect(linesOf({ owedPence: 700 })).toMatchObject({ 'Still to be refunded': '£7.00' })
})

test('there is none of an undone entry, nor before money was taken', () => {
  expect(hasReceipt(record)).toBe(true)
  expect(hasReceipt({ ...record, refunds: [{ ...refund, reason: 'taking undone' }] })).toBe(false)
  expect(hasReceipt({ ...record, state: 'declined', capturedPence: 0 })).toBe(false)
})
