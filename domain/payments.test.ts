import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimalPounds,
  eventInDescription,
  isRecoverable,
  mayCapture,
  paymentDescription,
  penceOf,
  whyNotCapture,
} from './payments.ts'
import { refusalSentence } from './refusals.ts'

describe('the bank’s answer decides whether money is taken', () => {
  // The provider's table (rules §4.4), row by row; '-' is absent.
  test.each([
    ['POSSIBLE', 'Y', 'Y', 'yes'],
    ['POSSIBLE', 'Y', 'A', 'yes'],
    ['YES', 'Y', 'Y', 'yes'],
    ['NO', 'N', '-', 'yes'],
    ['NO', 'U', '-', 'yes'],
    ['NO', 'B', '-', 'yes'],
    ['NO', 'Y', 'N', 'another card'],
    ['NO', 'Y', 'R', 'another card'],
    ['NO', 'Y', 'U', 'again'],
    ['NO', 'Y', '-', 'again'],
    ['NO', 'Y', 'C', 'again'],
    ['NO', 'Y', 'D', 'again'],
    ['NO', 'Y', 'I', 'again'],
    ['NO', 'U', 'N', 'again'],
    ['NO', '-', '-', 'again'],
    ['UNKNOWN', 'Y', 'Y', 'again'],
    ['UNKNOWN', '-', '-', 'again'],
    ['something new', 'Y', 'Y', 'again'],
  ])('%s, enrolled %s, answer %s: %s', (shift, enrolled, answer, decision) => {
    const given = (value: string) => (value === '-' ? null : value)
    const authentication = {
      liability_shift: shift,
      three_d_secure: {
        enrollment_status: given(enrolled),
        authentication_status: given(answer),
      },
    }
    expect(mayCapture(authentication, { always: false })).toBe(decision)
    expect(mayCapture(authentication, { always: true })).toBe(decision)
  })

  test.each([[null], [undefined], [{}], [{ liability_shift: null }], [{ liability_shift: '' }]])(
    'no answer (%j): yes, unless we ask for one each time',
    (none) => {
      expect(mayCapture(none, { always: false })).toBe('yes')
      expect(mayCapture(none, { always: true })).toBe('another card')
    },
  )

  test('and whatever it says, a refusal of an enrolled card is never a yes', () => {
    const odd = fc.option(fc.oneof(fc.constantFrom('Y', 'N', 'U', 'R', 'A', 'B'), fc.string()))
    fc.assert(
      fc.property(fc.boolean(), odd, odd, (always, enrolled, answer) => {
        const three_d_secure = { enrollment_status: enrolled, authentication_status: answer }
        const said = mayCapture({ liability_shift: 'NO', three_d_secure }, { always })
        expect(said === 'yes').toBe(['N', 'U', 'B'].includes(enrolled ?? '') && !answer)
      }),
    )
  })
})

test('only what the man can mend is recoverable', () => {
  const issues = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'TRANSACTION_REFUSED', undefined]
  expect(issues.map(isRecoverable)).toEqual([true, true, false, false])
})

describe('amounts and descriptions', () => {
  test.each([
    [0, '0.00'],
    [1, '0.01'],
    [99, '0.99'],
    [2500, '25.00'],
    [100_005, '1000.05'],
  ])('%i pence is %s', (pence, text) => {
    expect(decimalPounds(pence)).toBe(text)
    expect(penceOf(text)).toBe(pence)
  })

  test('of every size come back as they went', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99_999_999_999 }), (pence) => {
        expect(penceOf(decimalPounds(pence))).toBe(pence)
      }),
    )
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is none', (pence) => {
    expect(() => decimalPounds(pence)).toThrow(RangeError)
  })

  test.each(['', '25', '25.0', '25.000', '-25.00', '+25.00', '1e3', ' 25.00', '25,00', '٢٥.٠٠'])(
    '"%s" is none',
    (text) => {
      expect(penceOf(text)).toBeNull()
    },
  )

  test('text that is no amount is never read as one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const pence = penceOf(text)
        if (pence !== null) expect(Number(text) * 100).toBeCloseTo(pence, 4)
      }),
    )
  })

  test('say product, day and event', () => {
    const event = { product_name: 'Total PSA Test', event_date: '2026-12-05', event_id: 12 }
    expect(paymentDescription(event)).toBe('Total PSA Test 05/12/2026 (12)')
    expect(eventInDescription('Total PSA Test 05/12/2026 (12)')).toBe(12)
  })

  test.each(['', 'Total PSA Test', '(12) later', '()', '(-1)', '(1.5)', `(${'9'.repeat(16)})`])(
    '"%s" names no event',
    (text) => {
      expect(eventInDescription(text)).toBeNull()
    },
  )

  test('name the event again, whatever the product is called', () => {
    const id = fc.integer({ min: 1, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(fc.string(), id, (name, event_id) => {
        const event = { product_name: name, event_date: '2027-01-26', event_id }
        expect(eventInDescription(paymentDescription(event))).toBe(event_id)
      }),
    )
  })
})

test.each(['payment_under_way', 'payment_over', 'payment_refused', 'payments_away'] as const)(
  'there are words for %s',
  (reason) => {
    expect(refusalSentence(reason)).toMatch(/\.$/)
  },
)

describe('an order is captured only from what was offered', () => {
  const paid = { paymentId: 'a', value: '25.00', currency: 'GBP' }
  const issueOf = (
    chosen: 'card' | 'paypal',
    source: 'card' | 'paypal' | 'other',
    { takesPayPal = true, shift = null as string | null } = {},
  ) =>
    whyNotCapture(
      { id: 'a', amountPence: 2500, currency: 'GBP', source: chosen },
      { ...paid, source, authentication: shift === null ? null : { liability_shift: shift } },
      { always: false, takesPayPal },
    )?.issue ?? null

  test('a PayPal account where it is offered, and no other wallet', () => {
    expect(issueOf('paypal', 'paypal')).toBeNull()
    expect(issueOf('card', 'paypal')).toBeNull()
    expect(issueOf('paypal', 'paypal', { takesPayPal: false })).toBe('PAYMENT_SOURCE_NOT_OFFERED')
    expect(issueOf('card', 'other')).toBe('PAYMENT_SOURCE_NOT_OFFERED')
  })

  test('a card, with the bank’s confirmation where the order asked for none', () => {
    expect(issueOf('card', 'card')).toBeNull()
    expect(issueOf('paypal', 'card')).toBe('INSTRUMENT_DECLINED')
    expect(issueOf('paypal', 'card', { shift: 'POSSIBLE' })).toBeNull()
  })
})
