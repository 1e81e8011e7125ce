import type { Appointment } from '../../domain/contract.ts'
import type { CaptureAnswer, Payment } from '../../domain/payment-schemas.ts'
import type { PaymentSource } from '../../domain/payment-source.ts'
import { isRecoverable } from '../../domain/payments.ts'
import { ApiError } from '../api.ts'
import {
  NO_RESPONSE,
  NOT_PROCESSED,
  nonRecoverableProblem,
  type PayProblem,
  recoverableProblem,
  refusalOf,
  refusedProblem,
  transactionText,
} from './payment-text.ts'
import { captureOf, type PaymentAttempt } from './transaction.ts'

export type PayState =
  | { step: 'form'; problem: PayProblem | null }
  /** The member's bank or PayPal asks for confirmation. */
  | { step: 'paying'; source: PaymentSource }
  /** The capture was requested; `tries` is the number of status requests. */
  | { step: 'capturing'; message: string | null; tries: number }
  | { step: 'leaving'; message: string | null }

export type SettlementDeps = {
  /** Idempotent: the server captures each order once. */
  capture: (orderId: string) => Promise<CaptureAnswer | null>
  getPayment: (orderId: string) => Promise<Payment>
  record: (attempt: PaymentAttempt) => Promise<unknown>
  /** Null when the payment books nothing. */
  book: () => Promise<Pick<Appointment, 'reference'> | null>
  report: (message: string, error: unknown) => void
  /** Called before a capture; null when the capture took no money. */
  remember: (orderId: string | null) => void
  /** Redirects when a business rule refused the payment; false for other errors. */
  redirectRefused: (error: unknown) => boolean
  showPayment: () => void
  finish: (reference: string | undefined) => void
  pause: (ms: number) => Promise<void>
}

type Screen = { change: (next: PayState) => void; isWatched: () => boolean }

type Outcome = {
  orderId: string
  captures: number
  payment: Payment
  answer?: CaptureAnswer | undefined
}

const PAUSES_MS = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000]
/** How often a capture is requested when the provider never received one. */
export const MAX_CAPTURES = 4

/** Delay in ms before status request `tries` (from 0). */
export function pauseBefore(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0
}

/** Takes an approved order to its outcome: booked, refused, or shown on a page of its own. */
export function createSettlement(deps: SettlementDeps, { change, isWatched }: Screen) {
  async function capture(orderId: string, captures: number): Promise<void> {
    change({ step: 'capturing', message: null, tries: 0 })
    let answer: CaptureAnswer | null
    try {
      answer = await deps.capture(orderId)
    } catch (error) {
      return captureFailed(orderId, captures, error)
    }
    if (!answer?.payment) {
      deps.report('Payment Failure', new Error(NO_RESPONSE))
      return poll(orderId, captures, NO_RESPONSE)
    }
    await conclude({ orderId, captures, payment: answer.payment, answer })
  }

  async function captureFailed(orderId: string, captures: number, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
      return poll(orderId, captures, null)
    }
    const { issue } = refusalOf(error)
    if (issue) {
      const label = isRecoverable(issue) ? 'Recoverable Payment' : 'Non-recoverable Payment'
      const problemOf = isRecoverable(issue) ? recoverableProblem : nonRecoverableProblem
      deps.report(label, new Error(refusalText(error)))
      await record({ orderId, status: label })
      return returnToForm(problemOf(error))
    }
    if (deps.redirectRefused(error)) return returnToForm(null)
    deps.report('Payment Failure', error)
    refuse(error)
  }

  /** Requests the status with growing delays until it is final. */
  async function poll(orderId: string, captures: number, message: string | null): Promise<void> {
    for (let tries = 0; ; tries++) {
      change({ step: 'capturing', message, tries })
      await deps.pause(pauseBefore(tries))
      const payment = await getPayment(orderId)
      if (!isWatched()) return
      if (payment instanceof ApiError) return refuse(payment)
      if (payment === null || isUnderWay(payment)) continue
      if (!isUncaptured(payment)) return conclude({ orderId, captures, payment })
      if (captures >= MAX_CAPTURES) {
        deps.report('Payment Failure', new Error('the provider received no capture'))
        return returnToForm({ text: NOT_PROCESSED })
      }
      return capture(orderId, captures + 1)
    }
  }

  /** Null when the request should be repeated. */
  async function getPayment(orderId: string): Promise<Payment | ApiError | null> {
    try {
      return await deps.getPayment(orderId)
    } catch (error) {
      if (error instanceof ApiError && [401, 404].includes(error.status)) return error
      return null
    }
  }

  async function conclude(outcome: Outcome): Promise<void> {
    const { orderId, payment, answer } = outcome
    switch (payment.state) {
      case 'finalised':
        return finish(outcome)
      case 'pending review':
        await record({ orderId, status: 'PENDING', answer, payment })
        return showPayment()
      case 'refunded':
      case 'refund failed':
        await record({ orderId, status: 'REFUNDED', answer, payment })
        return showPayment()
      case 'declined':
      case 'expired': {
        const status = captureOf(answer)?.status ?? payment.state
        deps.report('Non-recoverable Payment', new Error(`The capture is ${status}.`))
        await record({ orderId, status: 'Non-recoverable Payment', answer, payment })
        return returnToForm(nonRecoverableProblem())
      }
      default:
        return poll(orderId, outcome.captures, null)
    }
  }

  async function finish({ orderId, payment, answer }: Outcome): Promise<void> {
    const { id = orderId, status = 'COMPLETED' } = captureOf(answer) ?? {}
    change({ step: 'leaving', message: transactionText(id, status) })
    await record({ orderId, status, answer, payment })
    let reference = payment.appointment?.reference
    try {
      reference = (await deps.book())?.reference ?? reference
    } catch (error) {
      // The server has booked; the spec has the browser book as well, so a failure is only logged.
      deps.report('Failed to create appointment', error)
    }
    if (isWatched()) deps.finish(reference)
  }

  /** A failure is only logged: the ledger does not depend on this record. */
  async function record(attempt: PaymentAttempt): Promise<void> {
    await deps.record(attempt).catch((error) => deps.report('Payment Failure', error))
  }

  /** On 401 the order stays remembered, so that the payment resumes after sign-in. */
  function refuse(error: ApiError): void {
    if (error.status !== 401) deps.remember(null)
    change({ step: 'form', problem: refusedProblem(error) })
  }

  function returnToForm(problem: PayProblem | null): void {
    deps.remember(null)
    change({ step: 'form', problem })
  }

  function showPayment(): void {
    change({ step: 'leaving', message: null })
    if (isWatched()) deps.showPayment()
  }

  return { capture, poll }
}

function isUnderWay({ state }: Payment): boolean {
  return state === 'capturing' || state === 'paid'
}

/** The provider has received no capture, so it may be requested again. */
function isUncaptured({ state }: Payment): boolean {
  return state === 'created' || state === 'approved'
}

function refusalText(error: unknown): string {
  const { issue, description, debugId } = refusalOf(error)
  return `${issue}: ${description} (${debugId})`
}
