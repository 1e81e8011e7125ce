import { expect, test } from 'vitest'
import { type ClaimedSession, checkTogether } from './live-sessions.ts'

const session = (sessionId: string) => ({ sessionId, userId: 'any' })

/** `answer` ends the oldest open call of `read`. */
function openCheck() {
  const calls: { asked: string[]; answer: (live: string[] | Error) => void }[] = []
  const isLive = checkTogether((asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<Set<ClaimedSession>>()
    calls.push({
      asked: asked.map(({ sessionId }) => sessionId),
      answer(live) {
        if (live instanceof Error) reject(live)
        else resolve(new Set(asked.filter(({ sessionId }) => live.includes(sessionId))))
      },
    })
    return promise
  })
  const asked = () => calls.map((call) => call.asked)
  return { isLive, asked, answer: (n: number, live: string[] | Error) => calls[n]?.answer(live) }
}

const turn = () => new Promise(setImmediate)

test('sessions asked about during a call are checked together in the next, each by itself', async () => {
  const { isLive, asked, answer } = openCheck()
  const first = isLive(session('a'))
  await turn()
  const others = ['b', 'c', 'a'].map((id) => isLive(session(id)))
  await turn()
  expect(asked()).toEqual([['a']])
  answer(0, ['a'])
  expect(await first).toBe(true)
  await turn()
  expect(asked()).toEqual([['a'], ['b', 'c', 'a']])
  // The session that was live before has ended since.
  answer(1, ['c'])
  expect(await Promise.all(others)).toEqual([false, true, false])
})

test('a call that fails rejects only its own checks', async () => {
  const { isLive, answer } = openCheck()
  const first = isLive(session('a'))
  await turn()
  const next = isLive(session('a'))
  answer(0, new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  answer(1, ['a'])
  expect(await next).toBe(true)
})

test('a call that hangs holds up no other check', async () => {
  const { isLive, asked, answer } = openCheck()
  const first = isLive(session('a'))
  await turn()
  const next = isLive(session('b'))
  await expect.poll(asked, { timeout: 1_000, interval: 10 }).toEqual([['a'], ['b']])
  answer(1, ['b'])
  expect(await next).toBe(true)
  answer(0, [])
  expect(await first).toBe(false)
})
