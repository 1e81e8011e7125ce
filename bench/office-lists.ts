import { openDatabase } from '../server/platform/db/database.ts'
import { makeClerk } from '../test/app/crowd.ts'
import { urlOf } from '../test/database/cluster.ts'
import { fillLists } from '../test/growth/office-lists.queries.ts'
import { AT_MOST, FEW, LISTS, MANY } from '../test/growth/office-lists.ts'
import type { Bench } from './bench.ts'
import { growthLine, type Line } from './line.ts'
import { median } from './load.ts'

const ROUNDS = 41
const WARM_UP = 5

type Read = (address: string) => Promise<number>

/** A page of each list of the office with 300,000 members, beside the same list with 100. */
export async function benchOfficeLists(bench: Bench): Promise<Line[]> {
  const second = {
    databaseUrl: urlOf(bench.databaseUrl, 'office'),
    ownerUrl: urlOf(bench.ownerUrl, 'office'),
  }
  const owner = openDatabase(bench.ownerUrl, { max: 1 })
  await owner.pool.query('create database office')
  await owner.close()
  const { url: siteUrl, stop } = await bench.startSite(second)
  const few = await openFilled(bench, FEW)
  const many = await openFilled({ ...bench, ...second, siteUrl }, MANY)
  const lines: Line[] = []
  for (const [what, address] of Object.entries(LISTS)) {
    const before: number[] = []
    const after: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [with100, withMany] = [await few(address), await many(address)]
      if (round < 0) continue
      before.push(with100)
      after.push(withMany)
    }
    const [low, high] = [median(before), median(after)]
    lines.push(
      growthLine({
        what: `office: ${what}`,
        times: high / low,
        budget: AT_MOST,
        seen: `${high.toFixed(1)} ms with ${MANY.members} members, ${low.toFixed(1)} ms with ${FEW.members}`,
      }),
    )
  }
  await stop()
  return lines
}

/** Milliseconds that a clerk waits for this address. */
async function openFilled(bench: Bench, size: typeof FEW): Promise<Read> {
  const owner = openDatabase(bench.ownerUrl, { max: 1, statementMs: 0 })
  await fillLists(owner.db, { ...size, now: new Date() })
  const keys = { signingKeys: bench.signingKeys, issuer: `${bench.siteUrl}/auth/v1` }
  const { cookie } = await makeClerk(owner, keys, ['office', 'clinician', 'admin'])
  await owner.close()
  return async (address) => {
    const begun = performance.now()
    const answer = await fetch(bench.siteUrl + address, { headers: { cookie } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${address} was answered ${answer.status}`)
    return performance.now() - begun
  }
}
