// SIZE is the share of the full history (300,000 members, 1,000,000 appointments); 1 takes minutes.
import { expect, test } from 'vitest'
import { checkChains } from '../../server/records/hash-chain/check-chain.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { grownBeyond, openGrownSite, readCounts, secondsOf, timeRounds } from './growth.ts'
import { insertMails, sizeOf, vacuum } from './history.queries.ts'

const SIZE = Number(process.env.SIZE ?? 0.25)
const ROUND_SECONDS = 60

test('after years of bookings every round is short and reads only what is due', async () => {
  const [empty, grown] = [await openGrownSite(null), await openGrownSite(sizeOf(SIZE))]
  let rows: number | undefined = 0
  const checked = await secondsOf(async () => {
    const reports = await checkChains(grown.deps)
    expect(reports.filter(({ fault }) => fault)).toEqual([])
    rows = reports.find(({ table }) => table === 'consents')?.rows
  })
  expect(rows).toBe(sizeOf(SIZE).appointments)
  await timeRounds(empty)
  // The first opens every result and deletes what has been old for years.
  const first = await timeRounds(grown)
  const seconds = await timeRounds(grown)
  console.log(`seconds at ${SIZE} of the full size:`, { checked, first, seconds })
  const grew = grownBeyond(await readCounts(empty), await readCounts(grown))
  expect(grew).toEqual([])
  const all = [['checkChains', checked], ...Object.entries(first), ...Object.entries(seconds)]
  expect(all.filter(([, taken]) => Number(taken) > ROUND_SECONDS)).toEqual([])
  await empty.close()
  await grown.close()
})

test('the invariants hold for years of bookings', async () => {
  const { owner, deps, close } = await openGrownSite(sizeOf(SIZE))
  await insertMails(owner)
  await vacuum(owner)
  let broken: string[] = []
  const seconds = await secondsOf(async () => {
    broken = await brokenInvariants(owner, deps.now())
  })
  console.log(`invariants at ${SIZE} of the full size: ${seconds} s`)
  expect(broken).toEqual([])
  await close()
})
