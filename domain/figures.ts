// Counts of results, as the office sees them and as anybody may.
import type { PublicCounts } from './published-figures.ts'

/** What a sample came to. `no_band` has a number that no clinician put into a band. */
export const OUTCOMES = ['green', 'amber', 'red', 'no_number', 'no_band'] as const
export type OutcomeCounts = Record<(typeof OUTCOMES)[number], number>
export const COUNTED_WORDS: Record<keyof OutcomeCounts, string> = {
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  no_number: 'No number',
  no_band: 'No band',
}

export const NO_OUTCOMES: OutcomeCounts = { green: 0, amber: 0, red: 0, no_number: 0, no_band: 0 }

/** A smaller count than this is hidden outside the office. */
export const LEAST_SHOWN = 8
const STEP = 5

/** 0 stays 0, 1 to 7 are null, from 8 on the nearest multiple of 5. */
export function hideSmall(count: number): number | null {
  if (count === 0) return 0
  return count < LEAST_SHOWN ? null : Math.round(count / STEP) * STEP
}

/**
 * The counts outside the office. The total is added up from what is shown, so that subtracting
 * never gives a hidden count.
 */
export function toPublicCounts(events: number, counts: OutcomeCounts): PublicCounts {
  const parts = {
    green: hideSmall(counts.green),
    amber: hideSmall(counts.amber),
    red: hideSmall(counts.red),
    no_number: hideSmall(counts.no_number),
    no_band: hideSmall(counts.no_band),
  }
  const tested = Object.values(parts).reduce<number>((sum, part) => sum + (part ?? 0), 0)
  return { events, tested, ...parts }
}
