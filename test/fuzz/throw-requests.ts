// Sends fuzzed requests to an app and checks what every response must satisfy.
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { fillIn } from './make-requests.ts'
import type { FuzzedRequest } from './request.ts'
import { printCounts, SEED } from './values.ts'
import { watchWrites } from './watch-writes.ts'

/** A request that takes longer has hung, for example in a regular expression. */
const PATIENCE_MS = 5_000
/** Requests that are checked together for having written nothing. */
const BATCH = 100
/** Internals that must not leak: paths, type checker messages, SQL. */
const INTERNALS =
  /node_modules|\.[jt]s:\d+|\n\s+at |zod|invalid_type|too_small|FST_ERR|select .* from |insert into|duplicate key|SQLSTATE|drizzle|pg_/i

export type Thrower = {
  app: { inject(options: InjectOptions): Promise<LightMyRequestResponse> }
  stored(): Promise<Record<string, string>>
  /** Placeholder values and session headers; renewed after every `sceneLength` requests. */
  scene(): Promise<Scene>
  sceneLength: number
  mayWrite(asked: FuzzedRequest): string[]
  headers: Record<string, unknown>
  judgeRefusal(body: unknown): void
  afterScene(): Promise<void>
}

/** `own` are the session's headers. */
export type Scene = {
  things: Record<string, string | number>
  own: Record<string, string>
  /** Headers for calls of the office. */
  staff?: Record<string, string>
}

/** Faults that many routes accept: such a request is checked alone, because it may write. */
const OFTEN_TAKEN = /^(nothing|edge|more|headers|path|query|text|content type)( and |$)/

export function openTally(what: string) {
  const thrown: Record<string, number> = {}
  const answered: Record<string, number> = {}
  return {
    thrown,
    answered,
    print() {
      printCounts(`${what}, mutated in`, thrown)
      printCounts(`${what}, answers`, answered)
    },
  }
}

/**
 * Sends `count` requests. Fails on a 5xx, a timeout, a refusal that leaks internals, missing
 * headers, or a write by a read or a refusal.
 */
export async function throwRequests({
  requests,
  count,
  round,
  thrower,
  tally: { thrown, answered },
}: {
  requests: fc.Arbitrary<FuzzedRequest>
  count: number
  round: number
  thrower: Thrower
  tally: ReturnType<typeof openTally>
}): Promise<void> {
  const writes = await watchWrites(thrower.stored)
  let scene = await thrower.scene()
  let asks = 0

  async function throwOne(asked: FuzzedRequest) {
    asks += 1
    if (asks % thrower.sceneLength === 0) await changeScene()
    const excused = thrower.mayWrite(asked)
    const isUnsafe = asked.method !== 'GET' && asked.method !== 'HEAD'
    const isAlone =
      excused.length > 0 || (isUnsafe && asked.isSignedIn && OFTEN_TAKEN.test(asked.kind))
    if (isAlone) await writes.check()

    const answer = await ask(thrower.app, { ...fill(asked, scene), remoteAddress: addressOf(asks) })
    for (const kind of asked.kind.split(' and ')) countOne(thrown, kind)
    countOne(answered, `${asked.method === 'GET' ? 'GET' : 'unsafe'} ${answer.statusCode}`)
    judge(answer, thrower)
    if (isUnsafe && answer.statusCode < 400) return writes.accept()
    writes.expectNone(`${asked.route}, mutated in ${asked.kind}, answered ${answer.statusCode}`)
    await writes.check({ excused, atLeast: isAlone ? 1 : BATCH })
  }

  async function changeScene() {
    await writes.check()
    await thrower.afterScene()
    scene = await thrower.scene()
    await writes.accept()
  }

  await writes.accept()
  await fc.assert(fc.asyncProperty(requests, throwOne), { seed: SEED + round, numRuns: count })
  await changeScene()
  countOne(answered, 'not checked for writes', writes.unchecked())
}

/** A new IP address after every 50 requests, to stay under the rate limits. */
function addressOf(asks: number): string {
  const visitor = Math.floor(asks / 50)
  return `10.0.${visitor >> 8}.${visitor & 255}`
}

function fill(asked: FuzzedRequest, { things, own: member, staff }: Scene): InjectOptions {
  const own = asked.route.includes(' /api/office/') && staff ? staff : member
  const { method, payload, isSignedIn } = asked
  return {
    method,
    url: fillIn(asked.url, things),
    headers: { ...(isSignedIn && own), ...asked.headers },
    ...(payload !== undefined && { payload: fillIn(payload, things) }),
  }
}

async function ask(app: Thrower['app'], options: InjectOptions): Promise<LightMyRequestResponse> {
  const start = performance.now()
  const late = new AbortController()
  const answer = await Promise.race([
    app.inject(options),
    wait(PATIENCE_MS, null, { signal: late.signal }),
  ]).finally(() => late.abort())
  // A blocking regular expression delays the timer too, so the elapsed time is checked as well.
  if (!answer || performance.now() - start > PATIENCE_MS) throw new Error('not answered in time')
  return answer
}

function judge(answer: LightMyRequestResponse, thrower: Thrower): void {
  const { statusCode, headers, body } = answer
  expect(statusCode, body).toBeLessThan(500)
  expect(headers).toMatchObject(thrower.headers)
  if (statusCode < 400 || body === '') return
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(body).not.toMatch(INTERNALS)
  thrower.judgeRefusal(JSON.parse(body))
}

/** The headers of every response of the site that is not a page. */
export const SITE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'cache-control': expect.any(String),
}

function countOne(counts: Record<string, number>, what: string, more = 1): void {
  counts[what] = (counts[what] ?? 0) + more
}
