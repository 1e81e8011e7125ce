// RESTORES sets the count; SEED=n repeats the seconds, counted from the begin of the rush.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFieldKeys } from '../../server/platform/keys/field-keys.ts'
import { SEED, seeded } from '../app/seeded.ts'
import { whyNoRestores } from './restores/archived-postgres.ts'
import { lostInWords, restoresInWords } from './restores/in-words.ts'
import { openRestoreDrill, type RestoreDrill } from './restores/restore-drill.ts'
import { loseMachine, runRestores } from './restores/run-restores.ts'
import { type SteadyBookings, startBookings } from './restores/steady-bookings.ts'

const RESTORES = Number(process.env.RESTORES ?? 50)
const why = whyNoRestores()
if (why) console.log(why)

let drill: RestoreDrill
let bookings: SteadyBookings

describe.skipIf(why)('backups restored in a rush', () => {
  beforeAll(async () => {
    drill = await openRestoreDrill()
    const pace = { port: drill.port, perSecond: 4, random: seeded(SEED) }
    bookings = startBookings(pace, drill.nextMembers)
  })
  afterAll(async () => {
    await bookings.stop()
    await drill.close()
  })

  test('hold what was acknowledged before the chosen second, once', async () => {
    const keys = await drill.exportedKeys()
    const options = { count: RESTORES, random: seeded(SEED), keys }
    const restores = await runRestores(drill, bookings, options)
    console.log(`${restoresInWords(restores)}, SEED=${SEED}`)
    expect(restores.flatMap(({ faults }) => faults)).toEqual([])
    expect(restores.filter(({ lost }) => lost > 0)).toEqual([])
    expect(restores).toHaveLength(RESTORES)
  })

  test('a lost machine loses no booking, and wrong keys stop the start', async () => {
    const lost = await loseMachine(drill, bookings)
    console.log(lostInWords(lost))
    expect(lost).toMatchObject({ withKeeper: 0, faults: [] })
    expect(bookings.refused).toEqual([])
    await expect(drill.startAgain({ FIELD_KEYS: makeFieldKeys() })).rejects.toThrow(
      'FIELD_KEYS has other bytes for the key "1"',
    )
  })
})
