import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { openDatabase } from '../server/db/database.ts'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import type { Bench } from './bench.ts'
import { openCrowd, waitForMails } from './bookings.ts'
import { type Line, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'
import { parentOf, processorMs } from './processor-time.ts'

const ROUNDS = 5
const WIDTHS = [1, 8, 32]
const INSERTS = 1_000
const INSERT =
  "insert into webhook_events (id, type, body, received_at) values ($1, 'bench', '{}', now())"

/**
 * Durable bookings over HTTP, signed in, as a share of what the database can at all: durable
 * inserts of one row by as many clients. Each booking has its own member, on an event with room.
 */
export async function benchBookingLimit(bench: Bench): Promise<Line[]> {
  const perRound = WIDTHS.reduce((sum, width) => sum + bookingsAt(width), 0)
  const { database, next } = await openCrowd(bench, { count: (ROUNDS + 1) * perRound })
  const clients = openDatabase(bench.databaseUrl, { max: 32 })
  const { rows } = await clients.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pids = { site: bench.sitePid, database: parentOf(rows[0]?.pid ?? 0) }
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  const rounds = new Map(WIDTHS.map((width) => [width, [] as Round[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const width of WIDTHS) {
      const inserts = await callsPerSecond(INSERTS, width, async () => {
        await clients.pool.query(INSERT, [`bench ${randomUUID()}`])
      })
      const times: number[] = []
      const before = { site: processorMs(pids.site), database: processorMs(pids.database) }
      const bookings = await callsPerSecond(bookingsAt(width), width, async () => {
        const { user, eventId, time } = next()
        const began = performance.now()
        const who = { agent, port, cookie: user.cookie }
        const { status, code } = await bookOverHttp(who, { eventId, time })
        if (status !== 201) throw new Error(`a booking was answered ${status}: ${code}`)
        times.push(performance.now() - began)
      })
      const perBooking = (who: keyof typeof pids) =>
        (processorMs(pids[who]) - before[who]) / bookingsAt(width)
      const used = { site: perBooking('site'), database: perBooking('database') }
      await waitForMails(database)
      if (round > 0) rounds.get(width)?.push({ inserts, bookings, times, used })
    }
  }
  agent.destroy()
  await clients.pool.query("delete from webhook_events where type = 'bench'")
  await clients.close()
  await database.close()
  return [...rounds].map(([width, measured]) => lineOf(width, measured))
}

/** `used`: processor milliseconds per booking, with the mails sent meanwhile. */
type Round = {
  inserts: number
  bookings: number
  times: number[]
  used: { site: number; database: number }
}

function lineOf(width: number, rounds: Round[]): Line {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)
  const bookings = Math.round(median(rounds.map((round) => round.bookings)))
  const inserts = Math.round(median(rounds.map((round) => round.inserts)))
  const site = median(rounds.map(({ used }) => used.site)).toFixed(1)
  const postgres = median(rounds.map(({ used }) => used.database)).toFixed(1)
  return ratioLine({
    what: `booking over HTTP, ${width} at once`,
    ratio: median(rounds.map((round) => round.bookings / round.inserts)),
    budget: width === 32 ? 0.2 : 0.1,
    seen: `${bookings}/s of ${inserts} inserts, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; processor ${site} ms, PostgreSQL ${postgres} ms`,
  })
}

function bookingsAt(width: number): number {
  return width === 1 ? 100 : 400
}
