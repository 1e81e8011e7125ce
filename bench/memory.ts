import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import { openRushSite, type RushSite } from '../test/storms/rush-site.ts'
import { waitForMails } from './crowd.ts'
import { type Line, memoryLine } from './line.ts'
import { requestsPerSecond } from './load.ts'
import { openBookings } from './rush.ts'

const REST_MS = 30_000
const SAMPLE_MS = 1_000
const PAGES = ['/', '/book-event-main', '/api/events']
const SECONDS = 5
const AT_ONCE = 32
const MOST_BOOKINGS_PER_SECOND = 800

/**
 * Memory of `npm start` with one server process, its stand-ins and PostgreSQL: half a minute after
 * the start, the most under load, and half a minute after the last mail of that. From /proc, so on
 * Linux only.
 */
export async function benchMemory(): Promise<Line[]> {
  const site = await openRushSite()
  try {
    await site.start({ WORKERS: '1' })
    await wait(REST_MS)
    const atRest = await memoryOf(site)
    const { most, perSecond } = await underLoad(site)
    await waitForMails(site.database())
    await wait(REST_MS)
    const after = await memoryOf(site)
    const load = `${Math.round(perSecond)} bookings/s`
    return [
      memoryLine({ what: 'memory at rest', ...atRest, budget: 350 }),
      memoryLine({ what: `memory under load, ${load}`, ...most, budget: 700 }),
      memoryLine({ what: 'memory half a minute later', ...after, budget: 700 }),
    ]
  } finally {
    await site.close()
  }
}

/** Members book as fast as they can while visitors read pages. */
async function underLoad(site: RushSite): Promise<{ most: Memory; perSecond: number }> {
  const seconds = PAGES.length * SECONDS
  const next = await openBookings(site, MOST_BOOKINGS_PER_SECOND * seconds)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let isOver = false
  let booked = 0
  const book = async () => {
    for (; !isOver; booked += 1) {
      const { cookie, booking } = next()
      const { status } = await bookOverHttp({ agent, port: site.port, cookie }, booking)
      if (status !== 201) throw new Error(`a booking was answered ${status}`)
    }
  }
  const samples: Memory[] = []
  const sample = async () => {
    for (; !isOver; await wait(SAMPLE_MS)) samples.push(await memoryOf(site))
  }
  const read = async () => {
    for (const path of PAGES)
      await requestsPerSecond(`http://localhost:${site.port}${path}`, SECONDS)
    isOver = true
  }
  try {
    await Promise.all([read(), sample(), ...Array.from({ length: AT_ONCE }, book)])
  } finally {
    isOver = true
    agent.destroy()
  }
  const most = samples.reduce((a, b) => (b.bytes > a.bytes ? b : a))
  return { most, perSecond: booked / seconds }
}

type Memory = { bytes: number; seen: string }
type Mapping = { key: string; isFile: boolean; bytes: number }

/**
 * Proportional set size of the site's processes; their programs and libraries are counted once and
 * in full, even where other processes run them too.
 */
async function memoryOf(site: RushSite): Promise<Memory> {
  const files = new Map<string, number>()
  const own = async (pids: number[]) => {
    const mappings = (await Promise.all(pids.map(mappingsOf))).flat()
    for (const { key, bytes } of mappings.filter(({ isFile }) => isFile))
      files.set(key, Math.max(bytes, files.get(key) ?? 0))
    return sum(mappings.filter(({ isFile }) => !isFile).map(({ bytes }) => bytes))
  }
  const server = await own(site.servers())
  const primary = await own([site.primary()])
  const postmaster = await site.postmaster()
  const postgres = await own([postmaster, ...(await childrenOf(postmaster))])
  const programs = sum([...files.values()])
  const parts = { server, primary, PostgreSQL: postgres, programs }
  const words = Object.entries(parts).map(([part, bytes]) => `${part} ${Math.round(bytes / 1e6)}`)
  return { bytes: sum(Object.values(parts)), seen: `MB: ${words.join(', ')}` }
}

/** Empty when the process has ended. */
async function mappingsOf(pid: number): Promise<Mapping[]> {
  const text = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '')
  return text.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).map((part) => {
    const [, , offset, , , path = ''] = part.slice(0, part.indexOf('\n')).split(/ +/)
    const kilobytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(part)?.[1])
    const isFile = /^\/(?!dev\/)/.test(path) && kilobytes('Anonymous') === 0
    const bytes = 1024 * (kilobytes(isFile ? 'Rss' : 'Pss') || 0)
    return { key: `${path} ${offset}`, isFile, bytes }
  })
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return list.trim().split(' ').map(Number)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
