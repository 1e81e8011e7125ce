import { expect, test } from 'vitest'
import { differenceAt, moveMoneyInWords } from './move-money.ts'

const booked = (change: object = {}) => ({
  pricePence: 2500,
  paymentStatus: 'not paid',
  money: null,
  ...change,
})
const paid = (heldPence: number, duePence = 0) => ({ paidPence: heldPence, heldPence, duePence })

test.each([
  [0, booked(), 'The price there is £0.00, instead of £25.00. Nothing is left to pay.'],
  [0, booked({ pricePence: 0 }), 'There is nothing to pay.'],
  [
    3000,
    booked(),
    'The price there is £30.00, instead of £25.00. The member still has to pay £30.00.',
  ],
  [2500, booked(), 'The price stays £25.00. The member still has to pay £25.00.'],
  [
    3000,
    booked({ paymentStatus: 'waived' }),
    'The price there is £30.00, instead of £25.00. The payment stays waived.',
  ],
  [
    2500,
    booked({ paymentStatus: 'paid by card', money: paid(2500) }),
    'The price stays £25.00. Nothing is left to pay.',
  ],
  [
    3000,
    booked({ paymentStatus: 'paid by card', money: paid(2500) }),
    'The price there is £30.00, instead of £25.00. The member will then have £5.00 more to pay.',
  ],
  [
    2500,
    booked({ money: paid(1000, 1500) }),
    'The price stays £25.00. The member still has to pay £15.00.',
  ],
  // £5 of it was waived.
  [
    2500,
    booked({ money: paid(0, 2000) }),
    'The price stays £25.00. The member still has to pay £20.00.',
  ],
  [
    2500,
    booked({ paymentStatus: 'paid at the venue', money: paid(2000) }),
    'The price stays £25.00. Nothing is left to pay.',
  ],
  [
    3000,
    booked({ money: paid(0, 2000) }),
    'The price there is £30.00, instead of £25.00. The member still has to pay £30.00.',
  ],
])('a move to a price of %i pence says what is to pay', (pricePence, of, words) => {
  expect(moveMoneyInWords(pricePence, of)).toBe(words)
})

test('what was paid goes back, and nothing is asked twice where the price stays the same', () => {
  expect(differenceAt(2000, booked({ money: paid(2500) }))).toBe(-500)
  expect(differenceAt(2500, booked({ money: paid(1000) }))).toBe(0)
  expect(differenceAt(2000, booked())).toBe(0)
})
