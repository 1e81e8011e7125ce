// SIZE is the share of the full history (300,000 members, 1,000,000 appointments); 1 takes minutes.
import { expect, test } from 'vitest'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { grownBeyond, openGrownSite, readCounts, roundsOf } from './growth.ts'
import { insertMails, liftTimeout, sizeOf, vacuum } from './history.queries.ts'

const SIZE = Number(process.env.SIZE ?? 0.05)
const ROUND_SECONDS = 60

test('after years of bookings every round is short and reads only what is due', async () => {
  const [empty, grown] = [await openGrownSite(null), await openGrownSite(sizeOf(SIZE))]
  const seconds: Record<string, number> = {}
  for (const [name, round] of Object.entries(roundsOf(grown)))
    seconds[name] = await secondsOf(round)
  const grew = grownBeyond(await readCounts(empty), await readCounts(grown))
  console.log(`rounds at ${SIZE} of the full size, in seconds:`, seconds)
  expect(grew).toEqual([])
  expect(Object.entries(seconds).filter(([, taken]) => taken > ROUND_SECONDS)).toEqual([])
  await empty.close()
  await grown.close()
})

test('the invariants hold for years of bookings', async () => {
  const { owner, deps, close } = await openGrownSite(sizeOf(SIZE))
  await liftTimeout(owner)
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

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round((performance.now() - begun) / 100) / 10
}
