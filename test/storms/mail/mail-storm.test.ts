import { expect, test } from 'vitest'
import { seeded, seedFrom } from '../../app/seeded.ts'
import { inWords, mailStorm } from './mail-storm.ts'

const SEED = seedFrom(process.env.SEED)

test(`no mail is lost, and only a kill sends one twice (SEED=${SEED})`, {
  timeout: 180_000,
}, async () => {
  const outcome = await mailStorm({ count: 20, kills: 1, deaths: 1, random: seeded(SEED) })
  expect(outcome, inWords(outcome, 0)).toMatchObject({
    committed: 20,
    kills: 1,
    lost: [],
    uncommitted: [],
    queuedTwice: [],
  })
  expect(outcome.redelivered).toBeLessThanOrEqual(outcome.kills + (outcome.faults.dies ?? 0))
})
