import * as z from 'zod/mini'

export const WAIT_STATES = [
  'waiting',
  'offered',
  'booked',
  'left',
  'lapsed',
  'booked elsewhere',
  'booking closed',
] as const

/**
 * A member's entry in an event's waiting list. `position` counts from 1 among those `waiting`,
 * null when no longer waiting; `offer` is the current or past offer: London date, 'HH:mm', and the
 * instant it ends.
 */
export const WaitSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  status: z.enum(WAIT_STATES),
  joined_at: z.string(),
  position: z.nullable(z.int()),
  waiting: z.int(),
  offer: z.nullable(z.object({ date: z.string(), time: z.string(), until: z.string() })),
})
export type Wait = z.infer<typeof WaitSchema>

/** An event's waiting list for one member; `reason` is why they cannot join now. */
export const WaitingListSchema = z.object({
  wait: z.nullable(WaitSchema),
  waiting: z.int(),
  reason: z.nullable(z.string()),
})
export type WaitingList = z.infer<typeof WaitingListSchema>
