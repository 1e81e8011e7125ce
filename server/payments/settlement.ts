import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Reason } from '../../domain/refusals.ts'
import type { Deps } from '../deps.ts'
import type { PaymentRow } from './payments.queries.ts'

/** What everything about payments is done with. */
export type PaymentDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'paypal' | 'settings'>

/** What the provider or the bank said when it refused; the browser reads it as the provider's (spec §7). */
export type Refusal = { issue: string; description: string; debugId: string }

/**
 * How far a payment came: `refusal` when no money was taken because somebody said no, `reason` when
 * none was asked for because he cannot have what it is for.
 */
export type Settlement = { refusal: Refusal | null; reason: Reason | null }

/**
 * Who asks about a payment. wanted: the man is there and wants it now. news: the provider told us
 * something; the man may be about to ask himself, so his payment is not ended over his head. idle:
 * nothing was heard for a while.
 */
export type Trigger = 'member' | 'webhook' | 'sweep'

/** Nobody said no. */
export const UNCHANGED: Settlement = { refusal: null, reason: null }

/**
 * Whether this payment was begun without a hold, which the limits of holds did not allow, and may still
 * take a place: for as long as a hold would have lasted.
 */
export function mayTakeUnheld({ holdId, createdAt }: PaymentRow, now: Date): boolean {
  return holdId === null && now.getTime() < createdAt.getTime() + HOLD_MINUTES * 60_000
}

/** The place that a payment is for, as it is to be kept until then. */
export function placeOf(payment: PaymentRow, now: Date, until: Date) {
  const { eventId, memberId, slotStartsAt: startsAt } = payment
  return { eventId, memberId, startsAt, until, now }
}
