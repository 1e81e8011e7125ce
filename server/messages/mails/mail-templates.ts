import * as z from 'zod/mini'
import { EventSchema } from '../../../domain/contract.ts'
import { PAYMENT_SOURCES } from '../../../domain/payment-source.ts'
import { bookingConfirmed } from './booking-confirmed.ts'
import type { Draft } from './letter.ts'

/** A mail that the worker composes, so that the request does not. `about` is as in Message. */
export type TemplatedMail = {
  template: 'booking confirmed'
  about: string
  params: Parameters<typeof bookingConfirmed>[0]
}

const date = z.coerce.date()
/** Leaves out all that the mail does not say, and makes dates of their JSON. */
export const TemplatedMailSchema = z.object({
  template: z.literal('booking confirmed'),
  about: z.string(),
  params: z.object({
    member: z.object({ firstName: z.string(), email: z.string() }),
    booked: z.object({
      reference: z.string(),
      startsAt: date,
      endsAt: date,
      sequence: z.int(),
      changedAt: date,
      event: z.omit(EventSchema, { booked_spaces: true }),
    }),
    publicUrl: z.string(),
    banners: z.optional(z.array(z.string())),
    template: z.nullable(z.string()),
    paid: z.nullable(
      z.object({
        pence: z.int(),
        lastDigits: z.nullable(z.string()),
        source: z.optional(z.enum(PAYMENT_SOURCES)),
      }),
    ),
    duePence: z.int(),
    unpaidPence: z.optional(z.int()),
    now: date,
  }),
})

export function draftOf({ params }: z.infer<typeof TemplatedMailSchema>): Draft {
  return { ...bookingConfirmed(params), to: params.member.email }
}
