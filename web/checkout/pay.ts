import type { Appointment } from '../../domain/contract.ts'
import type { CaptureAnswer, OrderAnswer, Payment } from '../../domain/payment-shapes.ts'
import { isRecoverable } from '../../domain/payments.ts'
import { ApiError } from '../api.ts'
import {
  CANCELLED,
  NO_RESPONSE,
  NOT_PROCESSED,
  nonRecoverableProblem,
  orderProblem,
  type PayProblem,
  recoverableProblem,
  refusalOf,
  refusedProblem,
  transactionWords,
} from './payment-words.ts'
import { captureOf } from './transaction.ts'

export type PayState =
  | { step: 'form'; problem: PayProblem | null }
  /** The order exists; the member's bank may ask for confirmation. */
  | { step: 'paying' }
  /** The capture was requested; `says` is what is known, `tries` the number of status requests. */
  | { step: 'taking'; says: string | null; tries: number }
  | { step: 'leaving'; says: string | null }

/** One attempt, as it is recorded for the charity. */
export type Told = {
  orderId: string
  status: string
  answer?: CaptureAnswer | undefined
  payment?: Payment | undefined
}

export type PayDeps = {
  createOrder: () => Promise<OrderAnswer>
  /** Idempotent: the server captures each order once. */
  capture: (orderId: string) => Promise<CaptureAnswer | null>
  ask: (orderId: string) => Promise<Payment>
  record: (told: Told) => Promise<unknown>
  book: () => Promise<Appointment>
  report: (message: string, error: unknown) => void
  /** Called before a capture; null when the capture took no money. */
  remember: (orderId: string | null) => void
  extendHoldOnce: (hold: NonNullable<OrderAnswer['hold']>) => void
  /** Redirects when a business rule refused the payment; false for other errors. */
  leadAway: (error: unknown) => boolean
  showPayment: () => void
  finish: (reference: string | undefined) => void
  pause: (ms: number) => Promise<void>
}

const PAUSES_MS = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000]
/** How often a capture is requested when the provider never received one. */
const MOST_CAPTURES = 4

/** Delay in ms before status request `tries` (from 0). */
export function pauseBefore(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0
}

/**
 * One card payment (spec §4), as the provider's fields drive it. A lost response is followed by a
 * status request, never by a second payment.
 */
export function createPayment(parts: PayDeps) {
  let state: PayState = { step: 'form', problem: null }
  let isWatched = true
  const listeners = new Set<() => void>()

  function change(next: PayState) {
    state = next
    for (const listener of listeners) listener()
  }

  /** `submit` hands the card to the provider, which then calls back for the order and approval. */
  async function pay(submit: () => Promise<void>): Promise<void> {
    if (state.step !== 'form') return
    change({ step: 'paying' })
    try {
      await submit()
      // Closed without approval; not every version of the fields calls `cancelled`.
      cancelled()
    } catch (error) {
      failed(error)
    }
  }

  /** Throws without an order: the fields would treat any return value as an order id. */
  async function createOrder(): Promise<string> {
    try {
      const { id, hold } = await parts.createOrder()
      if (!id) throw new Error('the answer had no order in it')
      if (hold) parts.extendHoldOnce(hold)
      return id
    } catch (error) {
      if (parts.leadAway(error)) change({ step: 'form', problem: null })
      else {
        parts.report('Payment Failure', error)
        change({ step: 'form', problem: orderProblem(error) })
      }
      throw error
    }
  }

  /** Never rejects. */
  async function approved({ orderID }: { orderID: string }): Promise<void> {
    parts.remember(orderID)
    await take(orderID, 1)
  }

  async function take(orderId: string, captures: number): Promise<void> {
    change({ step: 'taking', says: null, tries: 0 })
    let answer: CaptureAnswer | null
    try {
      answer = await parts.capture(orderId)
    } catch (error) {
      return notTaken(orderId, captures, error)
    }
    if (!answer?.payment) {
      parts.report('Payment Failure', new Error(NO_RESPONSE))
      return settle(orderId, captures, NO_RESPONSE)
    }
    await conclude({ orderId, captures, payment: answer.payment, answer })
  }

  async function notTaken(orderId: string, captures: number, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      return settle(orderId, captures, null)
    }
    const { issue } = refusalOf(error)
    if (issue) {
      const label = isRecoverable(issue) ? 'Recoverable Payment' : 'Non-recoverable Payment'
      const words = isRecoverable(issue) ? recoverableProblem : nonRecoverableProblem
      parts.report(label, new Error(wordsOf(error)))
      await tell({ orderId, status: label })
      return refundUnbookable(words(error))
    }
    if (parts.leadAway(error)) return refundUnbookable(null)
    parts.report('Payment Failure', error)
    lost(error)
  }

  /** Polls with growing delays until the payment's state is final. */
  async function settle(orderId: string, captures: number, says: string | null): Promise<void> {
    for (let tries = 0; ; tries++) {
      change({ step: 'taking', says, tries })
      await parts.pause(pauseBefore(tries))
      const payment = await askAfter(orderId)
      if (!isWatched) return
      if (payment instanceof ApiError) return lost(payment)
      if (payment === null || isUnderWay(payment)) continue
      if (!isUntouched(payment)) return conclude({ orderId, captures, payment })
      // The capture never reached the provider: nothing was taken, so it is requested again.
      if (captures >= MOST_CAPTURES) {
        parts.report('Payment Failure', new Error('the capture was never answered'))
        return refundUnbookable({ text: NOT_PROCESSED })
      }
      return take(orderId, captures + 1)
    }
  }

  async function askAfter(orderId: string): Promise<Payment | ApiError | null> {
    try {
      return await parts.ask(orderId)
    } catch (error) {
      if (error instanceof ApiError && [401, 404].includes(error.status)) return error
      return null
    }
  }

  /** On 401 the order stays remembered, so that the payment resumes after sign-in. */
  function lost(error: ApiError) {
    if (error.status !== 401) return refundUnbookable(refusedProblem(error))
    change({ step: 'form', problem: refusedProblem(error) })
  }

  async function conclude(known: Concluded): Promise<void> {
    const { orderId, payment, answer } = known
    switch (payment.state) {
      case 'finalised':
        return finish(known)
      case 'pending review':
        await tell({ orderId, status: 'PENDING', answer, payment })
        return leaveTo(parts.showPayment)
      case 'refunded':
      case 'refund failed':
        await tell({ orderId, status: 'REFUNDED', answer, payment })
        return leaveTo(parts.showPayment)
      case 'declined':
      case 'expired': {
        const said = captureOf(answer)?.status ?? payment.state
        parts.report('Non-recoverable Payment', new Error(`The capture is ${said}.`))
        await tell({ orderId, status: 'Non-recoverable Payment', answer, payment })
        return refundUnbookable(nonRecoverableProblem())
      }
      default:
        return settle(orderId, known.captures, null)
    }
  }

  async function finish({ orderId, payment, answer }: Concluded): Promise<void> {
    const capture = captureOf(answer)
    const says = transactionWords(capture?.id ?? orderId, capture?.status ?? 'COMPLETED')
    change({ step: 'leaving', says })
    await tell({ orderId, status: capture?.status ?? 'COMPLETED', answer, payment })
    let reference = payment.appointment?.reference
    try {
      reference = (await parts.book()).reference
    } catch (error) {
      // Already booked on the server; the spec's browser books as well, so a failure is only
      // logged.
      parts.report('Failed to create appointment', error)
    }
    if (isWatched) parts.finish(reference)
  }

  /** A failure is only logged: the ledger does not depend on this record. */
  async function tell(told: Told): Promise<void> {
    await parts.record(told).catch((error) => parts.report('Payment Failure', error))
  }

  function refundUnbookable(problem: PayProblem | null) {
    parts.remember(null)
    change({ step: 'form', problem })
  }

  function leaveTo(show: () => void) {
    change({ step: 'leaving', says: null })
    if (isWatched) show()
  }

  function cancelled(): void {
    if (state.step === 'paying') change({ step: 'form', problem: CANCELLED })
  }

  function failed(error: unknown): void {
    if (state.step !== 'paying') return
    parts.report('Payment Failure', error)
    change({ step: 'form', problem: { text: NOT_PROCESSED } })
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch() {
      isWatched = true
      return () => {
        isWatched = false
      }
    },
    /** Finds the outcome of a payment after a page load. */
    async resume(orderId: string): Promise<void> {
      if (state.step === 'form') await settle(orderId, MOST_CAPTURES, null)
    },
    pay,
    createOrder,
    approved,
    cancelled,
    failed,
  }
}
export type CardPayment = ReturnType<typeof createPayment>

type Concluded = {
  orderId: string
  captures: number
  payment: Payment
  answer?: CaptureAnswer | undefined
}

function isUnderWay({ state }: Payment): boolean {
  return state === 'capturing' || state === 'paid'
}

/** The provider has received no capture. */
function isUntouched({ state }: Payment): boolean {
  return state === 'created' || state === 'approved'
}

function wordsOf(error: unknown): string {
  const { issue, description, debugId } = refusalOf(error)
  return `${issue}: ${description} (${debugId})`
}
