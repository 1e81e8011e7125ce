import type { CharityEvent } from '../domain/contract.ts'
import type { Bench } from './bench.ts'
import { type Line, ratioLine } from './line.ts'
import { generator, requestsPerSecond } from './load.ts'
import { processorMs } from './processor-time.ts'

const ROUNDS = 12
const SECONDS = 1
const LIST = '/api/events'
const NEAR = '/api/events/near?location=CM1%204AB'

/**
 * Public pages as a share of the requests per second of a bare node:http server. The
 * best of alternating short rounds counts, since other load only slows a round down.
 */
export async function benchPages({ siteUrl, sitePid, bareUrl, barePid }: Bench): Promise<Line[]> {
  const { events }: { events: CharityEvent[] } = await fetch(`${siteUrl}/api/events?page=1`).then(
    (a) => a.json(),
  )
  const pages = [
    { what: 'GET /api/events', path: LIST, budget: 0.35, aim: 0.65 },
    { what: 'home page', path: '/', budget: 0.25, aim: 0.65 },
    { what: 'listing page', path: '/book-event-main', budget: 0.25, aim: 0.65 },
    { what: 'near me', path: NEAR, budget: 0.25, aim: 0.65 },
    { what: 'near me, page', path: '/book-event-main?location=CM1%204AB', budget: 0.25, aim: 0.65 },
    { what: 'event page', path: `/event/${events[0]?.event_id}`, budget: 0.25, aim: 0.65 },
  ]
  console.log(`reads: ${ROUNDS} rounds of ${SECONDS} s by ${generator}, 32 connections`)
  for (const { path } of pages) await requestsPerSecond(siteUrl + path, 1)
  await requestsPerSecond(bareUrl, 1)

  const best = new Map<string, number>()
  const least = new Map<string, number>()
  const run = async (url: string, pid: number) => {
    const before = processorMs(pid)
    const speed = await requestsPerSecond(url, SECONDS)
    const used = (processorMs(pid) - before) / (speed * SECONDS)
    best.set(url, Math.max(speed, best.get(url) ?? 0))
    least.set(url, Math.min(used, least.get(url) ?? Number.POSITIVE_INFINITY))
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path } of pages) {
      await run(bareUrl, barePid)
      await run(siteUrl + path, sitePid)
    }
  }
  const speedOf = (url: string) => best.get(url) ?? Number.NaN
  const peer = speedOf(bareUrl)
  const lines = pages.map(({ what, path, budget, aim }) => {
    const speed = speedOf(siteUrl + path)
    const used = [siteUrl + path, bareUrl].map((url) => micro(least.get(url)))
    const seen = `${Math.round(speed)}/s, bare node:http ${Math.round(peer)}/s; processor µs each ${used.join(', ')}`
    return ratioLine({ what, ratio: speed / peer, budget, aim, seen })
  })
  const [near, list] = [speedOf(siteUrl + NEAR), speedOf(siteUrl + LIST)]
  const seen = `${Math.round(near)}/s, event list ${Math.round(list)}/s`
  const beside = { what: 'near me, of the event list', ratio: near / list, budget: 0.5, seen }
  return [...lines, ratioLine(beside)]
}

function micro(milliseconds = Number.NaN): string {
  return (1_000 * milliseconds).toFixed(1)
}
