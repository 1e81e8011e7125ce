// What a host reads after the event. A host knows who came, so more is hidden than from the public.
import { hideSmall, LEAST_SHOWN, OUTCOMES, type OutcomeCounts } from './figures.ts'

/** Rounded, null for fewer than 8. `outcomes` is null while it would tell a count below 8. */
export type HostSummary = {
  booked: number | null
  came: number | null
  tested: number | null
  outcomes: Record<keyof OutcomeCounts, number | null> | null
}

const LEAST = LEAST_SHOWN
const LARGEST_HIDDEN = LEAST - 1
const ROUNDED_BY = 2
/** Days after the event until results are counted, so that nobody sees them come in one by one. */
export const SUMMARY_DAYS = 28

type Counted = {
  booked: number
  came: number
  sampled: number
  /** Of released results; null before SUMMARY_DAYS, and for those that nobody may count. */
  outcomes: OutcomeCounts | null
}

/** `outcomes` are shown when every sample has one. */
export function toHostSummary({ booked, came, sampled, outcomes }: Counted): HostSummary {
  if (booked < LEAST) return { booked: null, came: null, tested: null, outcomes: null }
  const isShown =
    outcomes !== null && totalOf(outcomes) === sampled && sampled >= LEAST && isSafe(outcomes)
  return {
    booked: hideBelow(booked),
    came: hideBelow(came),
    tested: hideBelow(sampled),
    outcomes: isShown
      ? {
          green: hideBelow(outcomes.green),
          amber: hideBelow(outcomes.amber),
          red: hideBelow(outcomes.red),
          no_number: hideBelow(outcomes.no_number),
          no_band: hideBelow(outcomes.no_band),
        }
      : null,
  }
}

/** Zero is hidden too: a zero beside one large count would be everybody's result. */
function hideBelow(count: number): number | null {
  return hideSmall(count) || null
}

function totalOf(counts: OutcomeCounts): number {
  return OUTCOMES.reduce((sum, one) => sum + counts[one], 0)
}

/**
 * Whether each count from 1 to 7 stays open for a reader who knows the exact total, and, from the
 * figures of the year, which counts are zero.
 */
function isSafe(counts: OutcomeCounts): boolean {
  const total = totalOf(counts)
  const ranges = OUTCOMES.map((one) => rangeOf(counts[one]))
  return OUTCOMES.every((one, place) => {
    if (counts[one] === 0 || counts[one] >= LEAST) return true
    const others = ranges.filter((_, other) => other !== place)
    const [low, high] = [sumOf(others, 0), sumOf(others, 1)]
    const least = Math.max(1, total - high)
    const most = Math.min(LARGEST_HIDDEN, total - low)
    return most > least
  })
}

type Range = readonly [low: number, high: number]

function rangeOf(count: number): Range {
  const shown = hideSmall(count)
  if (shown === null) return [1, LARGEST_HIDDEN]
  return shown === 0 ? [0, 0] : [Math.max(LEAST, shown - ROUNDED_BY), shown + ROUNDED_BY]
}

function sumOf(ranges: readonly Range[], end: 0 | 1): number {
  return ranges.reduce((sum, range) => sum + range[end], 0)
}
