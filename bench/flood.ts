import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { CharityEvent } from '../domain/contract.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { makeCrowd } from '../test/app/crowd.ts'
import type { Bench } from './bench.ts'
import { growthLine, type Line } from './line.ts'
import { median } from './load.ts'

const ROUNDS = 5
/** A share lasts a minute of the clock: a flood begins with one, so that its burst is measured. */
const FLOODED_SECONDS = 35
const QUIET_SECONDS = 20
const VISITORS = 60
/** All visitors together. */
const PER_SECOND = 30
const AT_MOST = 2

const FLOOD = '203.0.113.9'
/** A little more than the 3,000 reads and 240 writes of a minute. */
const FLOOD_READS = 55
const FLOOD_WRITES = 5

type RequestParams = { path: string; from: string; cookie?: string; form?: string }
type Answer = { status: number; retryAfter: string | undefined }

/**
 * What visitors wait for while one address sends all that it may, as a multiple of what they wait for
 * without it: pages, times and new searches. The two alternate on one site, with the limits of production;
 * the median of the rounds counts, since other load slows a single one down.
 */
export async function benchFlood(bench: Bench): Promise<Line[]> {
  const { databaseUrl, ownerUrl } = bench
  const limited = { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY: 'loopback' }
  const site = await bench.startSite({ databaseUrl, ownerUrl }, limited)
  const agent = new Agent({ keepAlive: true })
  const ask = (params: RequestParams) => send(agent, site.url, params)
  const { events }: { events: CharityEvent[] } = await fetch(`${site.url}/api/events`).then((a) =>
    a.json(),
  )
  const ids = events.filter((event) => !event.is_private).map(({ event_id: id }) => id)
  const issuer = `${site.url}/auth/v1`
  const cookie = await memberCookie(bench, issuer, events[0])
  const quiet: Times[] = []
  const flooded: Times[] = []
  const answers = new Map<number, number>()
  await visit(ask, ids, 10)
  for (let round = 0; round < ROUNDS; round++) {
    await startOfMinute()
    const flood = sendFlood(ask, ids, { cookie, answers })
    flooded.push(await visit(ask, ids, FLOODED_SECONDS))
    await flood
    quiet.push(await visit(ask, ids, QUIET_SECONDS))
  }
  agent.destroy()
  await site.stop()
  console.log('answers to the flood by status', Object.fromEntries(answers))
  const all = ({ pages, searches }: Times) => [...pages, ...searches]
  const lineOf = (what: string, of: (times: Times) => number[]): Line => {
    const [low, high] = [quiet, flooded].map((rounds) => median(rounds.map((one) => p99(of(one)))))
    const [before = Number.NaN, beside = Number.NaN] = [low, high]
    return growthLine({
      what,
      times: beside / before,
      budget: AT_MOST,
      seen: `p99 ${beside.toFixed(0)} ms beside a flood, ${before.toFixed(0)} ms without`,
    })
  }
  return [
    lineOf('what others wait for beside a flood', all),
    lineOf('their pages and times', ({ pages }) => pages),
    lineOf('their new searches', ({ searches }) => searches),
  ]
}

type SendRequest = (params: RequestParams) => Promise<Answer>
type Times = { pages: number[]; searches: number[] }

/** Milliseconds from when each was due, so that one slow answer hides none behind it. */
async function visit(ask: SendRequest, ids: number[], seconds: number): Promise<Times> {
  const times: Times = { pages: [], searches: [] }
  await atRate(PER_SECOND, seconds, async (n, due) => {
    const from = `198.51.${(7 * n + Math.floor(n / VISITORS)) % VISITORS}.7`
    const isSearch = n % 12 === 0
    const path = isSearch ? `/book-event-main?location=${unique('visitor')}` : usualPath(n, ids)
    const { status } = await ask({ path, from })
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
    times[isSearch ? 'searches' : 'pages'].push(performance.now() - due)
  })
  return times
}

function usualPath(n: number, ids: number[]): string {
  const id = ids[n % ids.length]
  const paths = [
    '/',
    `/api/events/${id}/slots`,
    `/event/${id}`,
    '/book-event-main',
    '/api/events',
    '/book-event-main.data',
    '/news',
  ]
  return paths[n % paths.length] ?? '/'
}

async function sendFlood(
  ask: SendRequest,
  ids: number[],
  { cookie, answers }: { cookie: string; answers: Map<number, number> },
): Promise<void> {
  const count = async (params: RequestParams) => {
    const { status, retryAfter } = await ask(params)
    if (status >= 500 && (status !== 503 || retryAfter === undefined))
      throw new Error(`${params.path} was answered ${status}`)
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  const read = (n: number) => count({ path: floodPath(n, ids), from: FLOOD, cookie })
  const form = 'email=nobody&message=x'
  const write = () => count({ path: '/forms/p/charity/f/contact', from: FLOOD, form })
  await Promise.all([
    atRate(FLOOD_READS, FLOODED_SECONDS, read),
    atRate(FLOOD_WRITES, FLOODED_SECONDS, write),
  ])
}

/** New searches, events that are not there, pages that grow old after a second, lists, copies. */
function floodPath(n: number, ids: number[]): string {
  const place = unique('flood')
  const id = ids[n % ids.length]
  const paths = [
    `/book-event-main?location=${place}`,
    `/event/${900_000 + n}`,
    `/event/${id}`,
    `/api/events/near?location=${place}`,
    `/tell-me?location=${place}`,
    `/event/${id}.data`,
    '/api/my-data',
    `/api/events?location=${place}`,
    `/news?archive=20${10 + (n % 15)}-0${1 + (n % 9)}`,
    `/api/events/map?location=${place}`,
    '/api/medical/results',
    `/api/events/${id}/slots`,
    `/nothing/${n}`,
    '/book-event-main?date=next-week',
    '/sitemap.xml',
  ]
  return paths[n % paths.length] ?? '/'
}

/** Starts `work` this many times a second, whether the ones before have ended or not. */
async function atRate(
  perSecond: number,
  seconds: number,
  work: (n: number, due: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  const started: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 1) await wait(early)
    const one = work(n, due)
    // Its failure is thrown below, once all have been started.
    one.catch(() => undefined)
    started.push(one)
  }
  await Promise.all(started)
}

/** A second after a minute of the clock has begun. */
async function startOfMinute(): Promise<void> {
  await wait(60_000 - (Date.now() % 60_000) + 1_000)
}

let names = 0
function unique(word: string): string {
  names += 1
  return `${word}${names}`
}

async function memberCookie(
  { databaseUrl, signingKeys, fieldKeys: keyRing }: Bench,
  issuer: string,
  event: CharityEvent | undefined,
): Promise<string> {
  if (!event) throw new Error('the site has no event')
  const database = openDatabase(databaseUrl, { max: 2 })
  const [member] = await makeCrowd(database, {
    count: 1,
    event,
    signingKeys,
    issuer,
    fieldKeys: openFieldKeys(keyRing),
  })
  await database.close()
  if (!member) throw new Error('nobody is there')
  return member.cookie
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}

function send(
  agent: Agent,
  siteUrl: string,
  { path, from, cookie, form }: RequestParams,
): Promise<Answer> {
  const headers = {
    'x-forwarded-for': from,
    'accept-encoding': 'br',
    'sec-fetch-site': 'same-origin',
    ...(cookie !== undefined && { cookie }),
    ...(form !== undefined && {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    }),
  }
  return new Promise((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST'
    request(siteUrl + path, { agent, method, headers }, (answer) => {
      const end = () =>
        resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.on('end', end).on('error', reject).resume()
    })
      .on('error', reject)
      .end(form)
  })
}
