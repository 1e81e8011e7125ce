// One restore of the drill: to a folder of its own, started, compared and removed.

import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { openDatabase } from '../../../server/platform/db/database.ts'
import { callOverHttp } from '../call-over-http.ts'
import { stopSite, untilReady } from '../test-site.ts'
import { type Comparison, compare } from './compare.ts'
import type { RestoreDrill } from './restore-drill.ts'
import type { Booked, SteadyBookings } from './steady-bookings.ts'

export type Restored = Comparison & {
  /** From the command to a site that is ready. */
  seconds: number
  /** Acknowledged before the chosen second. */
  acknowledged: number
}

/** `at` in milliseconds since 1970. */
export async function restoreOnce(
  drill: RestoreDrill,
  { all }: SteadyBookings,
  { at, keys }: { at: number; keys: Record<string, string> },
): Promise<Restored> {
  const { postgres } = drill
  const folder = join(postgres.home, `restored-${at}`)
  const begun = performance.now()
  try {
    const to = new Date(at).toISOString()
    await drill.restore('--to', to, '--into', folder, '--wal', postgres.walFolder())
    await postgres.startRestored(folder)
    const site = await drill.startRestored(keys)
    await untilReady(drill.restoredPort, 60_000)
    const seconds = (performance.now() - begun) / 1_000
    const known = all.slice()
    const seen = await seenThroughSite(drill, known, at)
    await stopSite(site)
    const restored = openDatabase(postgres.restoredUrl, { max: 2 })
    const compared = await compare(restored, known, at)
    await restored.close()
    const acknowledged = acknowledgedBefore(known, at).length
    return { ...compared, faults: [...compared.faults, ...seen], seconds, acknowledged }
  } finally {
    await postgres.stop(folder)
    await rm(folder, { recursive: true, maxRetries: 100, retryDelay: 20 })
  }
}

export function acknowledgedBefore(all: Booked[], at: number): Booked[] {
  return all.filter(
    ({ id, booking: { answered } }) => id !== null && answered !== null && answered <= at,
  )
}

/** The last member who booked before and cancels nothing sees the appointment after signing in. */
async function seenThroughSite(
  { restoredPort: port }: RestoreDrill,
  all: Booked[],
  at: number,
): Promise<string[]> {
  const last = acknowledgedBefore(all, at).findLast(({ cancel }) => cancel === null)
  if (!last) return ['no booking could be looked at']
  const agent = new Agent()
  const path = `/api/appointments/upcoming-appointments/user/${last.member.id}`
  const caller = { agent, port, cookie: last.member.cookie }
  const { status, body } = await callOverHttp(caller, { method: 'GET', path })
  const ids = (body?.appointments ?? []).map(
    (one: { appointment_id: number }) => one.appointment_id,
  )
  return ids.includes(last.id) ? [] : [`a member sees no appointment (${status})`]
}
