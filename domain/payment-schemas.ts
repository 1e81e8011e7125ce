// Request and response types of checkout; nested provider fields keep
// the provider's names.
import * as z from 'zod/mini'
import { AppointmentSchema, HoldSchema, type Slots } from './contract.ts'
import { PAYMENT_SOURCES } from './payment-source.ts'
import { PAYMENT_STATES } from './payment-states.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
const maybeText = (max: number) => z.optional(z.nullable(text(max)))

/**
 * The specification's cart, plus the booking it is for and what it is paid from (a card by default).
 * Of the booking only event, date and time are read; the server sets description and amount (rules §4.2).
 */
export const PaymentOrderSchema = z.object({
  cart: z
    .array(
      z.object({
        description: text(200),
        amount: z.union([text(20), z.number()]),
        shippingPreference: z.optional(text(30)),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  booking: z.optional(
    z.object({
      eventId: z.int(),
      eventDate: z.optional(text(10).check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
      appointmentStartTime: text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
      pricePence: z.optional(z.int()),
    }),
  ),
  source: z.optional(z.enum(PAYMENT_SOURCES)),
})

export const REFUND_STATES = ['queued', 'sent', 'done', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Of a taking that was entered by mistake or returned at the venue; written with all of its pence. */
export const TAKING_UNDONE = 'taking undone'

export const REFUND_REASONS = [
  'place gone',
  'cancelled',
  'at the provider',
  'by the office',
  /** The provider took the money back from the charity. */
  'reversed',
  /** The appointment moved to one that costs less. */
  'moved',
  TAKING_UNDONE,
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Amounts in pence; `slot` 'HH:mm' and `date` in London time. */
export const PaymentSchema = z.object({
  order_id: z.nullable(z.string()),
  state: z.enum(PAYMENT_STATES),
  amount_pence: z.int(),
  event_id: z.int(),
  date: z.string(),
  slot: z.string(),
  source: z.enum(PAYMENT_SOURCES),
  appointment: z.nullable(AppointmentSchema),
  /** 'queued' and 'sent' refunds are on their way. */
  refund: z.nullable(
    z.object({
      amount_pence: z.int(),
      state: z.enum(REFUND_STATES),
      reason: z.enum(REFUND_REASONS),
    }),
  ),
})
export type Payment = z.infer<typeof PaymentSchema>

/** Of the signed-in member: taken or asked for, and neither booked nor refunded yet. */
export const PaymentUnderWaySchema = z.object({
  order_id: z.nullable(z.string()),
  amount_pence: z.int(),
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  slot: z.string(),
})
export type PaymentUnderWay = z.infer<typeof PaymentUnderWaySchema>

type Refusal = { issue?: string; description?: string }

/**
 * The provider's order, and until when the place is held (a hold is extended once, rules §3.4);
 * null when it is not held before capture.
 */
export const OrderAnswerSchema = z.looseObject({ id: z.string(), hold: z.nullable(HoldSchema) })
export type OrderAnswer = z.infer<typeof OrderAnswerSchema>

/**
 * The provider's capture response with our state. Without `status`, with HTTP 202, the result is
 * unknown: poll GET /api/payments/orders/:id.
 */
export type CaptureAnswer = {
  id?: string
  status?: string
  purchase_units?: {
    payments?: {
      captures?: {
        id: string
        status: string
        amount?: { value: string; currency_code: string }
        processor_response?: { avs_code?: string; cvv_code?: string; response_code?: string }
      }[]
    }
  }[]
  payment_source?: {
    card?: {
      type?: string
      brand?: string
      last_digits?: string
    }
    /** Present, and empty, when a PayPal account paid. */
    paypal?: object
  }
  payment: Payment
}

/** Provider details (payment_refused, 422), or the free times (slot_taken, 409). */
export type PaymentRefusal = { details?: Refusal[]; debug_id?: string; slots?: Slots }

/** The transaction record (rules §4.5). Its limits leave no room for a card number. */
export const TransactionSchema = z.object({
  data: z.object({
    payer_name: maybeText(200),
    amount: z.optional(z.nullable(z.union([text(20), z.number()]))),
    payment_reference: text(40),
    status: text(120),
    payment_method: maybeText(40),
    card_brand: maybeText(40),
    card_last_digits: z.optional(z.nullable(text(4).check(z.regex(/^\d{0,4}$/)))),
    card_expiry: maybeText(7),
    issuing_bank: maybeText(120),
    avs_code: maybeText(10),
    cvv_code: maybeText(10),
    profile_id: z.optional(z.nullable(z.int())),
  }),
})
export type TransactionRecord = z.infer<typeof TransactionSchema>['data']
