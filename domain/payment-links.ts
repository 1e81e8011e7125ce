// The page that a payment link opens. Its key is in the fragment, so that it reaches no log.
import * as z from 'zod/mini'
import { PAYMENT_SOURCES } from './payment-source.ts'
import { PAYMENT_STATES } from './payment-states.ts'

const key = z.string().check(z.regex(/^[\w-]{22}$/))
export const LinkKeySchema = z.object({ key })
/** `source`: a card when missing. */
export const LinkStartSchema = z.object({ key, source: z.optional(z.enum(PAYMENT_SOURCES)) })
export const LinkOrderSchema = z.object({ key, order_id: z.string().check(z.regex(/^\w{1,60}$/)) })

/**
 * No more than the payer needs to know what is paid. London date and time; `state` 'paid': also by
 * other means, 'over': nothing can be paid by this link any more.
 */
export const LinkedPaymentSchema = z.object({
  state: z.enum(['open', 'paid', 'over']),
  first_name: z.string(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
  amount_pence: z.int(),
})
export type LinkedPayment = z.infer<typeof LinkedPaymentSchema>

/** One attempt to pay by a link; `refusal` in the provider's words. */
export const LinkAttemptSchema = z.object({
  order_id: z.nullable(z.string()),
  state: z.enum(PAYMENT_STATES),
  amount_pence: z.int(),
  source: z.enum(PAYMENT_SOURCES),
})
export type LinkAttempt = z.infer<typeof LinkAttemptSchema>
