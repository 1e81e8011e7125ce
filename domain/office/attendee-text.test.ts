import { expect, test } from 'vitest'
import { attendeePayment } from './attendee-text.ts'

const booked = {
  payment_status: 'paid',
  price: 2500,
  money: null,
  free_repeat: false,
}

test.each([
  ['At the venue', booked],
  ['Nothing to pay', { ...booked, price: 0 }],
  ['Not paid', { ...booked, payment_status: 'not paid' }],
  ['Waived', { ...booked, payment_status: 'waived' }],
  ['Paid at the venue', { ...booked, payment_status: 'paid at the venue' }],
  ['Free repeat test', { ...booked, payment_status: 'waived', free_repeat: true }],
  ['£25.00 paid, £5.00 refunded.', { ...booked, money: '£25.00 paid, £5.00 refunded.' }],
  ['', { ...booked, payment_status: null, price: null }],
])('the payment is %j', (words, attendee) => {
  expect(attendeePayment(attendee)).toBe(words)
})
