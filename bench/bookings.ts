import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { generateSlots } from '../domain/slots.ts'
import { addDays, ukDate, ukInstant } from '../domain/uk-time.ts'
import { bookAppointment } from '../server/bookings/book-appointment.ts'
import { createResponseCache } from '../server/cache/response-cache.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { createEvent } from '../server/events/publish-event.ts'
import { insertProduct } from '../server/events/publishing.queries.ts'
import { openFieldKeys } from '../server/platform/field-keys.ts'
import { startJobs } from '../server/platform/jobs.ts'
import { makeCrowd } from '../test/app/crowd.ts'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import type { Bench } from './bench.ts'
import { type Line, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'

const ROUNDS = 5
const BOOKINGS = 400
const AT_ONCE = 32

export async function openCrowd(bench: Bench, { count, pricePence = 0 }: Wanted) {
  const database = openDatabase(bench.databaseUrl, { max: 20 })
  const event = await database.transaction(async (tx) => {
    const day = addDays(ukDate(new Date()), 30)
    return createEvent(tx, {
      name: 'Benchmark event',
      startsAt: ukInstant(day, '08:00'),
      endsAt: ukInstant(day, '18:00'),
      sessionMinutes: 10,
      places: count,
      productId: await insertProduct(tx, { name: 'Total PSA Test', pricePence }),
      paymentRequired: pricePence > 0,
    })
  })
  const times = generateSlots(event).map(({ time }) => time)
  const crowd = await makeCrowd(database, {
    count,
    event,
    signingKeys: bench.signingKeys,
    issuer: `${bench.siteUrl}/auth/v1`,
  })
  const next = () => {
    const user = crowd.pop()
    const time = times[crowd.length % times.length]
    if (!user || !time) throw new Error('the benchmark ran out of members')
    return { user, eventId: event.event_id, time }
  }
  return { database, next }
}
type Wanted = { count: number; pricePence?: number }

/**
 * Durable bookings over HTTP, signed in, as a share of the same command called in process on
 * the same database (design §8). Each booking has its own member, on events with room for all.
 */
export async function benchBookings(bench: Bench): Promise<Line[]> {
  const count = 2 * (ROUNDS + 1) * BOOKINGS
  const { database, next } = await openCrowd(bench, { count })

  const inProcess = async () => {
    // These workers discard mails; the site's own worker may still send some of them.
    const jobs = await startJobs(
      database,
      { mail: async () => undefined },
      { fieldKeys: openFieldKeys(bench.fieldKeys), onError: console.error },
    )
    const now = () => new Date()
    const cache = createResponseCache({ maxAge: 1000, max: 500, now })
    const deps = { database, now, jobs, cache, settings: { publicUrl: bench.siteUrl } }
    const speed = await callsPerSecond(BOOKINGS, AT_ONCE, async () => {
      const { user, eventId, time } = next()
      await bookAppointment(deps, { member: user, eventId, time })
    })
    await jobs.stop()
    return speed
  }
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const overHttp = () =>
    callsPerSecond(BOOKINGS, AT_ONCE, async () => {
      const { user, eventId, time } = next()
      const { status, code } = await bookOverHttp(
        { agent, port, cookie: user.cookie },
        { eventId, time },
      )
      if (status !== 201) throw new Error(`a booking was answered ${status}: ${code}`)
    })

  const ratios: number[] = []
  const speeds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const peer = await inProcess()
    await waitForMails(database)
    const ours = await overHttp()
    await waitForMails(database)
    if (round === 0) continue
    ratios.push(ours / peer)
    speeds.push(ours)
  }
  agent.destroy()
  await database.close()
  return [
    ratioLine({
      what: 'booking over HTTP',
      ratio: median(ratios),
      budget: 0.6,
      seen: `${Math.round(median(speeds))}/s of bookAppointment in process, fsync on`,
    }),
  ]
}

/** Discards unsent mails and waits for the one in flight, so that none slows the next round. */
export async function waitForMails(database: Database): Promise<void> {
  await database.pool.query(
    "delete from jobs.job where name = 'mail' and state in ('created', 'retry')",
  )
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await database.pool.query<{ open: number }>(
      "select count(*) as open from jobs.job where name = 'mail' and state < 'completed'",
    )
    if (rows[0]?.open === 0) return
    await wait(100)
  }
  throw new Error('the last mail was not sent within a minute')
}
