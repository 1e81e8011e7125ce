import { Agent } from 'node:http'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import type { Bench } from './bench.ts'
import { openCrowd, waitForMails } from './crowd.ts'
import { type Line, ratioLine } from './line.ts'
import { median, requestsPerSecond } from './load.ts'

const ROUNDS = 3
const SECONDS = 2
const AT_ONCE = 32
const MOST_BOOKINGS_PER_SECOND = 1_000

/** The listing page while members book as fast as they can, as a share of a quiet site. */
export async function benchListing(bench: Bench): Promise<Line[]> {
  const count = ROUNDS * SECONDS * MOST_BOOKINGS_PER_SECOND
  const { database, next } = await openCrowd(bench, { count })
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const read = () => requestsPerSecond(`${bench.siteUrl}/book-event-main`, SECONDS)

  let booked = 0
  const readInRush = async () => {
    let isOver = false
    const book = async () => {
      while (!isOver) {
        const { user, eventId, time } = next()
        const { status } = await bookOverHttp(
          { agent, port, cookie: user.cookie },
          { eventId, time },
        )
        if (status !== 201) throw new Error(`a booking was answered ${status}`)
        booked += 1
      }
    }
    const reading = read().finally(() => {
      isOver = true
    })
    const [speed] = await Promise.all([reading, ...Array.from({ length: AT_ONCE }, book)])
    return speed
  }

  await read()
  const ratios: number[] = []
  const speeds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await read()
    const speed = await readInRush()
    await waitForMails(database)
    ratios.push(speed / quiet)
    speeds.push(speed)
  }
  agent.destroy()
  await database.close()
  const perSecond = Math.round(booked / (ROUNDS * SECONDS))
  const seen = `${Math.round(median(speeds))}/s beside ${perSecond} bookings/s`
  return [
    ratioLine({
      what: 'listing in a rush, of quiet',
      ratio: median(ratios),
      budget: 0.05,
      aim: 0.3,
      seen,
    }),
  ]
}
