// Money that staff take without the card payment provider, and prices that are waived.
import * as z from 'zod/mini'
import type { PaymentStatus } from '../how-to-pay.ts'
import type { Reason } from '../refusals.ts'

/** At the door. */
export const TAKEN_HOW = ['card machine', 'cash'] as const
export type TakenHow = (typeof TAKEN_HOW)[number]
/** What the office records too. */
export const PAID_HOW = [...TAKEN_HOW, 'cheque', 'bank transfer'] as const
export type PaidHow = (typeof PAID_HOW)[number]
export const PAID_HOW_LABELS: Record<PaidHow, string> = {
  'card machine': 'Card machine',
  cash: 'Cash',
  cheque: 'Cheque',
  'bank transfer': 'Bank transfer',
}

/** 'At the venue, cash', 'By cheque'. */
export function paidHowText(how: PaidHow): string {
  return how === 'cheque' || how === 'bank transfer' ? `By ${how}` : `At the venue, ${how}`
}

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/**
 * `taken_at` ISO 8601, not in the future; `pence` is what is due for the appointment, or a part of it
 * where `owed_pence` says what was due: two clerks do not record one part twice.
 */
export const TakingSchema = z.object({
  pence: z.int().check(z.minimum(1)),
  owed_pence: z.optional(z.int()),
  how: z.enum(PAID_HOW),
  taken_by: text(120),
  taken_at: z.iso.datetime({ offset: true }),
})
export type VenuePayment = z.infer<typeof TakingSchema>

export const TakenSchema = z.object({ payment_id: z.string() })

/** `reason`: why the record of the taking is taken back. */
export const UndoTakingSchema = z.object({ reason: text(200) })

/** Why a taking is not undone; 'refund_decided': some of it was or will be refunded. */
export type UndoRefusal = 'no_taking' | 'taking_undone' | 'refund_decided'

/** `pence` is a part of what is due, with `owed_pence` as in TakingSchema; without it all is waived. */
export const WaiverSchema = z.object({
  reason: text(500),
  pence: z.optional(z.int().check(z.minimum(1))),
  owed_pence: z.optional(z.int()),
})
export type Waiver = z.infer<typeof WaiverSchema>

/** `duePence` by moneyOf. */
type Owing = { status: 'booked' | 'cancelled'; duePence: number }

/** Why nothing can be taken or waived for it, or null. */
export function whyNothingOwed(owing: Owing): Reason | null {
  if (owing.status !== 'booked') return 'not_booked'
  return owing.duePence === 0 ? 'nothing_to_pay' : null
}

/** Whether this money is all or a part of what is due, as it was seen. */
export function isOfOwed(
  { pence, owed_pence: seen }: Pick<VenuePayment, 'pence' | 'owed_pence'>,
  duePence: number,
): boolean {
  return pence === duePence || (pence < duePence && seen === duePence)
}

/** In pence what a waiver is about; null when what is due is no longer what was seen. */
export function waivedPence(
  { pence, owed_pence }: Pick<Waiver, 'pence' | 'owed_pence'>,
  duePence: number,
): number | null {
  if (pence === undefined) return duePence
  return isOfOwed({ pence, owed_pence }, duePence) ? pence : null
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
