import { describe, expect, test } from 'vitest'
import type { Appointment } from './contract.ts'
import { refundIfCancelled, refundStatusInWords, refundUntil } from './refund-text.ts'
import { ukInstant } from './uk-time.ts'

const PAID_AT = ukInstant('2026-12-20', '21:00')
const EARLY = ukInstant('2027-01-12', '09:00')
const LATE = ukInstant('2027-01-22', '10:20')

function paid(changes: Partial<NonNullable<Appointment['paid']>> = {}) {
  return { amount_pence: 2500, fee_pence: 103, paid_at: PAID_AT.toISOString(), ...changes }
}

const paidOn = (date: string) => ({
  paid: paid({ paid_at: ukInstant(date, '21:00').toISOString() }),
})

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
    paid: paid(),
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
      'We will refund £23.97 to your card by 1 February 2027. This is what you paid, minus the card processing charge of £1.03.',
    )
  })

  test('the PayPal account, where that paid', () => {
    const byPayPal = appointment({ paid: paid({ from: 'paypal' }) })
    expect(refundIfCancelled(byPayPal, EARLY)).toBe(
      'We will refund £23.97 to your PayPal account by 1 February 2027. This is what you paid, minus the payment processing charge of £1.03.',
    )
    const both = appointment({
      paid: paid({ from: 'both' }),
      status: 'cancelled',
      ...refund('done'),
    })
    expect(refundStatusInWords(both)).toBe(
      'We have refunded £23.97 to your card and PayPal account.',
    )
  })

  test('no charge when there is none', () => {
    const noFee = paid({ fee_pence: 0 })
    expect(refundIfCancelled(appointment({ paid: noFee }), EARLY)).toBe(
      'We will refund £25.00 to your card by 1 February 2027.',
    )
  })

  test('that it is too late', () => {
    expect(refundIfCancelled(appointment(), LATE)).toBe(
      'Your appointment is less than 2 business days away, so we cannot refund you.',
    )
  })

  test('that the charge is all that was paid', () => {
    const little = paid({ amount_pence: 30, fee_pence: 30 })
    expect(refundIfCancelled(appointment({ paid: little }), EARLY)).toMatch(
      /no more than the card processing charge/,
    )
  })

  test('nothing when nothing was paid or it is refunded', () => {
    expect(refundIfCancelled(appointment({ paid: null }), EARLY)).toBeNull()
    expect(refundIfCancelled(appointment(refund('done')), EARLY)).toBeNull()
  })
})

describe('within 14 days of paying, the page names', () => {
  test.each(['2027-01-11', '2026-12-29'])('all of it, 14 days from now: paid on %s', (date) => {
    expect(refundIfCancelled(appointment(paidOn(date)), EARLY)).toBe(
      'We will refund £25.00 to your card by 26 January 2027. This is everything you paid, because you are cancelling within 14 days of paying.',
    )
  })

  test('that sum also when it would be too late', () => {
    expect(refundIfCancelled(appointment(paidOn('2027-01-11')), LATE)).toMatch(
      /£25\.00 to your card/,
    )
  })

  test.each([
    [
      'and what follows, where the policy gives something later',
      '2027-01-01',
      'If you cancel by 15 January 2027, 14 days after paying, we will refund everything you paid. After that, if you cancel before 10:20 on Friday 22 January 2027, we will refund all but the card processing charge.',
    ],
    [
      'and nothing else, where it gives nothing later',
      '2027-01-09',
      'If you cancel by 23 January 2027, 14 days after paying, we will refund everything you paid.',
    ],
    [
      'until the appointment, where that comes first',
      '2027-01-12',
      'If you cancel before your appointment starts, we will refund everything you paid.',
    ],
  ])('the last day %s', (_, date, says) => {
    expect(refundUntil(appointment(paidOn(date)), EARLY)).toBe(says)
  })

  test('the longer of this right and that of a changed time', () => {
    const free = { free_cancel_until: ukInstant('2027-01-19', '09:00').toISOString() }
    expect(refundUntil(appointment({ ...paidOn('2027-01-01'), ...free }), EARLY)).toBe(
      'If you cancel before then, we will refund everything you paid.',
    )
    expect(refundUntil(appointment({ ...paidOn('2027-01-09'), ...free }), EARLY)).toMatch(
      /^If you cancel by 23 January 2027/,
    )
  })
})

describe('beside the appointment, the page names', () => {
  test.each([
    [
      EARLY,
      'If you cancel before 10:20 on Friday 22 January 2027, we will refund what you paid, minus the card processing charge.',
    ],
    [LATE, 'The last moment to cancel for a refund was 10:20 on Friday 22 January 2027.'],
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
      'We have not been able to refund £23.97 to your card. Our office is looking into it.',
    ],
    [{}, 'We cannot refund the £25.00 you paid.'],
    [{ paid: null }, null],
  ])('%j: %s', (changes, story) => {
    expect(refundStatusInWords(appointment({ status: 'cancelled', ...changes }))).toBe(story)
  })
})
