import { Agent } from 'node:http'
import { openDatabase } from '../server/platform/db/database.ts'
import { reportChains } from '../server/records/hash-chain/check-chain.ts'
import { urlOf } from '../test/database/cluster.ts'
import { addHistory, roundsOf } from '../test/growth/growth.ts'
import { FULL_SIZE, sizeOf, vacuum } from '../test/growth/history.queries.ts'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import type { Bench } from './bench.ts'
import { openCrowd } from './crowd.ts'
import { openDeps } from './deps.ts'
import { growthLine, type Line } from './line.ts'
import { median } from './load.ts'

const SIZE = Number(process.env.SIZE ?? 0.1)
const VISITS = 500
const WARM_UP = 50
const ROUNDS = 250
const PARTS = 5
const AT_MOST = 1.5
const CHECK_SECONDS = 60

type Times = Map<string, number[]>

/** p99 of bookings, reads and scheduled jobs after years of bookings, beside an empty database. */
export async function benchGrowth(bench: Bench): Promise<Line[]> {
  const second = {
    databaseUrl: urlOf(bench.databaseUrl, 'grown'),
    ownerUrl: urlOf(bench.ownerUrl, 'grown'),
  }
  const owner = openDatabase(bench.ownerUrl, { max: 1 })
  await owner.pool.query('create database grown')
  await owner.close()
  const demo = await bench.startSite(second)
  await demo.stop()
  const grownSite = { ...bench, ...second }
  const checkSeconds = await grow(grownSite)
  const grownProgram = await bench.startSite(second)

  const siteUrl = grownProgram.url
  const sites = [await openSite(bench), await openSite({ ...grownSite, siteUrl })] as const
  for (let visit = -WARM_UP; visit < VISITS; visit++)
    for (const site of inTurn(sites, visit)) await site.visit(visit < 0)
  for (let round = -1; round < ROUNDS; round++)
    for (const site of inTurn(sites, round)) await site.runRounds(round < 0)
  const [empty, grown] = sites
  const lines = [...grown.times].map(([what, times]) => lineOf(what, empty.times.get(what), times))
  for (const site of sites) await site.close()
  await grownProgram.stop()
  return [...lines, checkLine(checkSeconds)]
}

/** Seconds that the check of the hash chain takes. */
async function grow(site: Bench): Promise<number> {
  const owner = openDatabase(site.ownerUrl, { max: 1, statementMs: 0 })
  const { deps, close } = await openDeps(site)
  await addHistory(owner.db, deps, sizeOf(SIZE))
  const { sweep, ...rounds } = roundsOf(deps)
  // A site deletes old rows day by day: years of them at once leave tables of empty pages.
  await sweep()
  await vacuum(owner.db)
  for (const round of Object.values(rounds)) await round()
  await vacuum(owner.db)
  const begun = performance.now()
  await reportChains(deps, (error) => {
    throw error
  })
  const seconds = (performance.now() - begun) / 1_000
  await close()
  await owner.close()
  return seconds
}

async function openSite(bench: Bench) {
  const { database: own, next } = await openCrowd(bench, { count: WARM_UP + VISITS })
  const { deps, close } = await openDeps(bench)
  const rounds = roundsOf(deps)
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: Times = new Map()
  const time = async (what: string, isWarmUp: boolean, work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    if (isWarmUp) return
    const all = times.get(what) ?? []
    times.set(what, [...all, performance.now() - begun])
  }

  return {
    times,
    /** Books a place and reads the event, the list and the portal, none of it from the cache. */
    async visit(isWarmUp: boolean) {
      const { user, eventId, time: at } = next()
      const { cookie, id } = user
      const read = async (...paths: string[]) => {
        for (const path of paths) {
          const answer = await fetch(bench.siteUrl + path, { headers: { cookie } })
          await answer.arrayBuffer()
          if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
        }
      }
      await time('booking', isWarmUp, async () => {
        const { status } = await bookOverHttp({ agent, port, cookie }, { eventId, time: at })
        if (status !== 201) throw new Error(`a booking was answered ${status}`)
      })
      await time('event', isWarmUp, () => read(`/api/events/${eventId}`, `/event/${eventId}`))
      await time('list', isWarmUp, () => read('/api/events?location=Colchester'))
      const appointments = '/api/appointments'
      await time('portal', isWarmUp, () =>
        read(
          '/api/auth/profile',
          `${appointments}/upcoming-appointments/user/${id}`,
          `${appointments}/past-appointments/user/${id}`,
          `/api/medical/results/${id}`,
        ),
      )
    },
    async runRounds(isWarmUp: boolean) {
      for (const [name, round] of Object.entries(rounds)) await time(name, isWarmUp, round)
    },
    async close() {
      agent.destroy()
      await close()
      await own.close()
    },
  }
}

function inTurn<T>([a, b]: readonly [T, T], turn: number): T[] {
  return turn % 2 === 0 ? [a, b] : [b, a]
}

/** The median of the ratios of parts of the run, since one pause of the machine decides a p99. */
function lineOf(what: string, empty: number[] = [], grown: number[]): Line {
  const length = Math.ceil(grown.length / PARTS)
  const ratios = Array.from({ length: PARTS }, (_, part) => {
    const [from, to] = [part * length, (part + 1) * length]
    return at(0.99, grown.slice(from, to)) / at(0.99, empty.slice(from, to))
  })
  const figures = [0.5, 0.99].map((share) =>
    [grown, empty].map((times) => at(share, times).toFixed(1)).join(' of '),
  )
  const seen = `ms p50 ${figures.join(', p99 ')}; ${SIZE} of ${FULL_SIZE.appointments} appointments`
  return growthLine({ what: `${what} after years`, times: median(ratios), budget: AT_MOST, seen })
}

function at(share: number, times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

function checkLine(seconds: number): Line {
  return {
    what: 'check of the hash chain',
    measured: `${seconds.toFixed(1)} s`,
    budget: `at most ${CHECK_SECONDS} s`,
    held: seconds <= CHECK_SECONDS ? 'yes' : 'NO',
    seen: `all rows at ${SIZE} of the full size`,
  }
}
