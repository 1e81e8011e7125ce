// Members who book and cancel on both sites and visitors who read, from the first fault to the last.
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../app/seeded.ts'
import { until } from '../../until.ts'
import { compare } from '../restores/compare.ts'
import { type SteadyBookings, startBookings } from '../restores/steady-bookings.ts'
import type { Sites } from './sites.ts'

const PER_SECOND = 6
/** With a hundred waiting members somebody asks each 10 ms; more would be a load of its own. */
const RETRY_MS = 1_000
const PAGES = ['/', '/events', '/api/events?page=1']
const READ_EVERY_MS = 200
const READ_LIMIT_MS = 20_000

/** By status; 0: no answer. */
export type Answers = Record<string, number>
export type Rush = Awaited<ReturnType<typeof startRush>>

export async function startRush(sites: Sites, random: Random) {
  const answers: Answers = {}
  const faults: string[] = []
  const over = new AbortController()
  const note = (what: string, status: number, retryAfter: string | undefined | null) => {
    answers[status] = (answers[status] ?? 0) + 1
    if (status >= 500 && status !== 503) faults.push(`${what} was answered ${status}`)
    if (status === 503 && !retryAfter) faults.push(`${what} was answered 503 without Retry-After`)
  }
  const booked: { path: string; bookings: SteadyBookings }[] = sites.paths.map(
    ({ path, port }) => ({
      path,
      bookings: startBookings(
        {
          port,
          perSecond: PER_SECOND,
          random,
          retryMs: RETRY_MS,
          onAnswer: ({ status, retryAfter }) => note(`a booking by ${path}`, status, retryAfter),
        },
        sites.nextMembers,
      ),
    }),
  )
  for (const { bookings } of booked)
    bookings.ended.catch((error) => void faults.push(`no more members: ${error.message}`))
  const reading = Promise.all(sites.paths.map(read))

  return {
    /** Takes them, so that the next fault begins at none. */
    takeAnswers(): Answers {
      const taken = { ...answers }
      for (const status of Object.keys(answers)) delete answers[status]
      return taken
    },
    faults,
    /** Resolves when each site has acknowledged ten bookings that were sent after `since`. */
    tenSince: (since: number, seconds: number) =>
      until(() => {
        for (const { path, bookings } of booked) {
          const { length } = bookings.acknowledged().filter(({ booking }) => booking.sent > since)
          if (length < 10) throw new Error(`by ${path} the site acknowledged ${length} bookings`)
        }
      }, seconds),
    /** By path, the longest time without an acknowledged booking since then, in seconds. */
    gaps: (since: number): Record<string, number> =>
      Object.fromEntries(
        booked.map(({ path, bookings }) => [path, longestGap(bookings, since - 1_000) / 1_000]),
      ),
    acknowledged: () =>
      booked.reduce((sum, { bookings }) => sum + bookings.acknowledged().length, 0),
    compare: () => {
      const all = booked.flatMap(({ bookings }) => bookings.all)
      return compare(sites.database(), all, Number.POSITIVE_INFINITY)
    },
    /** What was refused or never answered. */
    refused: () => booked.flatMap(({ bookings }) => bookings.refused),
    async stop(): Promise<void> {
      over.abort()
      await Promise.all(booked.map(({ bookings }) => bookings.stop()))
      await reading
    },
  }

  async function read({ path, port }: Sites['paths'][number]): Promise<void> {
    for (let n = 0; !over.signal.aborted; n++) {
      const page = PAGES[n % PAGES.length] ?? '/'
      const answer = await fetch(`http://127.0.0.1:${port}${page}`, {
        signal: AbortSignal.timeout(READ_LIMIT_MS),
      }).catch(() => null)
      await answer?.arrayBuffer().catch(() => undefined)
      note(`${page} by ${path}`, answer?.status ?? 0, answer?.headers.get('retry-after'))
      await wait(READ_EVERY_MS)
    }
  }
}

function longestGap(bookings: SteadyBookings, since: number): number {
  const times = bookings
    .acknowledged()
    .flatMap(({ booking: { answered } }) => (answered === null ? [] : [answered]))
    .filter((at) => at > since)
    .toSorted((a, b) => a - b)
  return times.reduce((longest, at, n) => Math.max(longest, at - (times[n - 1] ?? since)), 0)
}
