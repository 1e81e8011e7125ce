import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { surviveKills } from './kills.ts'

let site: TestApp
beforeEach(async () => {
  site = await openTestApp()
})
afterEach(() => site.close())

test('an import, a commit, two reviews and a release killed at each statement', async () => {
  const begun = performance.now()
  const { wrong, kills } = await surviveKills(site)
  const counts = Object.entries(kills).map(([action, n]) => `${n} of ${action}`)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  console.log(`kills: ${counts.join(', ')}; ${wrong.length} wrong; ${seconds} s`)
  expect(wrong).toEqual([])
  expect(Object.values(kills).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(100)
})

test('the same without transactions leaves everything half', async () => {
  const { wrong } = await surviveKills(site, { isAtomic: false })
  const parts = ['an import', 'a result', 'a review', 'a release']
  const found = parts.filter((part) => wrong.some((one) => one.endsWith(`: ${part} is half`)))
  expect(found).toEqual(parts)
})
