import { expect, test } from 'vitest'
import { seeded, seedFrom } from '../../app/seeded.ts'
import { inWords, mailStorm } from './mail-storm.ts'

const SEED = seedFrom(process.env.SEED)

test(`no mail is lost or sent twice but by a kill (SEED=${SEED})`, {
  timeout: 180_000,
}, async () => {
  const outcome = await mailStorm({ count: 20, kills: 1, deaths: 1, random: seeded(SEED) })
  expect(outcome, inWords(outcome, 0)).toMatchObject({
    ...{ promised: 20, kills: 1, lost: [], phantoms: [], doubled: [] },
  })
  expect(outcome.again).toBeLessThanOrEqual(outcome.kills + (outcome.troubles.dies ?? 0))
})
