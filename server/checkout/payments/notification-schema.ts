// What is read of the provider's webhooks.
import { z } from 'zod/mini'

const named = z.optional(z.nullable(z.string()))
const amount = z.optional(z.nullable(z.looseObject({ value: named })))

export const NotificationSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  event_type: z.string().check(z.maxLength(100)),
  resource_type: named,
  resource: z.optional(
    z.looseObject({
      id: named,
      custom_id: named,
      supplementary_data: z.optional(
        z.looseObject({ related_ids: z.optional(z.looseObject({ order_id: named })) }),
      ),
      purchase_units: z.optional(z.array(z.looseObject({ custom_id: named }))),
      links: z.optional(z.array(z.looseObject({ rel: named, href: named }))),
      status: named,
      amount,
      create_time: named,
      update_time: named,
      dispute_id: named,
      dispute_amount: amount,
      dispute_outcome: z.optional(z.nullable(z.looseObject({ outcome_code: named }))),
      disputed_transactions: z.optional(
        z.array(z.looseObject({ seller_transaction_id: named })).check(z.maxLength(100)),
      ),
    }),
  ),
  create_time: named,
})
const KNOWN_EVENTS =
  /^(?:CHECKOUT\.(?:ORDER|PAYMENT-APPROVAL)|PAYMENT\.(?:CAPTURE|REFUND)|CUSTOMER\.DISPUTE)\.[A-Z.-]{1,40}$/

/** Whether a webhook of this type may say something about a payment here. */
export function isKnownEvent({ event_type }: Notification): boolean {
  return KNOWN_EVENTS.test(event_type)
}

export type Notification = z.infer<typeof NotificationSchema>
