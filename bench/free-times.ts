import { openDatabase } from '../server/db/database.ts'
import type { Bench } from './bench.ts'
import { addEvent } from './crowd.ts'
import { type Line, ratioLine } from './line.ts'
import { median, requestsPerSecond } from './load.ts'

const ROUNDS = 3
const SECONDS = 2
const USUAL = 200
const LARGE = 10_000

/** The free times of a large event, which nobody caches, as a share of those of a usual one. */
export async function benchFreeTimes({ siteUrl, databaseUrl, ownerUrl }: Bench): Promise<Line[]> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const owner = openDatabase(ownerUrl, { max: 1 })
  const speeds = new Map<number, number[]>()
  const addresses = new Map<number, string>()
  for (const places of [USUAL, LARGE]) {
    const { event_id: id } = await addEvent(database, { places })
    addresses.set(places, `${siteUrl}/api/events/${id}/slots`)
    speeds.set(places, [])
  }
  // As autovacuum does within a minute: statements are planned once per connection.
  await owner.pool.query('analyze places')
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [places, address] of addresses) {
      const speed = await requestsPerSecond(address, SECONDS)
      // The first round warms up.
      if (round > 0) speeds.get(places)?.push(speed)
    }
  }
  await owner.close()
  await database.close()
  const [usual = Number.NaN, large = Number.NaN] = [...speeds.values()].map(median)
  const seen = `${Math.round(large)}/s, of ${USUAL} places ${Math.round(usual)}/s`
  return [
    ratioLine({
      what: 'times of an event of 10,000 places',
      ratio: large / usual,
      budget: 0.5,
      seen,
    }),
  ]
}
