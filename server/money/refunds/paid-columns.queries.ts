import type { RefundState } from '../../../domain/payment-schemas.ts'

// What an appointment shows of its payment and refund, for joins.
/** `decidedAt` is when it was queued. */
export type Refund = { amountPence: number; state: RefundState; decidedAt: Date }

/** Pence; an unknown provider fee counts as 0. */
export function toPaid(row: {
  amountPence: number
  capturedPence: number | null
  feePence: number | null
}): { capturedPence: number; feePence: number } {
  return { capturedPence: row.capturedPence ?? row.amountPence, feePence: row.feePence ?? 0 }
}
