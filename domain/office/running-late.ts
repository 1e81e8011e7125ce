// 'We are running late': fixed words to those whose appointment of today is still to come.
import * as z from 'zod/mini'
import { HOUR_MS } from '../durations.ts'

export const LATE_MINUTES = [10, 20, 30, 45, 60] as const
export type LateMinutes = (typeof LATE_MINUTES)[number]

/** So long before the first appointment it can be sent. */
const HOURS_BEFORE = 12

export function isTimeToTell({ startsAt }: { startsAt: Date }, now: Date): boolean {
  return startsAt.getTime() - now.getTime() <= HOURS_BEFORE * HOUR_MS
}

const minutes = z.literal(LATE_MINUTES)

/** `shown` is that of the dry run, so that nobody else gets it than was shown. */
export const RunningLateSchema = z.discriminatedUnion('dry_run', [
  z.object({ minutes, dry_run: z.literal(true) }),
  z.object({ minutes, dry_run: z.literal(false), shown: z.string().check(z.maxLength(64)) }),
])

/** What the bulk action of it stores. */
export type LateRequest = { late_minutes: LateMinutes }

export function isLateRequest(request: object | null): request is LateRequest {
  return request !== null && 'late_minutes' in request
}

const LateToCallSchema = z.object({
  appointment_id: z.int(),
  name: z.string(),
  /** Of the appointment, 'HH:mm' in London. */
  time: z.string(),
  /** Null for a role that reads no members. */
  phone: z.nullable(z.string()),
})
export type LateToCall = z.infer<typeof LateToCallSchema>

export const LatePreviewSchema = z.object({
  by_text: z.int(),
  /** Of those who get no text message. */
  by_email: z.int(),
  to_call: z.array(LateToCallSchema),
  /** The text message to the first of them. */
  words: z.string(),
  shown: z.string(),
})
export type LatePreview = z.infer<typeof LatePreviewSchema>

/** What was sent, the newest first; each number of minutes once. */
export const LateStateSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  can_send: z.boolean(),
  sent: z.array(
    z.object({
      minutes: z.int(),
      /** ISO 8601. */
      at: z.string(),
      by: z.string(),
      told: z.int(),
      to_call: z.int(),
      /** Neither told nor to be called yet. */
      waiting: z.int(),
    }),
  ),
})
export type LateState = z.infer<typeof LateStateSchema>
