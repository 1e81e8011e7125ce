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

  test('is null for a payment at the venue once the appointment is over', () => {
    const booked = { status: 'booked', payment_status: 'paid', price_pence: 1500 } as const
    expect(paymentInWords(booked, true)).toBeNull()
    expect(paymentInWords({ ...booked, price_pence: 0 }, true)).toBe('Nothing to pay')
  })
})
