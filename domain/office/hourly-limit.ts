// What one person does within an hour, also with a tablet that sends a whole morning at once.
import { HOUR_MS } from '../durations.ts'

/** A tablet without a connection sends several hours at once, but no more than this many. */
const HOURS_SENT_AT_ONCE = 4

/** Of one person: `at` when it was pressed, as the device says, `receivedAt` by the server. */
export type Pressed = { at: Date; receivedAt: Date }

/** Whether the person has used up the `limit` of an hour; `at` is when the next was pressed, up to `now`. */
export function isFull(
  done: readonly Pressed[],
  { at, now, limit }: { at: Date; now: Date; limit: number },
): boolean {
  const since = now.getTime() - HOUR_MS
  const received = done.filter(({ receivedAt }) => receivedAt.getTime() > since)
  if (received.length >= limit * HOURS_SENT_AT_ONCE) return true
  const pressed = done.map((one) => one.at)
  return mostWithinAnHour(pressed, at) >= limit
}

/** The most of `times` in any one hour that contains `at`, whatever their order. */
export function mostWithinAnHour(times: readonly Date[], at: Date): number {
  const near = [at, ...times].map((time) => time.getTime() - at.getTime())
  const starts = near.filter((start) => start <= 0 && start > -HOUR_MS)
  const counts = starts.map(
    (start) => near.filter((time) => time >= start && time < start + HOUR_MS).length - 1,
  )
  return Math.max(0, ...counts)
}
