import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { type Random, seeded } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { bookOverHttp } from './book-over-http.ts'
import type { BookedSite } from './rush-site.ts'

export type Rush = {
  seconds: number
  answers: Record<string, number>
  faults: number
  booked: number
  appointments: number
  /** Milliseconds from the start of the rush to a member's last response. */
  waited: { p50: number; p99: number }
  /** Reads by visitors during the rush; times in ms. */
  read: { count: number; p50: number; p99: number; faults: number }
}

/** Keep-alive connections shared by all members; further requests queue in the client. */
const CONNECTIONS = 500
const TRIES = 4
const PAGES = ['/', '/book-event-main', '/api/events?page=1']
const READERS = 4
/** Ten pages a second: only checks that reading stays possible. */
const READS_EVERY_MS = 100

/**
 * `members` signed-in members all press 'Book' at once for `places` places, each at a random time;
 * when it is taken, each tries an offered time, up to three times more. A few visitors read the
 * public pages meanwhile.
 */
export async function runRush(
  site: BookedSite,
  { members: count, places }: { members: number; places: number },
): Promise<Rush> {
  const event = await site.event(places, 5)
  const members = await site.members(count, event)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const over = new AbortController()
  const reading = Promise.all(
    Array.from({ length: READERS }, (_, n) => readOn(site.port, n, over.signal)),
  )
  const answers: Record<string, number> = {}
  const random = seeded(1)
  const all = generateSlots(event).map(({ time }) => time)
  let faults = 0
  const begun = performance.now()
  const waits = await Promise.all(
    members.map(async (member) => {
      for (const { status, code } of await tryToBook(site, { member, event, all, agent, random })) {
        answers[code] = (answers[code] ?? 0) + 1
        if (status === 0 || status >= 500) faults += 1
      }
      return performance.now() - begun
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  over.abort()
  agent.destroy()
  const read = (await reading).flat()
  const stored = await countBooked(site, event)
  return {
    seconds,
    answers,
    faults,
    ...stored,
    waited: { p50: share(waits, 0.5), p99: share(waits, 0.99) },
    read: {
      count: read.length,
      p50: share(
        read.map(({ ms }) => ms),
        0.5,
      ),
      p99: share(
        read.map(({ ms }) => ms),
        0.99,
      ),
      faults: read.filter(({ status }) => status !== 200).length,
    },
  }
}

export function inWords(
  { members, places, workers }: { members: number; places: number; workers: number },
  rush: Rush,
) {
  const { seconds, answers, faults, booked, waited, read } = rush
  const sorts = Object.entries(answers).map(([code, count]) => `${count} ${code}`)
  return `rush of ${members} members on ${places} places, ${workers} server process(es), ${CONNECTIONS} connections: ${booked} booked, all answered in ${seconds.toFixed(1)} s, ${faults} faults; waited p50 ${ms(waited.p50)}, p99 ${ms(waited.p99)}; answers: ${sorts.join(', ')}; readers: ${read.count} pages, p50 ${ms(read.p50)}, p99 ${ms(read.p99)}, ${read.faults} faults`
}

async function tryToBook(
  { port }: BookedSite,
  rush: { member: TestMember; event: CharityEvent; all: string[]; agent: Agent; random: Random },
) {
  const { member, event, agent, random } = rush
  const answers = []
  let times = rush.all
  for (let tries = 0; tries < TRIES && times.length > 0; tries++) {
    const booking = { eventId: event.event_id, time: random.pick(times) }
    const answer = await bookOverHttp({ agent, port, cookie: member.cookie }, booking)
    answers.push(answer)
    if (answer.code !== 'slot_taken') break
    times = answer.free
  }
  return answers
}

async function readOn(port: number, reader: number, over: AbortSignal) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: { ms: number; status: number }[] = []
  for (let n = reader; !over.aborted; n++) {
    const begun = performance.now()
    const status = await read(agent, port, PAGES[n % PAGES.length] ?? '/')
    seen.push({ ms: performance.now() - begun, status })
    await pause(READS_EVERY_MS, undefined, { signal: over }).catch(() => undefined)
  }
  agent.destroy()
  return seen
}

function read(agent: Agent, port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'accept-encoding': 'br' }
    const call = request({ host: '127.0.0.1', port, path, agent, headers, timeout: 20_000 })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.on('response', (answer) => {
      answer.on('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0))
      answer.resume()
    })
    call.end()
  })
}

async function countBooked(site: BookedSite, { event_id: id }: CharityEvent) {
  const { rows } = await site.database().pool.query<{ booked: number; appointments: number }>(
    `select (select count(*) from places where event_id = $1 and appointment_id is not null) as booked,
      (select count(*) from appointments where event_id = $1 and status = 'booked') as appointments`,
    [id],
  )
  return rows[0] ?? { booked: 0, appointments: 0 }
}

function share(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
