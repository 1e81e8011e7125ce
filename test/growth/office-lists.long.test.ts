// A page of each list of the office, with 300,000 members and 2,000 events beside one hundred.
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { fillLists } from './office-lists.queries.ts'
import { AT_MOST, FEW, LISTS, MANY } from './office-lists.ts'

const SLOWEST_MS = 200
const TIMES = 31

test('a page of each list costs at most three times what it costs with one hundred rows', async () => {
  const [few, many] = [await openFilled(FEW), await openFilled(MANY)]
  const over: string[] = []
  for (const [name, url] of Object.entries(LISTS)) {
    const times: { few: number; many: number }[] = []
    // In turn, so that a busy moment is in both.
    for (let n = 0; n < TIMES; n++)
      times.push({ few: await timeOf(few, url), many: await timeOf(many, url) })
    const before = median(times.map((one) => one.few))
    const after = median(times.map((one) => one.many))
    const ratio = after / before
    console.log(
      `${name}: ${before.toFixed(1)} ms, with many ${after.toFixed(1)} ms, ${ratio.toFixed(1)} times`,
    )
    if (ratio > AT_MOST || after > SLOWEST_MS) over.push(name)
  }
  await few.site.close()
  await many.site.close()
  expect(over).toEqual([])
})

type Filled = { site: TestApp; clerk: Awaited<ReturnType<TestApp['staff']>> }

async function openFilled(size: typeof FEW): Promise<Filled> {
  const site = await openTestApp()
  await fillLists(site.owner, { ...size, now: site.deps.now() })
  return { site, clerk: await site.staff(['office', 'clinician', 'admin']) }
}

async function timeOf({ site, clerk }: Filled, url: string): Promise<number> {
  const begun = performance.now()
  const { status } = await site.ask('GET', url, { as: clerk })
  expect(status).toBe(200)
  return performance.now() - begun
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0
}
