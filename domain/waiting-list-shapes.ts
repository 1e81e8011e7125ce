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
 * A member's place in the waiting list of an event. `position` counts from 1 among those `waiting`,
 * null when he no longer waits; `offer` is the place that he is or was offered: London date and
 * 'HH:mm' of its time, and the instant until which it is his.
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

/** The waiting list of an event as a member sees it; `reason` is why he cannot join it now. */
export const WaitingListSchema = z.object({
  wait: z.nullable(WaitSchema),
  waiting: z.int(),
  reason: z.nullable(z.string()),
})
export type WaitingList = z.infer<typeof WaitingListSchema>
