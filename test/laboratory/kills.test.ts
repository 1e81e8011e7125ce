// A few of the moments of kills.long.test.ts.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { surviveKills } from './kills.ts'

let site: TestApp
beforeEach(async () => {
  site = await openTestApp()
})
afterEach(() => site.close())

test('an import, commit, review, choice, release or taking back that is killed is done once when it is repeated', async () => {
  const { wrong, kills } = await surviveKills(site, { statements: [7, 20] })
  expect(wrong).toEqual([])
  expect(Math.min(...Object.values(kills))).toBeGreaterThan(1)
})

test('without its transaction what a kill interrupts is half', async () => {
  const { wrong } = await surviveKills(site, { statements: [15, 21], isAtomic: false })
  expect(wrong.join('; ')).toMatch(
    /review.* is not in the audit log.*choice is half.*request to take back is half.*5 reviews instead of 6/,
  )
})
