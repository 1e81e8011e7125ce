// A site at a steady pace, and what it holds meanwhile. From /proc, so on Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { seeded } from '../app/seeded.ts'
import { startBookings } from './restores/steady-bookings.ts'
import type { RushSite } from './rush-site.ts'

const PAGES = ['/', '/events', '/book-event-main', '/api/events?page=1']
const BATCH = 300
const SAMPLES = 120
const LEAST_BETWEEN_MS = 1_000
const TIMEOUT_MS = 20_000

export type Sample = {
  /** Resident memory in MB, of the server processes and of the one that starts them. */
  servers: number
  supervisor: number
  /** Open files and sockets of all of them. */
  handles: number
  connections: number
  /** Jobs that are not finished. */
  jobs: number
}
export type Soak = {
  samples: Sample[]
  booked: number
  refused: string[]
  pages: number
  failed: string[]
  longestMs: number
}

export async function runSoak(
  site: RushSite,
  { seconds, bookings, pages }: { seconds: number; bookings: number; pages: number },
): Promise<Soak> {
  const random = seeded(1)
  const booking = startBookings({ port: site.port, perSecond: bookings, random }, async () => {
    const event = await site.event(BATCH, 5)
    return { event, members: await site.members(BATCH, event) }
  })
  // One that fails to make members must not end the process before its end is awaited.
  booking.ended.catch(() => undefined)
  const reading = startReading({ port: site.port, perSecond: pages })
  const between = Math.max(LEAST_BETWEEN_MS, (seconds * 1_000) / SAMPLES)
  const samples: Sample[] = []
  const end = Date.now() + seconds * 1_000
  try {
    for (; Date.now() < end; await wait(between)) samples.push(await sampleOf(site))
  } finally {
    await Promise.all([booking.stop(), reading.stop()])
  }
  const { acknowledged, refused } = booking
  const { count, failed, longestMs } = reading.seen
  return { samples, booked: acknowledged().length, refused, pages: count, failed, longestMs }
}

/** The least memory and the usual numbers of the last quarter against those of the one before. */
export function whatGrows(samples: Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4)
  const [before, last] = [samples.slice(-2 * quarter, -quarter), samples.slice(-quarter)]
  const grown = (
    name: keyof Sample,
    of: (values: number[]) => number,
    allowed: { share: number; more: number },
  ) => {
    const [from, to] = [before, last].map((part) => of(part.map((one) => one[name])))
    if (from === undefined || to === undefined) return []
    return to > from * allowed.share + allowed.more
      ? [`${name}: ${Math.round(from)} to ${Math.round(to)}`]
      : []
  }
  return [
    // Rubbish is collected late, so what counts is what stays after a collection.
    ...grown('servers', least, { share: 1.1, more: 5 }),
    ...grown('supervisor', least, { share: 1.1, more: 5 }),
    // The pool has as many connections as the moment needs, each of them a handle too.
    ...grown('handles', middle, { share: 1.1, more: 25 }),
    ...grown('connections', middle, { share: 1.1, more: 25 }),
    ...grown('jobs', middle, { share: 1.1, more: 50 }),
  ]
}

export function inWords({ samples, booked, pages, failed, longestMs }: Soak, seconds: number) {
  const quarter = Math.floor(samples.length / 4)
  const said = (Object.keys(samples[0] ?? {}) as (keyof Sample)[]).map((name) => {
    const of = name === 'servers' || name === 'supervisor' ? least : middle
    const quarters = [0, 1, 2, 3].map((n) =>
      Math.round(of(samples.slice(n * quarter, (n + 1) * quarter).map((one) => one[name]))),
    )
    return `${name} ${quarters.join(', ')}`
  })
  return `${seconds} s: ${booked} bookings, ${pages} pages (slowest ${Math.round(longestMs)} ms, ${failed.length} failed); by quarters: ${said.join('; ')}`
}

function startReading({ port, perSecond }: { port: number; perSecond: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const seen = { count: 0, failed: [] as string[], longestMs: 0 }
  const underWay = new Set<Promise<void>>()
  let isOn = true
  const pace = keepPace()
  return {
    seen,
    async stop(): Promise<void> {
      isOn = false
      await pace
      await Promise.all(underWay)
      agent.destroy()
    },
  }

  async function keepPace(): Promise<void> {
    for (let due = Date.now(); isOn; due += 1_000 / perSecond) {
      await wait(Math.max(0, due - Date.now()))
      const page = PAGES[seen.count % PAGES.length] ?? '/'
      seen.count += 1
      const turn = read(page).finally(() => underWay.delete(turn))
      underWay.add(turn)
    }
  }

  async function read(path: string): Promise<void> {
    const begun = performance.now()
    const status = await statusOf(path)
    seen.longestMs = Math.max(seen.longestMs, performance.now() - begun)
    if (status !== 200) seen.failed.push(`${path}: ${status}`)
  }

  function statusOf(path: string): Promise<number> {
    return new Promise((resolve) => {
      const asked = request({ host: '127.0.0.1', port, path, agent, timeout: TIMEOUT_MS })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => resolve(0))
      asked.on('response', (answer) => {
        answer.resume()
        answer.on('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
      })
      asked.end()
    })
  }
}

async function sampleOf(site: RushSite): Promise<Sample> {
  const { rows } = await site.database().pool.query<{ jobs: number; connections: number }>(
    `select (select count(*) from jobs.job where state < 'completed') as jobs,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections`,
  )
  const [servers, supervisor] = [site.servers(), site.primary()]
  return {
    servers: servers.reduce((sum, pid) => sum + megabytes(pid), 0),
    supervisor: megabytes(supervisor),
    handles: [...servers, supervisor].reduce((sum, pid) => sum + handlesOf(pid), 0),
    connections: rows[0]?.connections ?? 0,
    jobs: rows[0]?.jobs ?? 0,
  }
}

function megabytes(pid: number): number {
  const said = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(said)?.[1]) / 1_024
}

function handlesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function least(values: number[]): number {
  return Math.min(...values)
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
