import { describe, expect, test } from 'vitest'
import { exampleEvent } from '../test/app/example-event.ts'
import { howToPay } from './events.ts'
import { duePence, paymentInWords } from './how-to-pay.ts'

test.each([
  [true, 2500, 'by card'],
  [false, 1500, 'at the venue'],
  [null, 1500, 'at the venue'],
  [false, 0, 'nothing'],
  [null, 0, 'nothing'],
])('payment_required %s at %i pence is paid %s', (payment_required, price, way) => {
  expect(howToPay(exampleEvent({ payment_required, price }))).toBe(way)
})

describe('the payment of an appointment in words', () => {
  test.each([
    ['booked', 'paid by card', 2500, 'Paid by card', 0],
    ['booked', 'paid at the venue', 2500, 'Paid at the venue', 0],
    ['booked', 'not paid', 2500, 'Not paid', 0],
    ['booked', 'paid', 1500, 'Pay at the venue', 1500],
    ['booked', 'paid', 0, 'Nothing to pay', 0],
    ['cancelled', 'paid', 1500, 'Nothing to pay', 0],
  ] as const)('%s, %s at %i pence: %s', (status, payment_status, price_pence, words, due) => {
    const booked = { status, payment_status, price_pence }
    expect([paymentInWords(booked), duePence(booked)]).toEqual([words, due])
  })

  test.each([
    [['cheque'], 'Paid by cheque'],
    [['bank transfer', 'bank transfer'], 'Paid by bank transfer'],
    [['cheque', undefined], 'Paid at the venue'],
  ] as const)('of money that came by %j is: %s', (ways, words) => {
    const none = {
      refunded_pence: 0,
      on_its_way_pence: 0,
      reversed_pence: 0,
      by_hand_pence: 0,
      under_review_pence: 0,
      due_pence: 0,
    }
    const held = ways.map((way) => ({
      road: 'by hand' as const,
      pence: 1000,
      failed_pence: 0,
      owed_pence: 0,
      captured_pence: 1000,
      fee_pence: 0,
      paid_at: '2027-01-12T09:00:00.000Z',
      ...(way && { paid_by: way }),
    }))
    const money = { kind: 'paid at the venue', paid_pence: 1000, held_pence: 1000, ...none, held }
    expect(
      paymentInWords({
        status: 'booked',
        payment_status: 'paid at the venue',
        price_pence: 1000,
        money: { ...money, kind: 'paid at the venue' },
      }),
    ).toBe(words)
  })

  test('is null for a payment at the venue once the appointment is over', () => {
    const booked = { status: 'booked', payment_status: 'paid', price_pence: 1500 } as const
    expect(paymentInWords(booked, true)).toBeNull()
    expect(paymentInWords({ ...booked, price_pence: 0 }, true)).toBe('Nothing to pay')
  })
})
