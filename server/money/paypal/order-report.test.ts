import { expect, test } from 'vitest'
import { toReport } from './order-report.ts'

const capture = {
  id: '3C67',
  status: 'COMPLETED',
  amount: { value: '25.00', currency_code: 'GBP' },
  processor_response: { avs_code: 'F', cvv_code: 'M', response_code: '0000', other: 'x' },
  seller_protection: { status: 'NOT_ELIGIBLE' },
}
const order = {
  id: '5O19',
  status: 'COMPLETED',
  payer: { name: { given_name: 'ZACHARIAH' }, email_address: 'z@example.org' },
  payment_source: {
    card: {
      name: 'ZACHARIAH CARDHOLDER',
      brand: 'VISA',
      type: 'CREDIT',
      last_digits: '1881',
      expiry: '2040-12',
      bin_details: { issuing_bank: 'Bank of Cardholders' },
      billing_address: { postal_code: 'CM1 1AA' },
    },
  },
  purchase_units: [
    { custom_id: 'ours', shipping: { name: 'Z' }, payments: { captures: [capture] } },
  ],
}

test('of an order, its captures and the card by which a receipt names it are stored', () => {
  expect(toReport(order).stored).toEqual({
    id: '5O19',
    status: 'COMPLETED',
    payment_source: { card: { brand: 'VISA', type: 'CREDIT', last_digits: '1881' } },
    purchase_units: [
      {
        payments: {
          captures: [
            {
              id: '3C67',
              status: 'COMPLETED',
              amount: { value: '25.00', currency_code: 'GBP' },
              processor_response: { avs_code: 'F', cvv_code: 'M', response_code: '0000' },
            },
          ],
        },
      },
    ],
  })
})

test('of a card, its brand, last digits and codes are stored', () => {
  expect(toReport(order).card).toEqual({
    brand: 'VISA',
    type: 'CREDIT',
    lastDigits: '1881',
    avsCode: 'F',
    cvvCode: 'M',
    responseCode: '0000',
  })
})
