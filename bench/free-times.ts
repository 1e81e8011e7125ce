import { openDatabase } from '../server/platform/db/database.ts'
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
  const measured: { address: string; speeds: number[] }[] = []
  for (const places of [USUAL, LARGE]) {
    const { event_id: id } = await addEvent(database, { places })
    measured.push({ address: `${siteUrl}/api/events/${id}/slots`, speeds: [] })
  }
  // As autovacuum does within a minute: statements are planned once per connection.
  await owner.pool.query('analyze places')
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { address, speeds } of measured) {
      const speed = await requestsPerSecond(address, SECONDS)
      // The first round warms up.
      if (round > 0) speeds.push(speed)
    }
  }
  await owner.close()
  await database.close()
  const [usual = Number.NaN, large = Number.NaN] = measured.map(({ speeds }) => median(speeds))
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
