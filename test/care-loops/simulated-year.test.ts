// A sample of the year in simulated-year.long.test.ts, and some of its twins; SEED repeats it.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { openTestApp } from '../app/test-app.ts'
import { breakRule } from './year/leave-out.queries.ts'
import { yearInWords } from './year/report.ts'
import { simulateYear } from './year/simulate.ts'

const CHECK_DAYS = 14

test.concurrent(`nobody falls through in a year of 2 events and 20 men (seed ${SEED})`, async () => {
  const site = await openTestApp({ mailsAtOnce: 4 })
  const size = { events: 2, men: 20, seed: SEED }
  const simulated = await simulateYear(site, { ...size, checkDays: CHECK_DAYS, quietDays: 7 })
  console.log(await yearInWords(simulated, size))
  expect(simulated.found).toEqual([])
  expect(simulated.world.counts.get('sampled')).toBeGreaterThan(10)
  await site.close()
}, 240_000)

test.concurrent.each([
  ['a result that was read is not closed', /was read and is still chased/],
  ['an amber result is not repeated', /never had repeat_test/],
  ['notices are forgotten', /^message \d times/],
] as const)('the checker finds that %s', async (rule, found) => {
  const site = await openTestApp({ mailsAtOnce: 4 })
  await breakRule(site.ownerPool, rule)
  const simulated = await simulateYear(site, {
    events: 1,
    men: 14,
    seed: 1,
    checkDays: CHECK_DAYS,
    quietDays: 4,
  })
  expect(simulated.found).toContainEqual(expect.stringMatching(found))
  await site.close()
})
