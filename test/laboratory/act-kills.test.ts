// A few of the moments of act-kills.long.test.ts.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { killActs } from './act-kills.ts'

let site: TestApp
beforeEach(async () => {
  site = await openTestApp()
})
afterEach(() => site.close())

test('a death, withdrawal, choice, correction, take back, undo, erasure or merge that is killed is nothing or whole, and done once when it is pressed again', async () => {
  const { wrong, kills } = await killActs(site, {
    moments: [[{ statement: 2, when: 'before' }], [{ statement: 6, when: 'after' }]],
  })
  expect(wrong).toEqual([])
  expect(Math.min(...Object.values(kills))).toBeGreaterThan(1)
})

test('without its transaction an act that is killed is half', async () => {
  const { wrong } = await killActs(site, {
    names: ['has died', 'confirmed take back'],
    moments: [[{ statement: 20, when: 'before' }]],
    isAtomic: false,
  })
  expect(wrong.join('; ')).toMatch(/has died.* is half.*confirmed take back.* is half/)
})
