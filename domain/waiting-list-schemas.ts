import * as z from 'zod/mini'

const WAIT_STATES = [
  'waiting',
  'offered',
  'booked',
  'left',
  'lapsed',
  'booked elsewhere',
  'booking closed',
] as const

/** `position` counts from 1; null when no longer waiting. An offer's date and time are London's. */
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
export type Offer = NonNullable<Wait['offer']>

/** `reason` is why the member cannot join now. */
export const WaitingListSchema = z.object({
  wait: z.nullable(WaitSchema),
  waiting: z.int(),
  reason: z.nullable(z.string()),
})
export type WaitingList = z.infer<typeof WaitingListSchema>
