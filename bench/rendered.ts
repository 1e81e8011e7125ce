import { Agent, request } from 'node:http'
import { addDays, ukDate, ukInstant } from '../domain/uk-time.ts'
import { createEvent } from '../server/events/create-event.ts'
import { insertProduct } from '../server/events/publishing.queries.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import type { Bench } from './bench.ts'
import { type Line, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'

const EVENTS = 1_500
const ROUNDS = 4
const PAGES = 200
const AT_ONCE = 32
/** Found in every event's address: each part of it is another search for all of them. */
const ADDRESS = '12 Longtown Community Hall and Library, Old Market Street, North Quay'

/** As many elements as a listing of 50 events has. */
const ELEMENTS = 1_000

/**
 * Pages that no cache has, with 1,500 events on offer, as a share of what React alone renders in a
 * process. Each search has an address of its own.
 */
export async function benchRendered({ siteUrl, databaseUrl }: Bench): Promise<Line[]> {
  const ids = await addEvents(databaseUrl)
  const renderWithReact = await openReact()
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const searches = partsOf(ADDRESS).map((part) => encodeURIComponent(part))
  const pages = [
    {
      what: 'listing without a cache',
      budget: 0.05,
      path: () => `/book-event-main?location=${anotherOf(searches)}`,
    },
    { what: 'event page without a cache', budget: 0.1, path: () => `/event/${anotherOf(ids)}` },
  ]
  const measured = pages.map((page) => ({
    ...page,
    ratios: [] as number[],
    times: [] as number[],
    speeds: [] as number[],
  }))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { path, ratios, times, speeds } of measured) {
      const peer = await callsPerSecond(PAGES, 1, async () => renderWithReact())
      const ours = await callsPerSecond(PAGES, AT_ONCE, async () => {
        const began = performance.now()
        await get(agent, siteUrl + path())
        if (round > 0) times.push(performance.now() - began)
      })
      if (round === 0) continue
      ratios.push(ours / peer)
      speeds.push(ours)
    }
  }
  agent.destroy()
  return measured.map(({ what, budget, ratios, times, speeds }) => {
    const sorted = times.toSorted((a, b) => a - b)
    const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN)
    const seen = `${Math.round(median(speeds))}/s, p99 ${p99} ms, ${EVENTS} events on offer`
    return ratioLine({ what, ratio: median(ratios), budget, seen })
  })
}

async function openReact(): Promise<() => void> {
  // React chooses its build as it is loaded; a site that starts later must not inherit it.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  const items = Array.from({ length: ELEMENTS }, (_, n) =>
    createElement('li', { key: n, className: 'row' }, `Screening number ${n}`),
  )
  return () => void renderToString(createElement('ul', null, items))
}

async function addEvents(databaseUrl: string): Promise<number[]> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const ids = await database.transaction(async (tx) => {
    const productId = await insertProduct(tx, { name: 'Total PSA Test', pricePence: 0 })
    const added: number[] = []
    for (let n = 0; n < EVENTS; n++) {
      const day = addDays(ukDate(new Date()), 40 + Math.floor(n / 5))
      const { event_id: id } = await createEvent(tx, {
        name: `Screening number ${n}`,
        startsAt: ukInstant(day, '10:00'),
        endsAt: ukInstant(day, '12:00'),
        sessionMinutes: 20,
        places: 6,
        productId,
        addressLine1: ADDRESS,
        city: 'Longtown',
        postcode: 'YO1 9RL',
        country: 'United Kingdom',
        latitude: 51 + (n % 40) * 0.08,
        longitude: -2 + (n % 7) * 0.3,
      })
      added.push(id)
    }
    return added
  })
  await database.close()
  return ids
}

function partsOf(text: string): string[] {
  const parts = new Set<string>()
  for (let from = 0; from < text.length; from++) {
    for (let to = from + 1; to <= text.length; to++) {
      const part = text.slice(from, to).toLowerCase()
      if (/^\w.*\w$/.test(part)) parts.add(part)
    }
  }
  return [...parts]
}

/** Each once: a second request would be answered from the cache. */
function anotherOf<T>(left: T[]): T {
  const one = left.pop()
  if (one === undefined) throw new Error('the benchmark ran out of pages')
  return one
}

function get(agent: Agent, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} was answered ${answer.statusCode}`))
      answer.on('end', resolve).resume()
    })
      .on('error', reject)
      .end()
  })
}
