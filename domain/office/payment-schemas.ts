// Payments in the office's API.
import * as z from 'zod/mini'
import { DISPUTE_EVENT_KINDS, DISPUTE_STATES } from '../disputes.ts'
import { REFUND_REASONS, REFUND_STATES } from '../payment-schemas.ts'
import { PAYMENT_SOURCES } from '../payment-source.ts'
import { PAYMENT_STATES } from '../payment-states.ts'
import { OwedRefundSchema } from './owed-refunds.ts'
import { PAID_HOW } from './venue-payments.ts'

const REFUND_REQUEST_STATES = ['waits for a second person', 'confirmed', 'refused'] as const
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number]

export const PAYMENT_TABS = [
  'stuck',
  'waiting',
  'by_hand',
  'disputed',
  'all',
  'paid',
  'refunded',
  'failed',
] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

/** Date 'YYYY-MM-DD' and time 'HH:mm' of the slot, London; `begun_at` ISO 8601. */
export const ListedPaymentSchema = z.object({
  id: z.string(),
  /** The provider's order; null until it has one. */
  reference: z.nullable(z.string()),
  member_id: z.int(),
  member_name: z.string(),
  email: z.nullable(z.string()),
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  state: z.enum(PAYMENT_STATES),
  amount_pence: z.int(),
  /** How staff took it at the venue; null for the provider's. */
  taken_how: z.nullable(z.enum(PAID_HOW)),
  /** Without failed refunds. */
  refunded_pence: z.int(),
  /** Taken at the venue, and the entry was taken back. */
  is_undone: z.optional(z.boolean()),
  /** What somebody has to look at about its refunds; 'late' has not ended within a day. */
  refund_problem: z.nullable(
    z.enum(['failed', 'late', 'waits for a second person', 'by hand', 'disputed']),
  ),
  /** What a person still has to pay back by hand. */
  owed_pence: z.int(),
  begun_at: z.string(),
})
export type ListedPayment = z.infer<typeof ListedPaymentSchema>

export const OfficePaymentSchema = z.extend(ListedPaymentSchema, {
  captured_pence: z.nullable(z.int()),
  fee_pence: z.nullable(z.int()),
  /** What can still be refunded, and of that what the policy gives now. */
  left_pence: z.int(),
  policy_pence: z.int(),
  /** What the person who asks may refund alone now; above it a second person confirms. */
  alone_pence: z.int(),
  /** Of all disputes of the payment the gravest. */
  dispute: z.enum(DISPUTE_STATES),
  /** What the provider reported of disputes and reversals, oldest first. */
  dispute_events: z.array(
    z.object({
      dispute_id: z.string(),
      kind: z.enum(DISPUTE_EVENT_KINDS),
      outcome: z.nullable(z.string()),
      amount_pence: z.nullable(z.int()),
      at: z.string(),
    }),
  ),
  /** What a person pays back or has paid back, oldest first. */
  owed: z.array(OwedRefundSchema),
  capture_id: z.nullable(z.string()),
  invoice_id: z.string(),
  source: z.enum(PAYMENT_SOURCES),
  card: z.nullable(
    z.object({ brand: z.nullable(z.string()), last_digits: z.nullable(z.string()) }),
  ),
  changed_at: z.string(),
  /** Who took it at the venue, when, and who recorded that. */
  taken: z.nullable(
    z.object({ by: z.string(), at: z.string(), recorded_by: z.nullable(z.string()) }),
  ),
  appointment: z.nullable(
    z.object({
      appointment_id: z.int(),
      reference: z.string(),
      status: z.enum(['booked', 'cancelled']),
      date: z.string(),
      time: z.string(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount_pence: z.int(),
      reason: z.enum(REFUND_REASONS),
      /** In the words of the person who decided it; null when nobody wrote any. */
      typed_reason: z.nullable(z.string()),
      state: z.enum(REFUND_STATES),
      attempts: z.int(),
      /** The provider's number. */
      provider_refund_id: z.nullable(z.string()),
      asked_by: z.nullable(z.string()),
      confirmed_by: z.nullable(z.string()),
      /** Why it failed, as the provider says it; null when it did not say. */
      problem: z.nullable(z.string()),
      /** How it was paid without the provider. */
      by_hand_note: z.nullable(z.string()),
      /** Of a failed one: what is still to be paid back; 0 once another refund replaced it. */
      due_pence: z.int(),
      at: z.string(),
      changed_at: z.string(),
    }),
  ),
  requests: z.array(
    z.object({
      id: z.int(),
      amount_pence: z.int(),
      reason: z.string(),
      state: z.enum(REFUND_REQUEST_STATES),
      asked_by: z.string(),
      /** Whether the reader asked for it, and so cannot confirm it. */
      is_own: z.boolean(),
      asked_at: z.string(),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
      /** Why it was refused. */
      decision: z.nullable(z.string()),
    }),
  ),
  ledger: z.array(
    z.object({
      kind: z.enum(['charge', 'refund', 'fee']),
      amount_pence: z.int(),
      provider_ref: z.string(),
      at: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      action: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type OfficePayment = z.infer<typeof OfficePaymentSchema>

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))

export const RefundRequestSchema = z.object({ pence: z.int().check(z.minimum(1)), reason })
export type RefundRequest = z.infer<typeof RefundRequestSchema>

export const RefusedRefundSchema = z.object({ reason })

/** `note`: how the money was paid back without the provider. */
export const PaidByHandSchema = z.object({ note: reason })

/** What the provider reported of a payment that nobody here knows; `about`: its numbers. */
export const UnknownNotificationSchema = z.object({
  id: z.string(),
  type: z.string(),
  about: z.string(),
  received_at: z.string(),
})
export type UnknownNotification = z.infer<typeof UnknownNotificationSchema>

/** `note`: what it was about. */
export const NotificationSeenSchema = z.object({ note: reason })
