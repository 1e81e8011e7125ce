import { describe, expect, test } from 'vitest'
import type { CaptureAnswer, Payment } from '../../domain/payment-schemas.ts'
import { ApiError } from '../api.ts'
import { createPayment, type PayDeps } from './pay.ts'
import { CANCELLED, CANCELLED_AT_PAYPAL } from './payment-text.ts'
import { pauseBefore } from './settle-order.ts'
import type { PaymentAttempt } from './transaction.ts'

const ORDER = '5O190127TN364715T'
const GENERIC =
  'Sorry, your transaction could not be processed. Please try again later or with a different payment card.'
const appointment = { reference: 'CH-7H2K' } as unknown as Payment['appointment']
const paymentIn = (state: Payment['state']): Payment => ({
  order_id: ORDER,
  state,
  amount_pence: 2500,
  event_id: 3,
  date: '2026-12-05',
  slot: '10:20',
  source: 'card',
  appointment: state === 'finalised' ? appointment : null,
  refund: null,
})
const captured = (state: Payment['state'], status = 'COMPLETED'): CaptureAnswer => ({
  id: ORDER,
  status: 'COMPLETED',
  purchase_units: [{ payments: { captures: [{ id: '3C67', status }] } }],
  payment: paymentIn(state),
})
const refused = (status: number, code: string, issue?: string) =>
  new ApiError(status, {
    error: 'no',
    code,
    ...(issue && { details: [{ issue, description: 'It says no.' }], debug_id: 'f00d' }),
  })

type Scene = Omit<Partial<PayDeps>, 'capture' | 'getPayment'> & {
  captures?: (CaptureAnswer | null | Error)[]
  reads?: (Payment | Error)[]
}

/** A payment with a stubbed server, and a record of its calls. */
function stage({ captures = [captured('finalised')], reads = [], ...others }: Scene = {}) {
  const done = {
    orders: 0,
    source: null as 'card' | 'paypal' | null,
    captures: 0,
    reads: 0,
    pauses: [] as number[],
    reports: [] as string[],
    records: [] as PaymentAttempt[],
    finished: [] as (string | undefined)[],
    shown: 0,
    remembered: null as string | null,
  }
  const inTurn = <T>(answers: (T | Error)[], n: number): T => {
    const answer = answers[Math.min(n, answers.length - 1)]
    if (answer === undefined) throw new Error('the scene has no answer for this')
    if (answer instanceof Error) throw answer
    return answer
  }
  const payment = createPayment({
    async createOrder(source) {
      done.orders++
      done.source = source
      const hold = { hold_id: 'h', slot: '10:20', expires_at: '2026-11-21T16:00:00Z' }
      return { id: ORDER, status: 'CREATED', hold }
    },
    capture: async () => inTurn(captures, done.captures++),
    getPayment: async () => inTurn(reads, done.reads++),
    record: async (attempt) => done.records.push(attempt),
    book: async () => ({ reference: 'CH-7H2K' }) as Awaited<ReturnType<PayDeps['book']>>,
    report: (message) => done.reports.push(message),
    remember: (orderId) => {
      done.remembered = orderId
    },
    extendHoldOnce: () => undefined,
    redirectRefused: () => false,
    showPayment: () => {
      done.shown++
    },
    finish: (reference) => done.finished.push(reference),
    pause: async (ms) => {
      done.pauses.push(ms)
    },
    ...others,
  })
  const payByCard = () =>
    payment.pay(async () => payment.approved({ orderID: await payment.createOrder() }))
  return { payment, done, payByCard }
}

describe('a payment that goes through', () => {
  test('is recorded and booked, and leads to the confirmation', async () => {
    const { payment, done, payByCard } = stage()
    await payByCard()
    expect(done).toMatchObject({ orders: 1, captures: 1, reads: 0, finished: ['CH-7H2K'] })
    expect(done.records).toMatchObject([{ orderId: ORDER, status: 'COMPLETED' }])
    expect(done.reports).toEqual([])
    expect(payment.state()).toEqual({
      step: 'leaving',
      message:
        'Transaction 3C67: COMPLETED. Please wait while we process your payment and navigate you to the next step.',
    })
  })

  test('is made once, however often Pay is pressed', async () => {
    const { done, payByCard } = stage()
    await Promise.all([payByCard(), payByCard(), payByCard()])
    expect(done).toMatchObject({ orders: 1, captures: 1, finished: ['CH-7H2K'] })
  })

  test('leads on, and is reported, when the appointment or the record cannot be asked for', async () => {
    const away = async () => Promise.reject(new Error('away'))
    const { done, payByCard } = stage({ book: away, record: away })
    await payByCard()
    expect(done.finished).toEqual(['CH-7H2K'])
    expect(done.reports).toEqual(['Payment Failure', 'Failed to create appointment'])
  })
})

describe('a payment whose answer does not come', () => {
  const lost = new TypeError('Failed to fetch')

  test.each([
    ['the network was lost', lost],
    ['the server was away', refused(503, 'payments_away')],
    ['the answer was empty', null],
    ['the provider had not said yet', { payment: paymentIn('capturing') }],
  ])('is asked after until it is known, and not made twice: %s', async (_why, answer) => {
    const reads = [lost, paymentIn('capturing'), paymentIn('paid'), paymentIn('finalised')]
    const { done, payByCard } = stage({ captures: [answer], reads })
    await payByCard()
    expect(done).toMatchObject({ orders: 1, captures: 1, reads: 4, finished: ['CH-7H2K'] })
    expect(done.pauses).toEqual([0, 1, 2, 3].map(pauseBefore))
    expect(done.records).toMatchObject([{ status: 'COMPLETED' }])
  })

  test('says that the provider did not respond', async () => {
    const { payment, done, payByCard } = stage({
      captures: [null],
      reads: [paymentIn('finalised')],
      async pause() {
        expect(payment.state()).toMatchObject({
          step: 'capturing',
          message: 'No response from PayPal',
        })
      },
    })
    await payByCard()
    expect(done.reports).toEqual(['Payment Failure'])
    expect(done.finished).toHaveLength(1)
  })

  test('is captured again, for the same order, where the question never arrived', async () => {
    const captures = [lost, captured('finalised')]
    const { done, payByCard } = stage({ captures, reads: [paymentIn('approved')] })
    await payByCard()
    expect(done).toMatchObject({ orders: 1, captures: 2, finished: ['CH-7H2K'] })
  })

  test('ends where it can never be captured', async () => {
    const { payment, done, payByCard } = stage({ captures: [lost], reads: [paymentIn('approved')] })
    await payByCard()
    expect(done.captures).toBe(4)
    expect(payment.state()).toEqual({ step: 'form', problem: { text: GENERIC } })
  })

  test('is no longer requested after leaving the screen', async () => {
    const { payment, done, payByCard } = stage({
      captures: [lost],
      reads: [paymentIn('capturing')],
      async pause() {
        if (done.reads === 3) leave()
      },
    })
    const leave = payment.watch()
    await payByCard()
    expect(done).toMatchObject({ reads: 4, finished: [], remembered: ORDER })
  })

  test('is remembered while the member is signed out', async () => {
    const reads = [refused(401, 'sign_in_required')]
    const { payment, done, payByCard } = stage({ captures: [lost], reads })
    await payByCard()
    expect(payment.state()).toMatchObject({ step: 'form', problem: { isSignedOut: true } })
    expect(done.remembered).toBe(ORDER)
  })

  test('is found out about after a reload', async () => {
    const { payment, done } = stage({ reads: [paymentIn('capturing'), paymentIn('finalised')] })
    await payment.resume(ORDER)
    expect(done).toMatchObject({ captures: 0, reads: 2, finished: ['CH-7H2K'] })
  })
})

describe('a payment that is refused', () => {
  test.each([
    ['INSTRUMENT_DECLINED', /^Your bank did not confirm .* different card/],
    ['PAYER_ACTION_REQUIRED', /^Your bank could not confirm .* Press Pay again/],
  ])('can be tried again after %s, in our own words', async (issue, advice) => {
    const captures = [refused(422, 'payment_refused', issue), captured('finalised')]
    const { payment, done, payByCard } = stage({ captures })
    await payByCard()
    expect(payment.state()).toEqual({
      step: 'form',
      problem: { text: GENERIC, more: expect.stringMatching(advice) },
    })
    expect(done).toMatchObject({ reports: ['Recoverable Payment'], remembered: null })
    expect(done.records).toMatchObject([{ orderId: ORDER, status: 'Recoverable Payment' }])
    await payByCard()
    expect(done).toMatchObject({ orders: 2, finished: ['CH-7H2K'] })
  })

  test('says what the provider says when no card would help', async () => {
    const captures = [refused(422, 'payment_refused', 'COMPLIANCE_VIOLATION')]
    const { payment, done, payByCard } = stage({ captures })
    await payByCard()
    expect(payment.state()).toMatchObject({
      problem: {
        text: GENERIC,
        advice: expect.stringContaining('You have not been charged.'),
        more: 'Non-recoverable error: It says no. (f00d)',
      },
    })
    expect(done.reports).toEqual(['Non-recoverable Payment'])
    expect(done.records).toMatchObject([{ status: 'Non-recoverable Payment' }])
  })

  test('a capture that the bank declined is one', async () => {
    const { payment, done, payByCard } = stage({ captures: [captured('declined', 'DECLINED')] })
    await payByCard()
    expect(payment.state()).toEqual({ step: 'form', problem: { text: GENERIC } })
    expect(done).toMatchObject({ reports: ['Non-recoverable Payment'], finished: [], shown: 0 })
  })

  test('leads to the times when the place went before the money was asked for', async () => {
    const { payment, done, payByCard } = stage({
      captures: [refused(409, 'slot_taken')],
      redirectRefused: () => true,
    })
    await payByCard()
    expect(payment.state()).toEqual({ step: 'form', problem: null })
    expect(done).toMatchObject({ reports: [], remembered: null })
  })

  test.each(['pending review', 'refunded', 'refund failed'] as const)(
    'has a page of its own when it is %s',
    async (state) => {
      const { done, payByCard } = stage({ captures: [captured(state)] })
      await payByCard()
      expect(done).toMatchObject({ shown: 1, finished: [], remembered: ORDER })
    },
  )
})

describe('a payment that does not begin', () => {
  const payWithout = (createOrder: PayDeps['createOrder'], more: Partial<PayDeps> = {}) => {
    const { payment, done, payByCard } = stage({ createOrder, ...more })
    return { payment, done, payByCard }
  }

  test.each([
    [
      'the provider says why',
      refused(422, 'payment_refused', 'CURRENCY_NOT_SUPPORTED'),
      'Could not initiate PayPal Checkout...CURRENCY_NOT_SUPPORTED It says no. (f00d)',
    ],
    [
      'nobody knows why',
      new TypeError('Failed to fetch'),
      'Could not initiate PayPal Checkout...Unexpected error occurred, please try again.',
    ],
  ])('%s', async (_why, error, text) => {
    const { payment, done, payByCard } = payWithout(async () => Promise.reject(error))
    await payByCard()
    expect(payment.state()).toEqual({ step: 'form', problem: { text } })
    expect(done).toMatchObject({ reports: ['Payment Failure'], captures: 0, records: [] })
  })

  test('an answer without an order is an error for the fields', async () => {
    const { payment } = payWithout(async () => ({ id: '' }) as never)
    await expect(payment.createOrder()).rejects.toThrow('no order')
  })

  test('a rule of the charity leads away without an error report', async () => {
    const { payment, done, payByCard } = payWithout(
      async () => Promise.reject(refused(409, 'duplicate')),
      { redirectRefused: () => true },
    )
    await payByCard()
    expect(payment.state()).toEqual({ step: 'form', problem: null })
    expect(done.reports).toEqual([])
  })

  test('the form is usable again after closing the bank’s question, however that is reported', async () => {
    const { payment } = stage()
    await payment.pay(async () => payment.cancelled())
    expect(payment.state()).toMatchObject({ problem: CANCELLED })
    await payment.pay(async () => undefined)
    expect(payment.state()).toMatchObject({ problem: CANCELLED })
  })

  test('the form is usable again when the fields fail, however that is reported', async () => {
    const { payment, done } = stage()
    await payment.pay(async () => payment.failed(new Error('frame')))
    expect(payment.state()).toEqual({ step: 'form', problem: { text: GENERIC } })
    await payment.pay(async () => Promise.reject(new Error('frame')))
    expect(payment.state()).toEqual({ step: 'form', problem: { text: GENERIC } })
    expect(done.reports).toEqual(['Payment Failure', 'Payment Failure'])
  })

  test('a late fault of the fields does not take a captured payment back', async () => {
    const { payment, payByCard } = stage()
    await payByCard()
    payment.failed(new Error('late'))
    payment.cancelled()
    expect(payment.state().step).toBe('leaving')
  })
})

describe('PayPal’s own button', () => {
  test('makes the order for PayPal, and its approval is captured as a card’s is', async () => {
    const answer = { ...captured('finalised'), payment_source: { paypal: {} } }
    const { payment, done } = stage({ captures: [answer] })
    const orderID = await payment.createPayPalOrder()
    expect(payment.state()).toEqual({ step: 'paying', source: 'paypal' })
    await payment.approved({ orderID })
    expect(done).toMatchObject({ orders: 1, source: 'paypal', captures: 1 })
    expect(done.finished).toEqual(['CH-7H2K'])
  })

  test('after a closed window leaves the form for a card', async () => {
    const { payment, done, payByCard } = stage()
    await payment.createPayPalOrder()
    payment.cancelled()
    expect(payment.state()).toEqual({ step: 'form', problem: CANCELLED_AT_PAYPAL })
    await payByCard()
    expect(done).toMatchObject({ orders: 2, source: 'card', captures: 1 })
  })

  test('starts nothing while a card is being charged, and says why no order was made', async () => {
    const { payment, done } = stage()
    await payment.pay(async () => {
      await expect(payment.createPayPalOrder()).rejects.toThrow('in progress')
    })
    expect(done.orders).toBe(0)
    const createOrder = async () => Promise.reject(refused(503, 'payments_away'))
    const away = stage({ createOrder })
    await expect(away.payment.createPayPalOrder()).rejects.toThrow()
    away.payment.failed(new Error('from the button'))
    expect(away.payment.state()).toMatchObject({ step: 'form' })
    expect(away.done.reports).toEqual(['Payment Failure'])
  })
})
