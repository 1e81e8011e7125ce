// MAILS and MAIL_KILLS set the counts; SEED=n repeats the server's faults, as far as concurrent
// processes allow.
import { describe, expect, test } from 'vitest'
import { SEED, seeded } from '../../app/seeded.ts'
import { inWords, mailStorm, type Storm } from './mail-storm.ts'

const MAILS = Number(process.env.MAILS ?? 1_000)
const KILLS = Number(process.env.MAIL_KILLS ?? 30)
const MOST_ROUNDS = 5

test.each([8, 1])('no mail is lost, and a kill sends at most %i twice', async (mailsAtOnce) => {
  const outcome = await storm({ count: MAILS, kills: KILLS, deaths: 10, mailsAtOnce })
  const { committed, kills, lost, uncommitted, queuedTwice, redelivered, faults } = outcome
  expect({ committed, kills, lost, uncommitted, queuedTwice }).toEqual({
    committed: MAILS,
    kills: KILLS,
    lost: [],
    uncommitted: [],
    queuedTwice: [],
  })
  // A mail server that dies between its acceptance and the reply counts as a kill.
  expect(redelivered).toBeLessThanOrEqual((kills + (faults.dies ?? 0)) * mailsAtOnce)
})

describe('the same checks detect', () => {
  const calm = { count: 40, kills: 0, deaths: 0, mailsAtOnce: 1 }

  test('lost mails where a job completes before its mail is sent', async () => {
    const { lost } = await storm({ ...calm, without: 'a job completes after its mail is sent' })
    expect(lost).not.toEqual([])
  })

  test('mails of rolled back transactions where a mail is queued outside', async () => {
    const { uncommitted } = await storm({
      ...calm,
      without: 'a mail is queued in the transaction of its fact',
    })
    expect(uncommitted).not.toEqual([])
  })

  test('more than one mail sent twice by a kill where a worker sends ten at a time', async () => {
    const without = 'a worker sends one mail at a time'
    let beyond = 0
    for (let round = 0; round < MOST_ROUNDS && beyond <= 0; round++) {
      const { redelivered, kills } = await storm(
        { count: 150, kills: 6, deaths: 0, mailsAtOnce: 1, without },
        SEED + round,
      )
      beyond = redelivered - kills
    }
    expect(beyond).toBeGreaterThan(0)
  })
})

async function storm(options: Omit<Storm, 'random'>, seed = SEED) {
  const begun = Date.now()
  const outcome = await mailStorm({ ...options, random: seeded(seed) })
  const words = inWords(outcome, (Date.now() - begun) / 1_000)
  const without = options.without === undefined ? '' : `without '${options.without}': `
  console.log(`${without}${words}, SEED=${seed}`)
  return outcome
}
