/** Numbers printed at a time. */
export const MOST_LABELS_AT_ONCE = 500

/**
 * How many new labels a day needs: one for each appointment and each free place kept back, and a
 * tenth more, five at least, to spare; less the tubes that are filled and the labels left over.
 */
export function labelsToPrint(day: {
  booked: number
  keptBack: number
  tubes: number
  unused: number
}): { spare: number; count: number } {
  const expected = day.booked + day.keptBack
  const spare = Math.max(5, Math.ceil(expected / 10))
  const needed = expected + spare - day.tubes - day.unused
  return { spare, count: Math.min(MOST_LABELS_AT_ONCE, Math.max(0, needed)) }
}
