/** Shorter words are within one slip of too many names. */
const SHORTEST = 5

/**
 * The one name that differs from what was typed by one slip (a letter too many, too few, wrong, or two changed
 * round), or by two in a long name; null for none, or for two as close.
 */
export function closestName(typed: string, names: readonly string[]): string | null {
  if (typed.length < SHORTEST) return null
  const most = typed.length < 8 ? 1 : 2
  const near = names
    .filter((name) => Math.abs(name.length - typed.length) <= most)
    .map((name) => ({ name, slips: slipsBetween(typed, name) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips)
  const [first, second] = near
  if (!first || first.slips === second?.slips) return null
  return first.name
}

/** The distance of Damerau and Levenshtein, with neighbours changed round once. */
function slipsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, n) => n)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isTurned ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
