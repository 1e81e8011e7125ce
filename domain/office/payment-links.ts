// Links by which a member pays for an appointment that staff booked.

import * as z from 'zod/mini'
import { DAY_MS } from '../durations.ts'
import type { PaymentStatus } from '../how-to-pay.ts'
import type { Reason } from '../refusals.ts'

const PAYMENT_LINK_DAYS = 14

/**
 * After two weeks, and never after the appointment has begun; for a member who is at the venue by
 * then, when the event is over.
 */
export function linkEnd({ startsAt, eventEndsAt }: Times, now: Date): Date {
  const last = startsAt > now ? startsAt : eventEndsAt
  return new Date(Math.min(now.getTime() + PAYMENT_LINK_DAYS * DAY_MS, last.getTime()))
}

type Times = { startsAt: Date; eventEndsAt: Date }

/** What decides whether an appointment can be paid for. */
export type Payable = {
  status: 'booked' | 'cancelled'
  paymentStatus: PaymentStatus
  /** By moneyOf; less than the price when a part of it is paid. */
  duePence: number
} & Times

/** The first reason why nothing can be paid for it now, or null. */
export function whyNotPayable(
  { status, paymentStatus, duePence, eventEndsAt }: Payable,
  now: Date,
): Reason | null {
  if (status !== 'booked') return 'not_booked'
  if (paymentStatus !== 'not paid' || duePence === 0) return 'nothing_to_pay'
  return eventEndsAt <= now ? 'payment_over' : null
}

/** Why this payment may not be taken for it, or null: a move to another event changes the price. */
export function whyNotTake(
  payable: Payable,
  { amountPence }: { amountPence: number },
  now: Date,
): Reason | null {
  const reason = whyNotPayable(payable, now)
  return reason ?? (payable.duePence === amountPence ? null : 'payment_over')
}

export const LINK_WAYS = ['mail', 'sms'] as const
export type LinkWay = (typeof LINK_WAYS)[number]

export const NewPaymentLinkSchema = z.object({ by: z.enum(LINK_WAYS) })

/** `to`: the address or number that it was sent to. */
export const SentPaymentLinkSchema = z.object({
  by: z.enum(LINK_WAYS),
  to: z.string(),
  expires_at: z.string(),
})
