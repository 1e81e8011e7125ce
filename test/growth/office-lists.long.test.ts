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
    const [before, after] = [await medianOf(few, url), await medianOf(many, url)]
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
  return { site, clerk: await site.staff(['office', 'admin']) }
}

async function medianOf({ site, clerk }: Filled, url: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const begun = performance.now()
    const { status } = await site.ask('GET', url, { as: clerk })
    times.push(performance.now() - begun)
    expect(status).toBe(200)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0
}
