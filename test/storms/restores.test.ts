// A sample of restores.long.test.ts, what its comparison detects, and what the commands refuse.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFieldKeys } from '../../server/platform/keys/field-keys.ts'
import { SEED, seeded } from '../app/seeded.ts'
import { whyNoRestores } from './restores/archived-postgres.ts'
import { compare } from './restores/compare.ts'
import { lostInWords } from './restores/in-words.ts'
import { openRestoreDrill, type RestoreDrill } from './restores/restore-drill.ts'
import { loseMachine, runRestores } from './restores/run-restores.ts'
import { type SteadyBookings, startBookings } from './restores/steady-bookings.ts'

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

  test(`hold what was acknowledged before the chosen second, once (SEED=${SEED})`, async () => {
    const keys = await drill.exportedKeys()
    const options = { count: 1, random: seeded(SEED), keys }
    for (const one of await runRestores(drill, bookings, options))
      expect(one).toMatchObject({ lost: 0, faults: [] })
  })

  test('the comparison detects a booking that is missing, and one of a later time', async () => {
    const known = bookings.acknowledged()
    const [first] = known
    if (!first) throw new Error('nobody booked')
    const missing = { ...first, id: -1 }
    expect((await compare(drill.database, [missing], Date.now())).lost).toBe(1)
    const early = first.booking.sent - 1
    expect((await compare(drill.database, [first], early)).faults).toContain(
      'a booking of a later time is there',
    )
  })

  test('what cannot be restored is refused with a sentence, and nothing is touched', async () => {
    const { postgres, restore } = drill
    const now = new Date().toISOString()
    await expect(restore('--to', now)).rejects.toThrow('stop the site and PostgreSQL first')
    await expect(restore('--to', '2020-01-01T00:00:00Z')).rejects.toThrow('The oldest backup ended')
    await expect(restore('--to', '2026-01-01 10:00')).rejects.toThrow('no time with its zone')
    const folder = join(postgres.home, 'not-empty')
    await mkdir(join(folder, 'kept'), { recursive: true })
    await expect(restore('--to', now, '--into', folder)).rejects.toThrow('is not empty')
    expect(await drill.backup('backup-check.ts')).toContain('keeper1')
  })

  test('a check without the keeper says what would be lost', async () => {
    await drill.postgres.stopKeeper()
    await expect(drill.backup('backup-check.ts')).rejects.toThrow(
      'FAULT None of keeper1 is connected, and each COMMIT waits',
    )
    await drill.postgres.startKeeper()
  })

  test('a lost machine loses no booking, and wrong keys stop the start', async () => {
    const lost = await loseMachine(drill, bookings)
    console.log(lostInWords(lost))
    expect(lost).toMatchObject({ withKeeper: 0, faults: [] })
    expect(bookings.refused).toEqual([])
    expect(lost.byArchive).toBeGreaterThan(0)
    const folder = join(drill.postgres.home, 'wrong-keys')
    const trial = ['--to', 'latest', '--into', folder]
    await expect(drill.restoreWith({ FIELD_KEYS: makeFieldKeys() }, ...trial)).rejects.toThrow(
      'The database is restored, but FIELD_KEYS has other bytes for the key "1"',
    )
    await expect(drill.startAgain({ FIELD_KEYS: makeFieldKeys() })).rejects.toThrow(
      'FIELD_KEYS has other bytes for the key "1" than this database was written with',
    )
  })
})
