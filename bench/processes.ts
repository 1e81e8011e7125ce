import { Agent } from 'node:http'
import { availableParallelism } from 'node:os'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import { openRushSite, type RushSite } from '../test/storms/rush-site.ts'
import { waitForMails } from './crowd.ts'
import { type Line, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'
import { openBookings } from './rush.ts'

const ROUNDS = 3
const WARM_UP_EACH = 500
const BOOKINGS = 800
const AT_ONCE = 32

/**
 * Bookings over HTTP on two server processes as a share of those on one. Where this program and
 * PostgreSQL fill all cores with one process, a second brings none.
 */
export async function benchProcesses(): Promise<Line[]> {
  const site = await openRushSite()
  const speeds = new Map([1, 2].map((workers) => [workers, [] as number[]]))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [workers, measured] of speeds) measured.push(await speedWith(site, workers))
    }
  } finally {
    await site.close()
  }
  const [one = Number.NaN, two = Number.NaN] = [...speeds.values()].map(median)
  return [
    ratioLine({
      what: 'bookings on two processes, of one',
      ratio: two / one,
      budget: 0.7,
      aim: 1,
      seen: `${Math.round(two)}/s, on one ${Math.round(one)}/s; ${availableParallelism()} cores`,
    }),
  ]
}

async function speedWith(site: RushSite, workers: number): Promise<number> {
  await site.start({ WORKERS: String(workers) })
  const warmUp = workers * WARM_UP_EACH
  const next = await openBookings(site, warmUp + BOOKINGS)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const book = async () => {
    const { cookie, booking } = next()
    const { status } = await bookOverHttp({ agent, port: site.port, cookie }, booking)
    if (status !== 201) throw new Error(`a booking was answered ${status}`)
  }
  await callsPerSecond(warmUp, AT_ONCE, book)
  const speed = await callsPerSecond(BOOKINGS, AT_ONCE, book)
  agent.destroy()
  await waitForMails(site.database())
  await site.stop()
  return speed
}
