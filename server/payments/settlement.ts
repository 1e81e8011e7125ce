import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Reason } from '../../domain/refusals.ts'
import type { Deps } from '../deps.ts'
import type { PaymentRow } from './payments.queries.ts'

export type PaymentDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'paypal' | 'settings'>

/** In the provider's shape, as checkout reads it (spec §7). */
export type Refusal = { issue: string; description: string; debugId: string }

/**
 * `refusal`: the provider or the bank refused, and no money was taken. `reason`: no capture was
 * attempted, because the member may not have the booking. Both null: nothing was refused.
 */
export type Settlement = { refusal: Refusal | null; reason: Reason | null }

/**
 * What started the settlement. member: the member waits for the response. webhook: the provider
 * sent a notification; the payment is not expired, since the member may still be paying. sweep:
 * the payment was idle.
 */
export type Trigger = 'member' | 'webhook' | 'sweep'

export const UNCHANGED: Settlement = { refusal: null, reason: null }

/** Whether a payment without a hold (the hold limits allowed none) may still take a place. */
export function mayTakeUnheld({ holdId, createdAt }: PaymentRow, now: Date): boolean {
  return holdId === null && now.getTime() < createdAt.getTime() + HOLD_MINUTES * 60_000
}

export function placeOf(payment: PaymentRow, now: Date, until: Date) {
  const { eventId, memberId, slotStartsAt: startsAt } = payment
  return { eventId, memberId, startsAt, until, now }
}
