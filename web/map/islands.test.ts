import { expect, it } from 'vitest'
import { islands } from './islands.ts'
import { TOWNS } from './towns.ts'

it('draws closed coasts, all of them in these islands', () => {
  for (const coast of islands()) {
    expect(coast.length).toBeGreaterThan(3)
    expect(coast.at(-1)).toEqual(coast[0])
    for (const [latitude, longitude] of coast) {
      expect(latitude).toBeGreaterThan(49.8)
      expect(latitude).toBeLessThan(61)
      expect(longitude).toBeGreaterThan(-11)
      expect(longitude).toBeLessThan(2)
    }
  }
})

it.each(TOWNS)('has %s on land or on its coast', (_name, latitude, longitude) => {
  // The outline is coarse: harbour towns may be outside it.
  const near = [-0.06, 0, 0.06]
  const isOnLand = near.some((north) =>
    near.some((east) =>
      islands().some((coast) => isInside(coast, latitude + north, longitude + east)),
    ),
  )
  expect(isOnLand).toBe(true)
})

/** Even-odd rule: a line to the east crosses the coast an odd number of times. */
function isInside(coast: [number, number][], latitude: number, longitude: number): boolean {
  const crossings = coast.filter(([y, x], n) => {
    const [nextY, nextX] = coast[n + 1] ?? [y, x]
    if (y > latitude === nextY > latitude) return false
    return longitude < x + ((latitude - y) / (nextY - y)) * (nextX - x)
  })
  return crossings.length % 2 === 1
}
