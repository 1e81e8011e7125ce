import { expect, test } from 'vitest'
import { TransactionSchema } from '../../domain/payment-schemas.ts'
import { transactionRecord } from './transaction.ts'

const charge = { payer: { profileId: 118, name: 'Alan Sample' }, pence: 2500 }

test('a record has the provider’s details of card and capture', () => {
  const attempt = {
    orderId: '5O19',
    status: 'COMPLETED',
    answer: {
      purchase_units: [
        {
          payments: {
            captures: [
              {
                id: '3C67',
                status: 'COMPLETED',
                amount: { value: '25.00', currency_code: 'GBP' },
                processor_response: { avs_code: 'F', cvv_code: 'M' },
              },
            ],
          },
        },
      ],
      payment_source: {
        card: {
          brand: 'VISA',
          last_digits: '1881',
        },
      },
      payment: null as never,
    },
  }
  const data = transactionRecord(attempt, charge)
  expect(data).toEqual({
    payer_name: 'Alan Sample',
    amount: '25.00',
    payment_reference: '5O19',
    status: 'COMPLETED',
    payment_method: 'card',
    card_brand: 'VISA',
    card_last_digits: '1881',
    card_expiry: null,
    issuing_bank: null,
    avs_code: 'F',
    cvv_code: 'M',
    profile_id: 118,
  })
  expect(TransactionSchema.safeParse({ data }).success).toBe(true)
})

test('a refused payment has a record too: who, how much, and the label of the failure', () => {
  const attempt = { orderId: '5O19', status: 'Recoverable Payment' }
  const data = transactionRecord(attempt, charge)
  expect(data).toMatchObject({ payer_name: 'Alan Sample', amount: '25.00', card_brand: null })
  expect(TransactionSchema.safeParse({ data }).success).toBe(true)
})
