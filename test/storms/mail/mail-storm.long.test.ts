// MAILS and MAIL_KILLS set the counts; SEED=n repeats the server's faults, as far as concurrent
// processes allow.
import { describe, expect, test } from 'vitest'
import { seeded, seedFrom } from '../../app/seeded.ts'
import { inWords, mailStorm, type Storm } from './mail-storm.ts'

const MAILS = Number(process.env.MAILS ?? 1_000)
const KILLS = Number(process.env.MAIL_KILLS ?? 30)
const SEED = seedFrom(process.env.SEED)
const MOST_ROUNDS = 5

test('no mail is lost, and none is sent twice but by a kill, one at most', async () => {
  const outcome = await storm({ count: MAILS, kills: KILLS, deaths: 10 })
  const { promised, kills, lost, phantoms, doubled, again, troubles } = outcome
  expect({ promised, kills, lost, phantoms, doubled }).toEqual({
    ...{ promised: MAILS, kills: KILLS, lost: [], phantoms: [], doubled: [] },
  })
  // A mail server that dies between its acceptance and the reply counts as a kill.
  expect(again).toBeLessThanOrEqual(kills + (troubles.dies ?? 0))
})

describe('the same checks see', () => {
  const calm = { count: 40, kills: 0, deaths: 0 }

  test('mails lost where one is called sent before it is', async () => {
    const { lost } = await storm({ ...calm, without: 'done-before-sent.mjs' })
    expect(lost).not.toEqual([])
  })

  test('mails of what did not happen where one is not written in its transaction', async () => {
    const { phantoms } = await storm({ ...calm, without: 'outside-the-transaction.mjs' })
    expect(phantoms).not.toEqual([])
  })

  test('more than one sent twice by a kill where a process sends ten at once', async () => {
    let beyond = 0
    for (let round = 0; round < MOST_ROUNDS && beyond <= 0; round++) {
      const asked = { count: 150, kills: 6, deaths: 0, without: 'ten-at-once.mjs' }
      const { again, kills } = await storm(asked, SEED + round)
      beyond = again - kills
    }
    expect(beyond).toBeGreaterThan(0)
  })
})

async function storm(asked: Omit<Storm, 'random'>, seed = SEED) {
  const begun = Date.now()
  const outcome = await mailStorm({ ...asked, random: seeded(seed) })
  const words = inWords(outcome, (Date.now() - begun) / 1_000)
  const without = asked.without === undefined ? '' : `${asked.without}: `
  console.log(`${without}${words}, SEED=${seed}`)
  return outcome
}
