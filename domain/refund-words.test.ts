import { describe, expect, test } from 'vitest'
import type { Appointment } from './contract.ts'
import { refundIfCancelled, refundStatusInWords, refundUntil } from './refund-words.ts'
import { ukInstant } from './uk-time.ts'

const EARLY = ukInstant('2027-01-12', '09:00')
const LATE = ukInstant('2027-01-22', '10:20')

function appointment(changes: Partial<Appointment> = {}): Appointment {
  return {
    appointment_id: 1,
    reference: 'ABCD-EFGH',
    event_id: 1,
    event_name: 'Colchester PSA screening',
    event_location: 'Colchester',
    product_name: 'Total PSA Test',
    email: 'man@example.org',
    appt_date: '2027-01-26',
    appt_time: '10:20',
    appt_end_time: '10:40',
    status: 'booked',
    payment_status: 'paid by card',
    price_pence: 2500,
    paid: { amount_pence: 2500, fee_pence: 103 },
    refund: null,
    ...changes,
  }
}

const refund = (state: NonNullable<Appointment['refund']>['state']) => ({
  refund: { amount_pence: 2397, arrives_by: '2027-02-01', state },
})

describe('before cancelling, the page names', () => {
  test('the refund and its date', () => {
    expect(refundIfCancelled(appointment(), EARLY)).toBe(
      'We will refund £23.97 to your card by 1 February 2027: the price less the card processing charge of £1.03.',
    )
  })

  test('no charge when there is none', () => {
    const paid = { amount_pence: 2500, fee_pence: 0 }
    expect(refundIfCancelled(appointment({ paid }), EARLY)).toBe(
      'We will refund £25.00 to your card by 1 February 2027.',
    )
  })

  test('that it is too late', () => {
    expect(refundIfCancelled(appointment(), LATE)).toBe(
      'It is less than 2 business days before your appointment, so nothing is refunded.',
    )
  })

  test('that the charge is all that was paid', () => {
    const paid = { amount_pence: 30, fee_pence: 30 }
    expect(refundIfCancelled(appointment({ paid }), EARLY)).toMatch(/charge is all that you paid/)
  })

  test('nothing when nothing was paid or it is refunded', () => {
    expect(refundIfCancelled(appointment({ paid: null }), EARLY)).toBeNull()
    expect(refundIfCancelled(appointment(refund('done')), EARLY)).toBeNull()
  })
})

describe('beside the appointment, the page names', () => {
  test.each([
    [
      EARLY,
      'If you cancel before 10:20 on Friday 22 January 2027, we refund what you paid less the card processing charge.',
    ],
    [LATE, 'A refund was possible before 10:20 on Friday 22 January 2027.'],
  ])('at %o: %s', (now, says) => {
    expect(refundUntil(appointment(), now)).toBe(says)
  })

  test('no refund when nothing was paid or it is refunded', () => {
    expect(refundUntil(appointment({ paid: null }), EARLY)).toBeNull()
    expect(refundUntil(appointment(refund('queued')), EARLY)).toBeNull()
  })
})

describe('after cancelling, the page shows', () => {
  test.each([
    [refund('queued'), 'We will refund £23.97 to your card by 1 February 2027.'],
    [refund('sent'), 'We will refund £23.97 to your card by 1 February 2027.'],
    [refund('done'), 'We have refunded £23.97 to your card.'],
    [
      refund('failed'),
      'We could not refund £23.97 to your card yet. Our office is looking into it.',
    ],
    [{}, 'The £25.00 that you paid is not refunded.'],
    [{ paid: null }, null],
  ])('%j: %s', (changes, story) => {
    expect(refundStatusInWords(appointment({ status: 'cancelled', ...changes }))).toBe(story)
  })
})
