import { toError } from '../../../auth/to-error.ts'
import { ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import { sendRefunds } from '../../money/refunds/send-refunds.ts'
import { listIdlePayments } from './payments.queries.ts'
import { type PaymentDeps, settlePayment } from './settle-payment.ts'

export const IDLE_MS = 30_000
const AT_ONCE = 8

/**
 * Settles payments that no request is working on (after a crash, a lost response, a closed
 * browser) and sends due refunds. A failure does not stop the others; it is passed to `onError`.
 */
export async function reconcilePayments(
  deps: PaymentDeps,
  { onError }: { onError: (error: Error) => void },
): Promise<void> {
  const sweep = await listIdlePayments(deps.database.db, new Date(deps.now().getTime() - IDLE_MS))
  const waiting = sweep.values()
  const work = async () => {
    for (const id of waiting) {
      await settlePayment(deps, id, 'sweep').catch((error: unknown) => {
        // An unavailable provider is not an error here: the next run retries.
        if (!(error instanceof ProviderUnavailable)) onError(toError(error))
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await sendRefunds(deps, { onFailed: onError })
}
