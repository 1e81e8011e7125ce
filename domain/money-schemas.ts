// The kinds of money that an appointment can have, and what is shown of it (rule: money-of.ts).
import * as z from 'zod/mini'
import { PAYMENT_SOURCES } from './payment-source.ts'

const MONEY_KINDS = [
  'nothing to pay',
  'free repeat',
  'waived',
  'not paid',
  'to pay at the venue',
  'under review',
  'paid by card',
  'paid at the venue',
  'disputed',
  'refund failed',
  'refund by hand',
  'refund on its way',
  'partly refunded',
  'refunded',
  'reversed',
] as const
export type MoneyKind = (typeof MONEY_KINDS)[number]

/** 'card': refunded by itself; the others need a person, 'under review' the provider first. */
export const ROADS = ['card', 'by hand', 'under review', 'disputed', 'failed before'] as const
export type Road = (typeof ROADS)[number]

/** Ways of money that is sent to the office. */
export const SENT_WAYS = ['cheque', 'bank transfer'] as const

/** What whoever asks for money must know first. */
export const MONEY_WARNINGS = ['under review', 'disputed', 'reversed'] as const
export type MoneyWarning = (typeof MONEY_WARNINGS)[number]

/** Pence as in Money: `paid` is `refunded`, `on_its_way`, `reversed` and `held` together. */
export const ShownMoneySchema = z.object({
  kind: z.enum(MONEY_KINDS),
  paid_pence: z.int(),
  refunded_pence: z.int(),
  on_its_way_pence: z.int(),
  reversed_pence: z.int(),
  held_pence: z.int(),
  by_hand_pence: z.int(),
  under_review_pence: z.int(),
  due_pence: z.int(),
  /** Of each payment of which something is left, as HeldOf; absent without one. */
  held: z.optional(
    z.array(
      z.object({
        road: z.enum(ROADS),
        pence: z.int(),
        failed_pence: z.int(),
        owed_pence: z.int(),
        captured_pence: z.int(),
        fee_pence: z.int(),
        paid_at: z.string(),
        /** Only where it did not come by card or at the venue. */
        paid_by: z.optional(z.enum(SENT_WAYS)),
        /** A card, or not through the provider, when missing. */
        source: z.optional(z.enum(PAYMENT_SOURCES)),
      }),
    ),
  ),
})
export type ShownMoney = z.infer<typeof ShownMoneySchema>
