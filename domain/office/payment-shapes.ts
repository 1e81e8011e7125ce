// Payments in the office's API (office.md §7 and §9).
import * as z from 'zod/mini'
import { REFUND_REASONS, REFUND_STATES } from '../payment-shapes.ts'
import { PAYMENT_STATES } from '../payment-states.ts'

export const PAYMENT_TABS = ['stuck', 'all', 'paid', 'refunded', 'failed'] as const
export type PaymentTab = (typeof PAYMENT_TABS)[number]

/** Date 'YYYY-MM-DD' and time 'HH:mm' of the slot, London; `begun_at` ISO 8601. */
export const ListedPaymentSchema = z.object({
  id: z.string(),
  /** The provider's order; null until it has one. */
  reference: z.nullable(z.string()),
  member_id: z.int(),
  member_name: z.string(),
  email: z.string(),
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  state: z.enum(PAYMENT_STATES),
  amount_pence: z.int(),
  /** Without failed refunds. */
  refunded_pence: z.int(),
  begun_at: z.string(),
})
export type ListedPayment = z.infer<typeof ListedPaymentSchema>

export const OfficePaymentSchema = z.extend(ListedPaymentSchema, {
  captured_pence: z.nullable(z.int()),
  fee_pence: z.nullable(z.int()),
  /** What can still be refunded, and of that what the policy gives now. */
  left_pence: z.int(),
  policy_pence: z.int(),
  capture_id: z.nullable(z.string()),
  invoice_id: z.string(),
  card: z.nullable(
    z.object({ brand: z.nullable(z.string()), last_digits: z.nullable(z.string()) }),
  ),
  changed_at: z.string(),
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
      state: z.enum(REFUND_STATES),
      attempts: z.int(),
      /** The provider's number. */
      provider_refund_id: z.nullable(z.string()),
      at: z.string(),
      changed_at: z.string(),
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

export const RefundRequestSchema = z.object({
  pence: z.int().check(z.minimum(1)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
export type RefundRequest = z.infer<typeof RefundRequestSchema>
