// YEAR_EVENTS and YEAR_MEN set the size, SEED repeats a year; simulated-year.test.ts lives a
// small one, and the twins.
import { expect, test } from 'vitest'
import { SEED } from '../app/seeded.ts'
import { openTestApp } from '../app/test-app.ts'
import { BROKEN_RULES, breakRule } from './year/leave-out.queries.ts'
import { yearInWords } from './year/report.ts'
import { simulateYear } from './year/simulate.ts'

const EVENTS = Number(process.env.YEAR_EVENTS ?? 40)
const MEN = Number(process.env.YEAR_MEN ?? 5_000)

test('nobody falls through in a year of 40 events and 5,000 men', async () => {
  const site = await openTestApp({ mailsAtOnce: 4 })
  const size = { events: EVENTS, men: MEN, seed: SEED }
  const simulated = await simulateYear(site, { ...size, checkDays: 7 })
  console.log(await yearInWords(simulated, size))
  expect(simulated.found).toEqual([])
  await site.close()
})

test.each(BROKEN_RULES)('the checker finds that %s', async (rule) => {
  const site = await openTestApp({ mailsAtOnce: 4 })
  await breakRule(site.ownerPool, rule)
  const small = { events: 3, men: 90, seed: 1 }
  const { found } = await simulateYear(site, { ...small, checkDays: 7, quietDays: 4 })
  expect(found).not.toEqual([])
  await site.close()
})
