// Restores to chosen seconds while members book, and the loss of the database's machine at the end.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../../server/platform/db/database.ts'
import type { Random } from '../../app/seeded.ts'
import { until } from '../../until.ts'
import { compare } from './compare.ts'
import type { RestoreDrill } from './restore-drill.ts'
import { type Restored, restoreOnce } from './restore-once.ts'
import type { SteadyBookings } from './steady-bookings.ts'

/** So that a later COMMIT is in the log, which the recovery ends at. */
const BEHIND_MS = 1_000
const BACKUP_EVERY = 10

/** Each to a random second since the first backup, every fourth to the newest one. */
export async function runRestores(
  drill: RestoreDrill,
  bookings: SteadyBookings,
  { count, random, keys }: { count: number; random: Random; keys: Record<string, string> },
): Promise<Restored[]> {
  await tenMore(bookings)
  const first = Date.now()
  await tenMore(bookings)
  const done: Restored[] = []
  for (let n = 0; n < count; n++) {
    if (n % BACKUP_EVERY === BACKUP_EVERY - 1) await drill.backup('backup.ts', 'incr')
    const at = n % 4 === 3 ? Date.now() : first + random.below(Date.now() - first)
    await wait(BEHIND_MS)
    done.push(await restoreOnce(drill, bookings, { at, keys }))
  }
  return done
}

export type Lost = {
  acknowledged: number
  /** Acknowledged bookings that a restore from the archive alone would have lost. */
  byArchive: number
  /** And from archive and keeper, which is the restore that was done. */
  withKeeper: number
  faults: string[]
  /** From the command until the site had booked ten more. */
  outageSeconds: number
}

/** Ends the bookings. The site and the keeper's files stay, as if on other machines. */
export async function loseMachine(drill: RestoreDrill, bookings: SteadyBookings): Promise<Lost> {
  const { postgres } = drill
  // It archives a segment, so what follows is in the keeper's copy alone.
  await drill.backup('backup-check.ts')
  await tenMore(bookings)
  await postgres.destroy()
  await postgres.stopKeeper()
  const acknowledged = bookings.acknowledged().length
  const byArchive = await lostByArchive(drill, bookings)
  const restarted = performance.now()
  await drill.restore('--to', 'latest', '--wal', postgres.walFolder())
  await postgres.start()
  await tenMore(bookings)
  const outageSeconds = (performance.now() - restarted) / 1_000
  // As docs/backups.md says: a new keeper, and then COMMITs wait for it again.
  await postgres.startKeeper()
  await postgres.sql('alter system reset synchronous_standby_names; select pg_reload_conf()')
  await drill.backup('backup.ts', 'full')
  await until(() => drill.backup('backup-check.ts'))
  await bookings.stop()
  const found = await compare(drill.database, bookings.all, Number.POSITIVE_INFINITY)
  const { lost: withKeeper, faults } = found
  return { acknowledged, byArchive, withKeeper, faults, outageSeconds }
}

async function lostByArchive(drill: RestoreDrill, { all }: SteadyBookings): Promise<number> {
  const { postgres } = drill
  const folder = join(postgres.home, 'archive-alone')
  await drill.restore('--to', 'latest', '--into', folder)
  await postgres.startRestored(folder)
  const database = openDatabase(postgres.restoredUrl, { max: 1 })
  const { lost } = await compare(database, all, Number.POSITIVE_INFINITY)
  await database.close()
  await postgres.stop(folder)
  return lost
}

async function tenMore(bookings: SteadyBookings): Promise<void> {
  const before = bookings.acknowledged().length
  await until(() => {
    if (bookings.acknowledged().length < before + 10) throw new Error('the site does not book')
  })
}
