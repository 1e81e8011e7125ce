import * as z from 'zod/mini'

const count = z.nullable(z.int())

/** What needs doing today; null for what the person's roles do not include. */
export const TodaySchema = z.object({
  /** Published events that end within the next three days, soonest first. */
  events: z.nullable(
    z.array(
      z.object({
        event_id: z.int(),
        event_name: z.string(),
        event_date: z.string(),
        start_time: z.string(),
        city: z.nullable(z.string()),
        booked: z.int(),
        places: z.int(),
      }),
    ),
  ),
  drafts: count,
  open_messages: count,
  failed_mails: count,
  /** Payments that the provider has not decided for ten minutes, and refunds that failed. */
  stuck_payments: count,
  erasure_requests: count,
})
export type Today = z.infer<typeof TodaySchema>
