import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { openDatabase } from '../server/platform/db/database.ts'
import { callOverHttp } from '../test/storms/call-over-http.ts'
import type { Bench } from './bench.ts'
import { openCrowd, waitForMails } from './crowd.ts'
import { type Line, rateLine, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'
import { childrenMs, parentOf, processorMs } from './processor-time.ts'

/** On two quiet cores. */
const MOST_WANTED = 600
const ROUNDS = 5
const MOST_AT_ONCE = 32
const CALLS = 400
const CALLS_IN_TURN = 100
const INSERTS = 1_000
const INSERT =
  "insert into webhook_events (id, type, body, received_at) values ($1, 'bench', '{}', now())"

// A share of durable inserts, which take a tenth of a booking's work.
const ACTIONS = [
  { name: 'booking', atOnce: 1, budget: 0.04 },
  { name: 'booking', atOnce: 8, budget: 0.04 },
  { name: 'booking', atOnce: 32, budget: 0.04, aim: 0.2 },
  { name: 'hold', atOnce: 32, budget: 0.03 },
  { name: 'move', atOnce: 32, budget: 0.015 },
  { name: 'cancellation', atOnce: 32, budget: 0.015 },
  { name: 'paid booking', atOnce: 32, budget: 0.003 },
] as const
type Action = (typeof ACTIONS)[number]
type Round = {
  inserts: number
  calls: number
  times: number[]
  /** Of one call: processor milliseconds until its answer, and until its mails are sent. */
  answered: Used
  sent: Used
  /** Of one call. */
  mails: number
}
type Used = { server: number; postgres: number }

/**
 * Bookings, holds, moves, cancellations and paid bookings over HTTP, signed in and durable, as a
 * share of what the database can at all: durable inserts of one row by as many clients. Each member
 * acts once. A paid booking is order, card and capture. The stand-ins' work is left out, that of
 * sending the mails is measured: it goes on after the last answer.
 */
export async function benchBookings(bench: Bench): Promise<Line[]> {
  const perRound = ACTIONS.reduce((sum, { atOnce }) => sum + callsAt(atOnce), 0)
  const { database, next, another } = await openCrowd(bench, { count: (ROUNDS + 1) * perRound })
  const payers = await openCrowd(bench, { count: (ROUNDS + 1) * CALLS, pricePence: 2500 })
  const clients = openDatabase(bench.databaseUrl, { max: MOST_AT_ONCE })
  const { rows } = await clients.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postgresPid = parentOf(rows[0]?.pid ?? 0)
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_AT_ONCE })
  const booked: { cookie: string; id: number; time: string }[] = []
  const calls = { booking: book, hold, move, cancellation: cancel, 'paid booking': pay }

  const rounds = new Map<Action, Round[]>(ACTIONS.map((action) => [action, []]))
  for (let n = 0; n <= ROUNDS; n++) {
    for (const [action, measured] of rounds) {
      const round = await measure(action)
      // The first round warms up.
      if (n > 0) measured.push(round)
    }
  }
  agent.destroy()
  await clients.pool.query("delete from webhook_events where type = 'bench'")
  await clients.close()
  await database.close()
  await payers.database.close()
  return [...rounds].flatMap(([action, measured]) => linesOf(action, measured))

  async function measure({ name, atOnce }: Action): Promise<Round> {
    const inserts = await callsPerSecond(INSERTS, atOnce, async () => {
      await clients.pool.query(INSERT, [`bench ${randomUUID()}`])
    })
    const times: number[] = []
    const count = callsAt(atOnce)
    const mailsBefore = await waitForMails(database)
    const before = used()
    const speed = await callsPerSecond(count, atOnce, async () => {
      const began = performance.now()
      await calls[name]()
      times.push(performance.now() - began)
    })
    const answered = perCall(used())
    const mails = ((await waitForMails(database)) - mailsBefore) / count
    return { inserts, calls: speed, times, answered, sent: perCall(used()), mails }

    function perCall({ server, postgres }: Used): Used {
      return {
        server: (server - before.server) / count,
        postgres: (postgres - before.postgres) / count,
      }
    }
  }

  function used(): Used {
    return { server: childrenMs(bench.sitePid), postgres: processorMs(postgresPid) }
  }

  async function book(): Promise<void> {
    const { user, eventId, time } = next()
    const body = { eventId, appointmentStartTime: time }
    const { appointment } = await call(user.cookie, 'POST', '/api/appointments', body)
    booked.push({ cookie: user.cookie, id: appointment.appointment_id, time })
  }

  async function hold(): Promise<void> {
    const { user, eventId, time } = next()
    await call(user.cookie, 'POST', `/api/events/${eventId}/holds`, { slot: time })
  }

  async function move(): Promise<void> {
    const { cookie, id, time } = bookedOne(CALLS)
    await call(cookie, 'PUT', `/api/appointments/${id}/update`, { appt_time: another(time) })
  }

  async function cancel(): Promise<void> {
    const { cookie, id } = bookedOne(0)
    await call(cookie, 'PUT', `/api/appointments/${id}/cancel`)
  }

  async function pay(): Promise<void> {
    const { user, eventId, time } = payers.next()
    const cart = [{ description: 'any', amount: '25.00', shippingPreference: 'NO_SHIPPING' }]
    const body = { cart, booking: { eventId, appointmentStartTime: time } }
    const { id } = await call(user.cookie, 'POST', '/api/payments/orders', body)
    await approve(port + 1, id)
    const path = `/api/payments/orders/${id}/capture`
    const { payment } = await call(user.cookie, 'POST', path, {})
    if (payment.state !== 'finalised') throw new Error(`a payment ended ${payment.state}`)
  }

  /** Removes a booked member, leaving at least `rest`. */
  function bookedOne(rest: number) {
    const one = booked.length > rest ? booked.shift() : undefined
    if (!one) throw new Error('the benchmark ran out of bookings')
    return one
  }

  async function call(cookie: string, method: 'POST' | 'PUT', path: string, body?: object) {
    const answer = await callOverHttp({ agent, port, cookie }, { method, path, body })
    if (answer.status > 201) throw new Error(`${path} was answered ${answer.status}`)
    return answer.body
  }
}

async function approve(port: number, orderId: string): Promise<void> {
  const card = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
  const answer = await fetch(`http://127.0.0.1:${port}/__test/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, card }),
  })
  if (!answer.ok) throw new Error(`the card was answered ${answer.status}`)
}

function linesOf({ name, atOnce, ...bounds }: Action, rounds: Round[]): Line[] {
  const times = rounds.flatMap((round) => round.times).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)
  const middle = (key: 'inserts' | 'calls' | 'mails') => median(rounds.map((round) => round[key]))
  const middleUsed = (until: 'answered' | 'sent', by: keyof Used) =>
    median(rounds.map((round) => round[until][by])).toFixed(1)
  const wordsOf = (until: 'answered' | 'sent') =>
    `${middleUsed(until, 'server')} ms, PostgreSQL ${middleUsed(until, 'postgres')} ms`
  const speed = `${Math.round(middle('calls'))}/s of ${Math.round(middle('inserts'))} inserts`
  const latency = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
  const used = `processor ${wordsOf('answered')}; with its ${middle('mails').toFixed(1)} mails ${wordsOf('sent')}`
  const share = ratioLine({
    what: `${name} over HTTP, ${atOnce} at once`,
    ratio: median(rounds.map((round) => round.calls / round.inserts)),
    ...bounds,
    seen: `${speed}; ${latency}; ${used}`,
  })
  if (!('aim' in bounds)) return [share]
  const best = Math.max(...rounds.map((round) => round.calls))
  const seen = `best round; durable inserts by as many clients ${Math.round(middle('inserts'))}/s`
  return [share, rateLine({ what: `${name}s a second`, rate: best, aim: MOST_WANTED, seen })]
}

function callsAt(atOnce: number): number {
  return atOnce === 1 ? CALLS_IN_TURN : CALLS
}
