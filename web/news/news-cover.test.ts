import { expect, test } from 'vitest'
import { coverOf } from './news-cover.tsx'

test('no cover repeats next to itself, and each of the eight drawings is used', () => {
  const ids = Array.from({ length: 36 }, (_, id) => id)
  for (const id of ids) expect(coverOf(id).shape, String(id)).not.toBe(coverOf(id + 1).shape)
  expect(new Set(ids.map((id) => coverOf(id).shape)).size).toBe(8)
})
