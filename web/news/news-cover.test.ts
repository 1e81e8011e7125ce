import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coverOf, drawCover } from './news-cover.server.ts'

const COUNT = readdirSync(new URL('../../content/news/', import.meta.url)).length
const IDS = Array.from({ length: COUNT }, (_, id) => id)

test('each item has a cover of its own', () => {
  expect(COUNT).toBeGreaterThanOrEqual(48)
  const covers = IDS.map(drawCover)
  expect(new Set(covers).size).toBe(COUNT)
  for (const cover of covers) {
    expect(cover.startsWith('<path d="M0 0H480V320H0Z"')).toBe(true)
    expect(cover).not.toMatch(/undefined|NaN|style=|<script/)
  }
})

test('most subjects are drawn once, and none more than twice', () => {
  const drawn = Map.groupBy(IDS, (id) => coverOf(id).subject)
  const repeated = [...drawn.values()].filter(({ length }) => length > 1)
  expect(repeated.every(({ length }) => length === 2)).toBe(true)
  expect(drawn.size).toBeGreaterThanOrEqual(40)
})

test('no cover repeats next to itself, also among items to come', () => {
  for (let id = 0; id < COUNT + 60; id++)
    expect(coverOf(id).subject, String(id)).not.toBe(coverOf(id + 1).subject)
})
