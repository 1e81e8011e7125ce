import { listIdle } from './payments.queries.ts'
import { ProviderAway } from './paypal.ts'
import { sendRefunds } from './send-refunds.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentDeps } from './settlement.ts'

/** After this long without news of a payment the provider is asked about it. */
export const IDLE_MS = 30_000
/** Payments asked about at once: the provider answers in a second or so. */
const AT_ONCE = 8

/**
 * Looks after payments that nobody is at work on: after a crash, a lost answer, a closed browser. Asks
 * the provider about each, books or lets go, and sends refunds. One that cannot be settled now holds
 * up no other; `onError` hears of it.
 */
export async function reconcilePayments(
  deps: PaymentDeps,
  { onError }: { onError: (error: Error) => void },
): Promise<void> {
  const sweep = await listIdle(deps.database.db, new Date(deps.now().getTime() - IDLE_MS))
  const waiting = sweep.values()
  const work = async () => {
    for (const id of waiting) {
      await settlePayment(deps, id, 'sweep').catch((error: unknown) => {
        // While the provider is away there is nothing to tell but that.
        if (!(error instanceof ProviderAway)) onError(toError(error))
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await sendRefunds(deps, { onFailed: onError })
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
