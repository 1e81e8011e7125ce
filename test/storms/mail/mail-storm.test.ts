import { expect, test } from 'vitest'
import { SEED, seeded } from '../../app/seeded.ts'
import { inWords, mailStorm } from './mail-storm.ts'

test(`no mail is lost, and a kill repeats at most those in progress (SEED=${SEED})`, {
  timeout: 180_000,
}, async () => {
  const mailsAtOnce = 2
  const random = seeded(SEED)
  const outcome = await mailStorm({ count: 20, kills: 1, deaths: 1, mailsAtOnce, random })
  expect(outcome, inWords(outcome, 0)).toMatchObject({
    committed: 20,
    kills: 1,
    lost: [],
    uncommitted: [],
    queuedTwice: [],
  })
  const stops = outcome.kills + (outcome.faults.dies ?? 0)
  expect(outcome.redelivered).toBeLessThanOrEqual(stops * mailsAtOnce)
})
