import { describe, expect, test, vi } from 'vitest'
import type { ResponseBody } from './cached-response.ts'
import { type About, createResponseCache, type ResponseCache } from './response-cache.ts'

function openKept({ max = 10 } = {}) {
  let moment = 0
  let count = 0
  const kept = createResponseCache({ maxAge: 1000, max, now: () => new Date(moment) })
  const make = async (): Promise<ResponseBody> => {
    count += 1
    return { type: 'text/plain', body: `answer ${count}` }
  }
  const ask = async (key = 'page', from = make) => (await kept.answer(key, from)).body.toString()
  const waitFor = (ms: number) => {
    moment += ms
  }
  return { kept, ask, waitFor }
}

function slowAnswer(body: string, status = 200) {
  const { promise, resolve } = Promise.withResolvers<ResponseBody>()
  const finish = () => resolve({ type: 'text/plain', body, status })
  return { make: () => promise, finish }
}

describe('an answer that is the same for everyone', () => {
  test('is made once for two hundred requests at the same moment', async () => {
    const { ask } = openKept()
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask()))
    expect(new Set(answers)).toEqual(new Set(['answer 1']))
  })

  test('is cached for a second and made again afterwards', async () => {
    const { ask, waitFor } = openKept()
    await ask()
    waitFor(999)
    expect(await ask()).toBe('answer 1')
    waitFor(1)
    expect(await ask()).toBe('answer 2')
  })

  test('counts its second from when it was ready, not from when it was begun', async () => {
    const { kept, ask, waitFor } = openKept()
    const slow = slowAnswer('slow')
    const begun = kept.answer('page', slow.make)
    waitFor(5000)
    slow.finish()
    await begun
    expect(await ask()).toBe('slow')
  })

  test('is made again at once after a change', async () => {
    const { kept, ask } = openKept()
    await ask()
    kept.clear()
    expect(await ask()).toBe('answer 2')
  })

  test('does not come back when it was begun before a change and finished after it', async () => {
    const { kept, ask } = openKept()
    const before = slowAnswer('before the change')
    const begun = kept.answer('page', before.make)
    kept.clear()
    const during = ask()
    before.finish()
    expect((await begun).body.toString()).toBe('before the change')
    expect(await during).toBe('answer 1')
    expect(await ask()).toBe('answer 1')
  })

  test('is not evicted by searches, which have a fifth of the room', async () => {
    const { kept, ask } = openKept()
    const search = async (n: number) => {
      const make = async () => ({ type: 'text/plain', body: `made ${made++}` })
      return (await kept.answer(`search ${n}`, make, { isSearch: true })).body.toString()
    }
    let made = 0
    await ask()
    for (let n = 0; n < 20; n++) await search(n)
    expect(await ask()).toBe('answer 1')
    expect([await search(19), await search(18)]).toEqual(['made 19', 'made 18'])
    expect(await search(17)).toBe('made 20')
    kept.clear()
    expect(await search(17)).toBe('made 21')
  })

  test('is not cached when it is a failure', async () => {
    const { kept, ask } = openKept()
    const failed = slowAnswer('we are away', 503)
    failed.finish()
    expect((await kept.answer('page', failed.make)).status).toBe(503)
    expect(await ask()).toBe('answer 1')
  })

  test('fails every waiting request when it cannot be made, and is tried again', async () => {
    const { kept, ask } = openKept()
    const broken = () => Promise.reject(new Error('broken'))
    const waiting = [kept.answer('page', broken), kept.answer('page', broken)]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ])
    expect(await ask()).toBe('answer 1')
  })

  test('is made again, once, when its second is nearly over, and stands until then', async () => {
    const { ask, waitFor } = openKept()
    const next = slowAnswer('the next')
    let made = 0
    const make = () => {
      made += 1
      return next.make()
    }
    await ask()
    waitFor(700)
    expect([await ask('page', make), made]).toEqual(['answer 1', 0])
    waitFor(100)
    expect([await ask('page', make), made]).toEqual(['answer 1', 1])
    expect([await ask('page', make), made]).toEqual(['answer 1', 1])
    next.finish()
    await new Promise(setImmediate)
    expect(await ask('page', make)).toBe('the next')
    waitFor(700)
    expect([await ask('page', make), made]).toEqual(['the next', 1])
  })

  test('waits, at the end of its second, for the next one that is being made', async () => {
    const { ask, waitFor } = openKept()
    const next = slowAnswer('the next')
    await ask()
    waitFor(800)
    await ask('page', next.make)
    waitFor(200)
    const waiting = ask()
    next.finish()
    expect(await waiting).toBe('the next')
  })

  test('is made early within the share of its sender alone', async () => {
    const { kept, ask, waitFor } = openKept()
    let left = 0
    const share = { consume: () => left-- > 0, refusal: () => new Error('beyond the share') }
    const next = () => Promise.reject(new Error('made beyond the share'))
    await ask()
    waitFor(800)
    await kept.answer('page', next, { share })
    waitFor(199)
    expect(await ask()).toBe('answer 1')
    await new Promise(setImmediate)
    expect(await ask()).toBe('answer 2')
  })

  test('that is made again when a change comes is not given after it', async () => {
    const { kept, ask, waitFor } = openKept()
    const renewed = slowAnswer('renewed')
    await ask()
    waitFor(800)
    await ask('page', renewed.make)
    kept.clear()
    renewed.finish()
    await new Promise(setImmediate)
    expect(await ask()).toBe('answer 2')
  })

  test('stands to the end of its second when making it again fails', async () => {
    const { ask, waitFor } = openKept()
    let tries = 0
    const broken = async () => {
      tries += 1
      throw new Error('broken')
    }
    await ask()
    waitFor(800)
    expect([await ask('page', broken), await ask('page', broken)]).toEqual(['answer 1', 'answer 1'])
    expect(tries).toBeGreaterThan(0)
    waitFor(200)
    expect(await ask()).toBe('answer 2')
  })

  test('is given up, the oldest first, when there are too many', async () => {
    const { ask } = openKept({ max: 2 })
    await ask('first')
    await ask('second')
    await ask('third')
    expect(await ask('third')).toBe('answer 3')
    expect(await ask('second')).toBe('answer 2')
    expect(await ask('first')).toBe('answer 4')
  })
})

describe('a rush of changes', () => {
  /** Asks every 5 ms for ten seconds, with a change before each request. */
  async function rush(kept: ResponseCache, waitFor: (ms: number) => void) {
    const startedAt: number[] = []
    const ages: number[] = []
    for (let at = 0; at < 10_000; at += 5) {
      waitFor(5)
      kept.invalidate()
      const made = await kept.answer('page', async () => {
        startedAt.push(at)
        return { type: 'text/plain', body: String(at) }
      })
      ages.push(at - Number(made.body))
    }
    return { startedAt, ages }
  }

  test('makes a response at most four times in any second, and none is older than that', async () => {
    const { kept, waitFor } = openKept()
    const { startedAt, ages } = await rush(kept, waitFor)
    const counts = startedAt.map(
      (from) => startedAt.filter((at) => at - from >= 0 && at - from < 1000).length,
    )
    expect(Math.max(...counts)).toBe(4)
    expect(Math.max(...ages)).toBeLessThan(340)
  })

  test('holds up no request while the next response is made, once at a time', async () => {
    const { kept, ask, waitFor } = openKept()
    await ask()
    for (const answer of ['answer 2', 'answer 2']) {
      kept.invalidate()
      expect(await ask()).toBe(answer)
    }
    expect(await ask('page', () => Promise.reject(new Error('not made')))).toBe('answer 2')
    const slow = slowAnswer('slow')
    let made = 0
    const make = () => {
      made += 1
      return slow.make()
    }
    waitFor(334)
    expect(await ask('page', make)).toBe('answer 2')
    for (const ms of [0, 166, 166, 166]) {
      waitFor(ms)
      expect(await ask('page', make)).toBe('answer 2')
    }
    expect(made).toBe(1)
    slow.finish()
    await new Promise(setImmediate)
    expect(await ask('page', make)).toBe('slow')
    kept.invalidate()
    waitFor(2000)
    expect(await ask()).toBe('answer 3')
  })

  test('waits for a response that takes longer than half a second', async () => {
    const { kept, ask, waitFor } = openKept()
    await ask()
    for (const _ of [1, 2]) {
      kept.invalidate()
      await ask()
    }
    const slow = slowAnswer('slow')
    waitFor(334)
    expect(await ask('page', slow.make)).toBe('answer 2')
    waitFor(502)
    const waiting = ask('page', slow.make)
    slow.finish()
    expect(await waiting).toBe('slow')
  })

  test('that is over shows its last change in the next response', async () => {
    const { kept, ask, waitFor } = openKept()
    await rush(kept, waitFor)
    expect(await ask()).not.toBe('answer 1')
    waitFor(334)
    expect(await ask()).toBe('answer 1')
  })

  test('lets a first change be seen at once', async () => {
    const { kept, ask } = openKept()
    await ask()
    kept.invalidate()
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2'])
    kept.invalidate()
    expect(await ask()).toBe('answer 2')
  })

  test('never gives a stale response to what is rendered from it', async () => {
    const { kept, waitFor } = openKept()
    let change = 0
    const make = async () => ({ type: 'text/plain', body: String(change) })
    for (change = 1; change <= 51; change++) {
      kept.invalidate()
      const { body } = await kept.answer('page', make, { fresh: true })
      expect(body.toString()).toBe(String(change))
      waitFor(1)
    }
    kept.invalidate()
    expect((await kept.answer('page', make)).body.toString()).toBe('51')
    waitFor(700)
    expect((await kept.answer('page', make)).body.toString()).toBe('52')
  })

  test('does not hold up a response after the clock is set back', async () => {
    const { kept, ask, waitFor } = openKept()
    await ask()
    waitFor(-3_600_000)
    kept.invalidate()
    expect(await ask()).toBe('answer 2')
  })
})

describe('a change of an event', () => {
  test('makes stale what is about it or about all, and nothing else', async () => {
    const { kept } = openKept()
    let count = 0
    const make = async () => {
      count += 1
      return { type: 'text/plain', body: String(count) }
    }
    const ask = async (about: About) =>
      Number((await kept.answer(`about ${about}`, make, { about })).body)
    const all = async () => [
      await ask(12),
      await ask(13),
      await ask('all events'),
      await ask('no event'),
    ]
    expect(await all()).toEqual([1, 2, 3, 4])
    kept.invalidate([])
    expect(await all()).toEqual([1, 2, 3, 4])
    kept.invalidate([12])
    expect(await all()).toEqual([5, 2, 6, 4])
    kept.clear()
    expect(await all()).toEqual([7, 8, 9, 10])
    kept.invalidate()
    expect(await all()).toEqual([11, 12, 13, 10])
  })

  test('while a response is made makes it again, shared, and the earlier one never replaces it', async () => {
    const { kept, ask } = openKept()
    const before = slowAnswer('before the change')
    const after = slowAnswer('after the change')
    const begun = kept.answer('page', before.make)
    kept.invalidate()
    const waiting = [ask('page', after.make), ask('page', after.make)]
    after.finish()
    expect(await Promise.all(waiting)).toEqual(['after the change', 'after the change'])
    before.finish()
    await begun
    expect(await ask()).toBe('after the change')
  })

  test('waits for nothing while the response to an earlier change is made', async () => {
    const { kept, ask } = openKept()
    await ask()
    kept.invalidate()
    const slow = slowAnswer('slow')
    const begun = ask('page', slow.make)
    kept.invalidate()
    expect(await ask()).toBe('answer 1')
    slow.finish()
    expect(await begun).toBe('slow')
  })

  test('leaves no stale response after its second, while the next one fails slowly', async () => {
    const { kept, ask, waitFor } = openKept()
    await ask()
    kept.invalidate()
    const slow = slowAnswer('away', 503)
    const begun = ask('page', slow.make)
    waitFor(1000)
    slow.finish()
    expect(await begun).toBe('away')
  })

  test.each([
    ['cannot be made', () => Promise.reject(new Error('broken'))],
    ['fails', async () => ({ type: 'text/plain', body: 'away', status: 503 })],
  ])('leaves the stale response for its second when the next one %s', async (_, broken) => {
    const { kept, ask, waitFor } = openKept()
    await ask()
    kept.invalidate()
    expect(await ask('page', broken)).toBe('answer 1')
    waitFor(999)
    expect(await ask('page', broken)).toBe('answer 1')
    waitFor(1)
    const last = await kept.answer('page', broken).catch(() => null)
    expect(last?.status ?? 500).toBeGreaterThanOrEqual(500)
    expect(await ask()).toBe('answer 2')
  })
})

describe('while the database is unavailable', () => {
  const STALE_MS = 600_000

  function openOutage() {
    let moment = 0
    let made = 0
    let tries = 0
    let fault: unknown = null
    const cache = createResponseCache({
      maxAge: 1000,
      max: 10,
      now: () => new Date(moment),
      staleIfErrorMs: STALE_MS,
    })
    const make = async (): Promise<ResponseBody> => {
      tries += 1
      if (fault instanceof Error) throw fault
      if (typeof fault === 'number') return { type: 'text/plain', body: 'away', status: fault }
      made += 1
      return { type: 'text/plain', body: `answer ${made}` }
    }
    const answer = (options = {}) => cache.answer('page', make, options)
    return {
      cache,
      answer,
      ask: async () => (await answer()).body.toString(),
      fail: (next: unknown) => {
        fault = next
      },
      waitFor: (ms: number) => {
        moment += ms
      },
      tries: () => tries,
    }
  }
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

  test.each([refused, 503])(
    'a response is sent for ten minutes more, and then no longer',
    async (fault) => {
      const { ask, answer, fail, waitFor } = openOutage()
      await ask()
      fail(fault)
      waitFor(STALE_MS)
      expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1'])
      waitFor(1_000)
      const last = await answer().catch(() => null)
      expect(last?.status ?? 503).toBe(503)
    },
  )

  test('it is tried at most four times a second, and the first success is sent from then on', async () => {
    const { ask, fail, waitFor, tries } = openOutage()
    await ask()
    fail(refused)
    waitFor(5_000)
    const before = tries()
    for (let n = 0; n < 100; n++) {
      waitFor(10)
      expect(await ask()).toBe('answer 1')
    }
    expect(tries() - before).toBeLessThanOrEqual(4)
    fail(null)
    waitFor(1_000)
    await ask()
    await new Promise(setImmediate)
    expect(await ask()).toBe('answer 2')
  })

  test.each([new Error('not found'), 500])(
    'nothing old hides another failure: %s',
    async (fault) => {
      const { answer, ask, fail, waitFor } = openOutage()
      await ask()
      fail(fault)
      waitFor(2_000)
      const answered = await answer().catch((error: Error) => error)
      expect(answered instanceof Error ? answered : answered.status).toBe(fault)
    },
  )

  test('what was found to be gone does not come back', async () => {
    const { answer, ask, fail, waitFor } = openOutage()
    await ask()
    waitFor(2_000)
    fail(new Error('not found'))
    await expect(answer()).rejects.toThrow('not found')
    fail(refused)
    await expect(answer()).rejects.toThrow('refused')
  })

  test('no page is rendered from an old response', async () => {
    const { answer, ask, fail, waitFor } = openOutage()
    await ask()
    fail(refused)
    waitFor(2_000)
    await expect(answer({ fresh: true })).rejects.toThrow('refused')
  })

  test('a request waits three seconds for a database that hangs, and the next ones not at all', async () => {
    vi.useFakeTimers()
    try {
      const { cache, ask, waitFor } = openOutage()
      await ask()
      waitFor(2_000)
      const hung = () => new Promise<ResponseBody>(() => undefined)
      const first = cache.answer('page', hung)
      await vi.advanceTimersByTimeAsync(2_999)
      expect(await Promise.race([first, 'waits'])).toBe('waits')
      await vi.advanceTimersByTimeAsync(1)
      expect((await first).body.toString()).toBe('answer 1')
      expect((await cache.answer('page', hung)).body.toString()).toBe('answer 1')
    } finally {
      vi.useRealTimers()
    }
  })
})
