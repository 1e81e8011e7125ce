import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { killActs } from './act-kills.ts'

let site: TestApp
beforeEach(async () => {
  site = await openTestApp()
})
afterEach(() => site.close())

test('each road back killed at each statement leaves nothing half', async () => {
  const begun = performance.now()
  const { wrong, kills } = await killActs(site)
  const counts = Object.entries(kills).map(([act, n]) => `${n} of ${act}`)
  const seconds = Math.round((performance.now() - begun) / 1_000)
  console.log(`kills of acts: ${counts.join(', ')}; ${wrong.length} wrong; ${seconds} s`)
  expect(wrong).toEqual([])
  expect(Object.values(kills).reduce((sum, n) => sum + n)).toBeGreaterThanOrEqual(1_000)
})
