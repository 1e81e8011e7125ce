import type { CharityEvent } from '../domain/contract.ts'
import { type Line, ratioLine } from './line.ts'
import { generator, median, requestsPerSecond } from './load.ts'
import type { Bench } from './run.ts'

const ROUNDS = 5
const SECONDS = 2

/**
 * What visitors read, as a share of the requests per second that a bare node:http server answers
 * with a small JSON (design §8), each page in turn with the peer, the median of the rounds.
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

  const ratios = new Map<string, number[]>(pages.map(({ what }) => [what, []]))
  const speeds = new Map<string, number[]>(pages.map(({ what }) => [what, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { what, path } of pages) {
      const peer = await requestsPerSecond(bareUrl, SECONDS)
      const ours = await requestsPerSecond(siteUrl + path, SECONDS)
      ratios.get(what)?.push(ours / peer)
      speeds.get(what)?.push(ours)
    }
  }
  return pages.map(({ what, budget }) =>
    ratioLine({
      what,
      ratio: median(ratios.get(what) ?? []),
      budget,
      seen: `${Math.round(median(speeds.get(what) ?? []))}/s of bare node:http`,
    }),
  )
}
