import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { CharityEvent } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import type { TestMember } from '../app/test-app.ts'
import { bookOverHttp } from './book-over-http.ts'
import { callOverHttp } from './call-over-http.ts'
import type { BookedSite } from './rush-site.ts'

const PASSWORD = 'heron-on-the-weir'
const ACCOUNTS = 20
/** Sign-ins in flight: enough to keep the hash queue busy, few enough that none waits long. */
const AT_ONCE = 100
/** A booking begins at this interval, whether or not the one before has been answered. */
const EVERY_MS = 50
const MOST_SECONDS = 150
const SLOTS = 60

export type Pair = {
  /** The 99th percentile of booking times, in ms. */
  quiet: number
  stormy: number
  bookings: { quiet: number; stormy: number; refused: number }
  signIns: Record<string, number>
  seconds: number
}

export async function makeAccounts({ port }: BookedSite): Promise<string[]> {
  const agent = new Agent({ keepAlive: true })
  const emails = Array.from({ length: ACCOUNTS }, (_, n) => `storm-${n}@example.org`)
  for (const email of emails) {
    const body = { email, password: PASSWORD }
    const caller = { agent, port, cookie: '' }
    const { status } = await callOverHttp(caller, { method: 'POST', path: '/auth/v1/signup', body })
    if (status !== 200) throw new Error(`a sign-up was answered ${status}`)
  }
  agent.destroy()
  return emails
}

/**
 * Books at an even pace, first on a quiet site, then while `signIns` members sign in with the
 * right password.
 */
export async function runPair(
  site: BookedSite,
  { quietBookings, signIns, emails }: { quietBookings: number; signIns: number; emails: string[] },
): Promise<Pair> {
  const most = (MOST_SECONDS * 1_000) / EVERY_MS
  const [few, many] = [await makeMen(site, quietBookings), await makeMen(site, most)]
  const quiet = await bookOn(site, few, () => false)
  const begun = performance.now()
  let isOver = false
  const storm = signInAll(site, { signIns, emails }).finally(() => {
    isOver = true
  })
  const [stormy, answers] = await Promise.all([bookOn(site, many, () => isOver), storm])
  return {
    quiet: p99(quiet.ms),
    stormy: p99(stormy.ms),
    bookings: {
      quiet: quiet.ms.length,
      stormy: stormy.ms.length,
      refused: quiet.refused + stormy.refused,
    },
    signIns: answers,
    seconds: (performance.now() - begun) / 1_000,
  }
}

export function inWords({ quiet, stormy, bookings, signIns, seconds }: Pair): string {
  const sorts = Object.entries(signIns).map(([status, count]) => `${count} ${status}`)
  return `bookings' p99: quiet ${quiet.toFixed(0)} ms (${bookings.quiet}), in a storm of sign-ins ${stormy.toFixed(0)} ms (${bookings.stormy}), ${(stormy / quiet).toFixed(2)} times; ${bookings.refused} refused; sign-ins: ${sorts.join(', ')} in ${seconds.toFixed(1)} s`
}

type Crowd = { event: CharityEvent; members: TestMember[] }

async function makeMen(site: BookedSite, count: number): Promise<Crowd> {
  const event = await site.event(count, Math.ceil(count / SLOTS))
  return { event, members: await site.members(count, event) }
}

async function bookOn(site: BookedSite, { event, members }: Crowd, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const answers: Promise<{ ms: number; status: number }>[] = []
  for (const [n, member] of members.entries()) {
    if (isOver()) break
    answers.push(bookOne({ site, agent, event }, member, n))
    await wait(EVERY_MS)
  }
  const all = await Promise.all(answers)
  agent.destroy()
  const booked = all.filter(({ status }) => status === 201)
  return { ms: booked.map(({ ms }) => ms), refused: all.length - booked.length }
}

async function bookOne(
  { site, agent, event }: { site: BookedSite; agent: Agent; event: CharityEvent },
  { cookie }: TestMember,
  n: number,
) {
  const times = generateSlots(event).map(({ time }) => time)
  const time = times[n % times.length] ?? ''
  const begun = performance.now()
  const caller = { agent, port: site.port, cookie }
  const { status } = await bookOverHttp(caller, { eventId: event.event_id, time })
  return { ms: performance.now() - begun, status }
}

async function signInAll(
  { port }: BookedSite,
  { signIns, emails }: { signIns: number; emails: string[] },
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const answers: Record<string, number> = {}
  let next = 0
  const one = async () => {
    while (next < signIns) {
      const body = { email: emails[next++ % emails.length], password: PASSWORD }
      const path = '/auth/v1/token?grant_type=password'
      const caller = { agent, port, cookie: '' }
      const { status } = await callOverHttp(caller, { method: 'POST', path, body })
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  agent.destroy()
  return answers
}

function p99(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}
