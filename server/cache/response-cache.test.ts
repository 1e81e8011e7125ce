import { describe, expect, test } from 'vitest'
import type { ResponseBody } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

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

  test('is made anew at once after a change', async () => {
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

  test('can be made anew, once, when its second is nearly over, and stands until then', async () => {
    const { kept, ask, waitFor } = openKept()
    const next = slowAnswer('the next')
    const makes = ['first', next.make]
    const make = async () => {
      const one = makes.shift()
      return typeof one === 'function' ? one() : { type: 'text/plain', body: String(one) }
    }
    const first = await kept.answer('page', make)
    waitFor(700)
    expect(first.renew()).toBeNull()
    waitFor(100)
    const renewing = first.renew()
    expect(first.renew()).toBeNull()
    expect(await ask('page', make)).toBe('first')
    next.finish()
    expect((await renewing)?.body.toString()).toBe('the next')
    expect(await ask('page', make)).toBe('the next')
    // An earlier response keeps its own second, however young the next one is.
    expect(first.isCurrent()).toBe(true)
    waitFor(200)
    expect(first.isCurrent()).toBe(false)
    expect(first.renew()).toBeNull()
  })

  test('that is made anew when a change comes is not given after it', async () => {
    const { kept, ask, waitFor } = openKept()
    const first = await kept.answer('page', async () => ({ type: 'text/plain', body: 'first' }))
    waitFor(800)
    const renewing = first.renew()
    kept.clear()
    await renewing
    expect(first.renew()).toBeNull()
    expect(await ask()).toBe('answer 1')
  })

  test('stands to the end of its second when making it anew fails', async () => {
    const { kept, ask, waitFor } = openKept()
    const makes = [async () => ({ type: 'text/plain', body: 'first' })]
    const make = () => makes.shift()?.() ?? Promise.reject(new Error('broken'))
    const first = await kept.answer('page', make)
    waitFor(800)
    await expect(first.renew()).rejects.toThrow('broken')
    expect(await ask()).toBe('first')
    waitFor(200)
    expect(await ask()).toBe('answer 1')
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
