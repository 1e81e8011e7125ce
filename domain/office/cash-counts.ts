// Cash that was counted after a day, beside what was recorded as taken.
import * as z from 'zod/mini'

const pence = z.int().check(z.minimum(0), z.maximum(10_000_000))

const CountedSchema = z.object({
  id: z.int(),
  counted_pence: z.int(),
  /** In the box before anything was taken. */
  float_pence: z.int(),
  /** What was recorded as taken in cash when it was counted. */
  expected_pence: z.int(),
  difference_pence: z.int(),
  note: z.nullable(z.string()),
  counted_by: z.string(),
  /** ISO 8601. */
  counted_at: z.string(),
  checked_by: z.nullable(z.string()),
})
export type CashCounted = z.infer<typeof CountedSchema>

/** What one person took at an event, without what was undone; the last count of theirs. */
export const DayCashSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  takers: z.array(
    z.object({
      taken_by: z.string(),
      cash_pence: z.int(),
      card_pence: z.int(),
      count: z.nullable(CountedSchema),
    }),
  ),
})
export type DayCash = z.infer<typeof DayCashSchema>
export type CashTaker = DayCash['takers'][number]

/** `expected_pence` and `after`, the count of before, as they were seen: what has changed is counted again. */
export const CashCountSchema = z.object({
  taken_by: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  float_pence: pence,
  counted_pence: pence,
  expected_pence: z.int(),
  after: z.nullable(z.int()),
  note: z.optional(z.string().check(z.trim(), z.maxLength(500))),
})
export type CashCount = z.infer<typeof CashCountSchema>

/** A count that differs, for the treasurer. */
export const CashDifferenceSchema = z.extend(CountedSchema, {
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  taken_by: z.string(),
  is_own: z.boolean(),
})
export type CashDifference = z.infer<typeof CashDifferenceSchema>

export const CASH_TABS = ['open', 'checked'] as const
export type CashTab = (typeof CASH_TABS)[number]

/** Pence that are over, or missing when below zero. */
export function cashDifference(
  count: Pick<CashCount, 'counted_pence' | 'float_pence' | 'expected_pence'>,
): number {
  return count.counted_pence - count.float_pence - count.expected_pence
}

/** Whether money was recorded or undone since it was counted. */
export function isOutdated({ cash_pence: cash, count }: CashTaker): boolean {
  return count !== null && count.expected_pence !== cash
}
