import * as z from 'zod/mini'
import { EventRowSchema } from './event-schemas.ts'
import { ListedMemberSchema } from './member-schemas.ts'
import { SEARCH_LENGTH } from './member-search.ts'
import { ListedPaymentSchema } from './payment-schemas.ts'

export const SearchQuerySchema = z.object({
  q: z.string().check(z.trim(), z.minLength(SEARCH_LENGTH.min), z.maxLength(SEARCH_LENGTH.max)),
})

/** At most five of each; null for what the person's roles do not include. */
export const FoundSchema = z.object({
  /** Best first. `is_alike`: the name is only nearly what was typed. */
  members: z.nullable(z.array(z.extend(ListedMemberSchema, { is_alike: z.boolean() }))),
  /** The next date first: published ones, drafts, cancelled ones, and last those in the past. */
  events: z.nullable(
    z.array(
      z.pick(EventRowSchema, {
        event_id: true,
        event_name: true,
        event_date: true,
        city: true,
        state: true,
      }),
    ),
  ),
  /** Newest first. */
  payments: z.nullable(
    z.array(
      z.pick(ListedPaymentSchema, {
        id: true,
        reference: true,
        member_name: true,
        event_name: true,
        state: true,
        amount_pence: true,
        begun_at: true,
      }),
    ),
  ),
})
export type Found = z.infer<typeof FoundSchema>
