// 'We are running late' and 'We are on time again': fixed words to those whose appointment of today is still to come.
import * as z from 'zod/mini'
import { HOUR_MS } from '../durations.ts'

export const LATE_MINUTES = [10, 20, 30, 45, 60] as const
type LateMinutes = (typeof LATE_MINUTES)[number]

/** So many minutes late: the day runs on time again. */
export const ON_TIME = 0
/** What is announced: a delay, or that the one before is over. */
export type Announced = LateMinutes | typeof ON_TIME

/** So long before the first appointment it can be sent. */
const HOURS_BEFORE = 12

export function isTimeToTell({ startsAt }: { startsAt: Date }, now: Date): boolean {
  return startsAt.getTime() - now.getTime() <= HOURS_BEFORE * HOUR_MS
}

/** The delays since the day was last said to run on time; `sent` has the newest first. */
export function standingDelays<Sent extends { minutes: number }>(sent: readonly Sent[]): Sent[] {
  const end = sent.findIndex(({ minutes }) => minutes === ON_TIME)
  return end === -1 ? [...sent] : sent.slice(0, end)
}

/** Why it cannot be announced after what was `sent`, the newest first; null when it can. */
export function whyNotAnnounce(
  minutes: number,
  sent: readonly { minutes: number }[],
): 'late_told' | 'not_late' | null {
  const delays = standingDelays(sent)
  if (minutes === ON_TIME) return delays.length === 0 ? 'not_late' : null
  return delays.some((one) => one.minutes === minutes) ? 'late_told' : null
}

const minutes = z.literal([...LATE_MINUTES, ON_TIME])

/** `shown` is that of the dry run, so that nobody else gets it than was shown. */
export const RunningLateSchema = z.discriminatedUnion('dry_run', [
  z.object({ minutes, dry_run: z.literal(true) }),
  z.object({ minutes, dry_run: z.literal(false), shown: z.string().check(z.maxLength(64)) }),
])

/** What the bulk action of it stores. */
export type LateRequest = { late_minutes: Announced }

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

export const LatePreviewSchema = z.object({
  by_text: z.int(),
  /** Of those who get no text message. */
  by_email: z.int(),
  to_call: z.array(LateToCallSchema),
  /** The text message to the first of them; null where it goes to nobody. */
  words: z.nullable(z.string()),
  /** Calls about the delay that are not needed any more. */
  calls_closed: z.int(),
  shown: z.string(),
})
export type LatePreview = z.infer<typeof LatePreviewSchema>

/** What was sent, the newest first; `minutes` is ON_TIME for 'on time again'. */
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
