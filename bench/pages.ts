import type { CharityEvent } from '../domain/contract.ts'
import type { Bench } from './bench.ts'
import { type Line, ratioLine } from './line.ts'
import { generator, requestsPerSecond } from './load.ts'

const ROUNDS = 12
const SECONDS = 1

/**
 * What visitors read, as a share of the requests per second that a bare node:http server answers
 * with a small JSON (design §8). Many short rounds in turn, and of each side its best one: whatever
 * else the machine does can only slow a round down, never speed it up.
 */
export async function benchPages({ siteUrl, bareUrl }: Bench): Promise<Line[]> {
  const { events }: { events: CharityEvent[] } = await fetch(`${siteUrl}/api/events`).then((a) =>
    a.json(),
  )
  const pages = [
    { what: 'GET /api/events', path: '/api/events', budget: 0.6 },
    { what: 'home page', path: '/', budget: 0.5 },
    { what: 'listing page', path: '/book-event-main', budget: 0.5 },
    { what: 'event page', path: `/event/${events[0]?.event_id}`, budget: 0.5 },
  ]
  console.log(`reads: ${ROUNDS} rounds of ${SECONDS} s by ${generator}, 32 connections`)
  for (const { path } of pages) await requestsPerSecond(siteUrl + path, 1)
  await requestsPerSecond(bareUrl, 1)

  const best = new Map<string, number>()
  const run = async (url: string) => {
    const speed = await requestsPerSecond(url, SECONDS)
    best.set(url, Math.max(speed, best.get(url) ?? 0))
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path } of pages) {
      await run(bareUrl)
      await run(siteUrl + path)
    }
  }
  const peer = best.get(bareUrl) ?? Number.NaN
  return pages.map(({ what, path, budget }) => {
    const speed = best.get(siteUrl + path) ?? Number.NaN
    const seen = `${Math.round(speed)}/s, bare node:http ${Math.round(peer)}/s`
    return ratioLine({ what, ratio: speed / peer, budget, seen })
  })
}
