import type { OrderAnswer } from '../../domain/payment-schemas.ts'
import type { PaymentSource } from '../../domain/payment-source.ts'
import { CANCELLED, CANCELLED_AT_PAYPAL, NOT_PROCESSED, orderProblem } from './payment-text.ts'
import {
  createSettlement,
  MAX_CAPTURES,
  type PayState,
  type SettlementDeps,
} from './settle-order.ts'

export type PayDeps = SettlementDeps & {
  createOrder: (source: PaymentSource) => Promise<OrderAnswer>
  extendHoldOnce: (hold: NonNullable<OrderAnswer['hold']>) => void
}

/**
 * One payment (rules §4.3), as the provider's card fields or its own button drive it. A lost response is followed by a
 * status request, never by a second payment.
 */
export function createPayment(deps: PayDeps) {
  let state: PayState = { step: 'form', problem: null }
  let isWatched = true
  const listeners = new Set<() => void>()
  const { capture, poll } = createSettlement(deps, { change, isWatched: () => isWatched })

  function change(next: PayState) {
    state = next
    for (const listener of listeners) listener()
  }

  /** `submit` hands the card to the provider, which then calls back for the order and approval. */
  async function pay(submit: () => Promise<void>): Promise<void> {
    if (state.step !== 'form') return
    change({ step: 'paying', source: 'card' })
    try {
      await submit()
      // Closed without approval; not every version of the fields calls `cancelled`.
      cancelled()
    } catch (error) {
      failed(error)
    }
  }

  /** For PayPal's button, whose window is open already. Throws while a payment is under way. */
  async function createPayPalOrder(): Promise<string> {
    if (state.step !== 'form') throw new Error('a payment is in progress')
    change({ step: 'paying', source: 'paypal' })
    return createOrder('paypal')
  }

  /** Throws without an order: the provider would treat any return value as an order id. */
  async function createOrder(source: PaymentSource): Promise<string> {
    try {
      const { id, hold } = await deps.createOrder(source)
      if (!id) throw new Error('the response has no order')
      if (hold) deps.extendHoldOnce(hold)
      return id
    } catch (error) {
      if (deps.redirectRefused(error)) change({ step: 'form', problem: null })
      else {
        deps.report('Payment Failure', error)
        change({ step: 'form', problem: orderProblem(error) })
      }
      throw error
    }
  }

  /** Never rejects. */
  async function approved({ orderID }: { orderID: string }): Promise<void> {
    deps.remember(orderID)
    await capture(orderID, 1)
  }

  function cancelled(): void {
    if (state.step !== 'paying') return
    const problem = state.source === 'paypal' ? CANCELLED_AT_PAYPAL : CANCELLED
    change({ step: 'form', problem })
  }

  function failed(error: unknown): void {
    if (state.step !== 'paying') return
    deps.report('Payment Failure', error)
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
      if (state.step === 'form') await poll(orderId, MAX_CAPTURES, null)
    },
    pay,
    createOrder: () => createOrder('card'),
    createPayPalOrder,
    approved,
    cancelled,
    failed,
  }
}
export type CardPayment = ReturnType<typeof createPayment>
