import { isFull, type Pressed } from './hourly-limit.ts'

/** Of one appointment: a second and a third attempt. */
const TUBES_OF_AN_APPOINTMENT = 3
/** Recorded by one person: six chairs with a quarter of an hour each are 24. */
const SAMPLES_AN_HOUR = 100

export type TubeLimit = 'too_many_tubes' | 'too_many_samples'

/** Why no further tube is recorded; or null. `others` are the appointment's tubes that no lead took back. */
export function whyNoMoreTubes(of: {
  others: ReadonlySet<string>
  samples: readonly Pressed[]
  at: Date
  now: Date
}): TubeLimit | null {
  const { others, samples, at, now } = of
  if (others.size >= TUBES_OF_AN_APPOINTMENT) return 'too_many_tubes'
  return isFull(samples, { at, now, limit: SAMPLES_AN_HOUR }) ? 'too_many_samples' : null
}
