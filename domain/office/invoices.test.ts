import { expect, test } from 'vitest'
import { invoiceMoney, invoiceNumber } from './invoices.ts'

const sums = { amountPence: 50_000, paidPence: 0, repaidPence: 0, isCancelled: false }

test.each([
  [{}, { state: 'issued', owedPence: 50_000, toPayBackPence: 0 }],
  [{ paidPence: 20_000 }, { state: 'part paid', owedPence: 30_000, toPayBackPence: 0 }],
  [{ paidPence: 50_000 }, { state: 'paid', owedPence: 0, toPayBackPence: 0 }],
  [{ isCancelled: true }, { state: 'cancelled', owedPence: 0, toPayBackPence: 0 }],
  [
    { isCancelled: true, paidPence: 20_000, repaidPence: 5_000 },
    { state: 'cancelled', owedPence: 0, toPayBackPence: 15_000 },
  ],
])('an invoice with %o', (change, money) => {
  expect(invoiceMoney({ ...sums, ...change })).toEqual(money)
})

test('its number is of its year', () => {
  expect(invoiceNumber({ year: 2027, number: 7 })).toBe('2027-0007')
  expect(invoiceNumber({ year: 2027, number: 12_345 })).toBe('2027-12345')
})
