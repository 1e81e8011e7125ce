// Money that staff take without the card payment provider, and prices that are waived.
import * as z from 'zod/mini'
import type { PaymentStatus } from '../how-to-pay.ts'
import type { Reason } from '../refusals.ts'

export const TAKEN_HOW = ['card machine', 'cash'] as const
export type TakenHow = (typeof TAKEN_HOW)[number]

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** `taken_at` ISO 8601, not in the future; `pence` is what is due for the appointment. */
export const TakingSchema = z.object({
  pence: z.int().check(z.minimum(1)),
  how: z.enum(TAKEN_HOW),
  taken_by: text(120),
  taken_at: z.iso.datetime({ offset: true }),
})
export type VenuePayment = z.infer<typeof TakingSchema>

export const TakenSchema = z.object({ payment_id: z.string() })

/** `reason`: why the record of the taking is taken back. */
export const UndoTakingSchema = z.object({ reason: text(200) })

/** Why a taking is not undone; 'refund_decided': some of it was or will be refunded. */
export type UndoRefusal = 'no_taking' | 'taking_undone' | 'refund_decided'

export const WaiverSchema = z.object({ reason: text(500) })

/** `duePence` by moneyOf. */
type Owing = { status: 'booked' | 'cancelled'; duePence: number }

/** Why nothing can be taken or waived for it, or null. */
export function whyNothingOwed(owing: Owing): Reason | null {
  if (owing.status !== 'booked') return 'not_booked'
  return owing.duePence === 0 ? 'nothing_to_pay' : null
}

/** Why money at the door is not booked; the lead sees it with the sum and settles it by hand. */
export type TakingRefusal =
  | 'already_paid'
  | 'nothing_owed'
  | 'other_sum'
  | 'payment_under_way'
  | 'taking_incomplete'

/** `isPaidByLink`: a card payment for the appointment is being captured. */
export function whyNoVenuePayment(
  pence: number,
  owing: Owing & { paymentStatus: PaymentStatus; isPaidByLink: boolean },
): TakingRefusal | null {
  const { paymentStatus: status, duePence: owed } = owing
  if (status === 'paid by card' || status === 'paid at the venue') return 'already_paid'
  if (owing.isPaidByLink) return 'payment_under_way'
  if (owed === 0) return 'nothing_owed'
  return pence === owed ? null : 'other_sum'
}
