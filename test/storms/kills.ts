import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import type { Random } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { type Answer, bookOverHttp } from './book-over-http.ts'
import type { RushSite } from './rush-site.ts'
import { untilReady } from './test-site.ts'

export type Victim = keyof typeof victims

export type Survived = {
  kills: number
  acknowledged: number
  refused: number
  /** Requests without a response, or with one that leaves the outcome open. */
  unknown: number
  unknownBooked: number
  broken: string[]
  readyMs: number[]
}

export const READY_MS = 5_000
const MEMBERS = 60
const PLACES = 40
const CONNECTIONS = 16
/** 503s may continue for a moment after a PostgreSQL process died. */
const REPEATS = 50

export function nothingYet(): Survived {
  return {
    kills: 0,
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    unknownBooked: 0,
    broken: [],
    readyMs: [],
  }
}

/**
 * Sixty members book forty places over HTTP; after a random number of responses the victim is
 * killed. Once the site is ready, every request without a response is retried with its
 * idempotency key, and the responses are compared with the database.
 */
export async function surviveKill(
  site: RushSite,
  victim: Victim,
  { random, score }: { random: Random; score: Survived },
): Promise<void> {
  const event = await site.event(PLACES, 4)
  const members = await site.members(MEMBERS, event)
  const times = generateSlots(event).map(({ time }) => time)
  const requests = members.map((member) => ({
    member,
    event,
    time: random.pick(times),
    key: randomUUID(),
  }))

  let answered = 0
  const fatal = 1 + random.below(PLACES)
  const strike = Promise.withResolvers<void>()
  const rush = askAll(site, requests, (answer) => {
    answered += answer.status === 0 ? 0 : 1
    if (answered === fatal) setTimeout(strike.resolve, random.below(6))
  })
  // A site that answers nothing must not block the test: the kill below then shows the fault.
  await Promise.race([strike.promise, rush])
  score.readyMs.push(await killAndWait(site, victim, random))
  score.kills += 1
  const answers = await rush
  const found = await bookedAt(site, event)
  const repeated = await Promise.all(
    requests.map((request, n) => repeat(site, request, answers[n])),
  )
  const stored = await bookedAt(site, event)

  for (const [n, request] of requests.entries()) {
    const [first, last] = [answers[n], repeated[n]]
    const own = stored.filter(({ member_id }) => member_id === request.member.id)
    const report = (what: string) => score.broken.push(`${victim}: a booking ${what}`)
    if (!first || !last) continue
    if (isKnown(first)) score[first.id === null ? 'refused' : 'acknowledged'] += 1
    else {
      score.unknown += 1
      const before = found.find(({ member_id }) => member_id === request.member.id)
      if (before) score.unknownBooked += 1
      if (before && before.id !== last.id)
        report(`without answer is stored, its repeat got ${last.code}`)
    }
    if (!isKnown(last)) report(`got no answer to ${REPEATS} repeats`)
    if (last.id === null && last.code !== 'slot_taken') report(`was refused as ${last.code}`)
    if (last.id !== null && !own.some(({ id }) => id === last.id))
      report('was acknowledged and lost')
    if (own.length > (last.id === null ? 0 : 1))
      report(`is stored ${own.length} times, its answer ${last.code}`)
  }
  const broken = await brokenInvariants(site.database().db, new Date())
  score.broken.push(...broken.map((invariant) => `${victim}: ${invariant}`))
}

/** Kills the victim; resolves with the milliseconds until the site is ready again. */
export function killAndWait(site: RushSite, victim: Victim, random: Random): Promise<number> {
  return victims[victim](site, random)
}

type BookingRequest = { member: TestMember; event: CharityEvent; time: string; key: string }

const victims = {
  'a server process': async (site: RushSite) => {
    killAll(site.servers())
    return ready(site)
  },
  // Kills the successor too, before it serves a request; the time counts from the second kill.
  'a server process and its successor': async (site: RushSite, random: Random) => {
    const [first] = site.servers()
    killAll(site.servers())
    const isNext = (pid: number) => pid !== first
    while (!site.servers().some(isNext)) await wait(5)
    await wait(random.below(400))
    killAll(site.servers().filter(isNext))
    return ready(site)
  },
  // In production a service manager restarts the primary (docs/operations.md).
  'the primary': async (site: RushSite) => {
    const begun = performance.now()
    killAll([site.primary()])
    await site.start()
    await ready(site)
    return performance.now() - begun
  },
  PostgreSQL: async (site: RushSite) => {
    const before = await site.postmaster()
    const begun = performance.now()
    killAll([before])
    // The server processes may answer another request before they notice.
    while ((await site.postmaster()) === before) {
      if (performance.now() - begun > READY_MS) break
      await wait(5)
    }
    await ready(site)
    return performance.now() - begun
  },
  'a process of PostgreSQL': async (site: RushSite) => {
    const begun = performance.now()
    const connection = await site.lossOfConnection()
    killAll([await site.backend()])
    // PostgreSQL then ends all other processes; until it has, the site may still seem ready.
    await connection.ended
    await ready(site)
    return performance.now() - begun
  },
  'PostgreSQL and the server process': async (site: RushSite) => {
    killAll([await site.postmaster(), ...site.servers()])
    return ready(site)
  },
}

function killAll(pids: number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

// A generous limit, so that a slow recovery is reported with its duration.
function ready({ port }: RushSite): Promise<number> {
  return untilReady(port, 60_000)
}

async function askAll(
  { port }: RushSite,
  requests: BookingRequest[],
  onAnswer: (answer: Answer) => void,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const answers = await Promise.all(
    requests.map(async ({ member, event, time, key }) => {
      const who = { agent, port, cookie: member.cookie }
      const answer = await bookOverHttp(who, { eventId: event.event_id, time, key })
      onAnswer(answer)
      return answer
    }),
  )
  agent.destroy()
  return answers
}

async function repeat(
  { port }: RushSite,
  request: BookingRequest,
  first: Answer | undefined,
): Promise<Answer | undefined> {
  const { member, event, time, key } = request
  let answer = first
  const agent = new Agent()
  for (let tries = 0; answer && !isKnown(answer) && tries < REPEATS; tries++) {
    if (tries > 0) await wait(100)
    const who = { agent, port, cookie: member.cookie }
    answer = await bookOverHttp(who, { eventId: event.event_id, time, key })
  }
  return answer
}

/** Whether the response settles the outcome: a 5xx may hide a committed booking. */
function isKnown({ status }: Answer): boolean {
  return status > 0 && status < 500
}

async function bookedAt(site: RushSite, { event_id: id }: CharityEvent) {
  const { rows } = await site
    .database()
    .pool.query<{ id: number; member_id: number }>(
      `select id, member_id from appointments where event_id = $1 and status = 'booked'`,
      [id],
    )
  return rows
}

export function inWords(what: string, score: Survived, seconds: number): string {
  const { kills, acknowledged, refused, unknown, unknownBooked, broken, readyMs } = score
  const sorted = readyMs.toSorted((a, b) => a - b).map(Math.round)
  const lost = broken.filter((fault) => fault.endsWith('lost')).length
  return `${kills} SIGKILLs of ${what} in a rush: ${acknowledged} bookings acknowledged, ${lost} lost, ${refused} refused, ${unknown} without answer (${unknownBooked} of them booked), ${broken.length} broken invariants; ready again after ${sorted[Math.floor(sorted.length / 2)]} ms (median), ${sorted.at(-1)} ms (slowest); ${Math.round(seconds)} s`
}
