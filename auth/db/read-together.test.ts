import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** Reads lengths; `calls` are the words of each call so far, and `end` ends the oldest open one. */
function openReader() {
  const calls: string[][] = []
  const open: (() => void)[] = []
  const lengthOf = readTogether(async (words: string[]) => {
    calls.push(words)
    await new Promise<void>((resolve) => open.push(resolve))
    if (words.includes('bad')) throw new Error('bad')
    return words.map((word) => word.length)
  })
  const end = async () => {
    await expect.poll(() => open.length, { interval: 1 }).toBeGreaterThan(0)
    open.shift()?.()
  }
  return { calls, lengthOf, end }
}

test('what is asked for in one turn is read in one call, each for itself', async () => {
  const { calls, lengthOf, end } = openReader()
  const lengths = Promise.all(['a', 'bb', 'ccc'].map(lengthOf))
  await end()
  expect(await lengths).toEqual([1, 2, 3])
  expect(calls).toEqual([['a', 'bb', 'ccc']])
})

test('what is asked for during a call is read anew, together in the next', async () => {
  const { calls, lengthOf, end } = openReader()
  const first = lengthOf('a')
  await expect.poll(() => calls, { interval: 1 }).toEqual([['a']])
  const others = Promise.all(['bb', 'a', 'ccc'].map(lengthOf))
  await end()
  expect(await first).toBe(1)
  await end()
  expect(await others).toEqual([2, 1, 3])
  expect(calls).toEqual([['a'], ['bb', 'a', 'ccc']])
})

test('a call that fails does not stop the next', async () => {
  const { calls, lengthOf, end } = openReader()
  const first = lengthOf('bad')
  await expect.poll(() => calls, { interval: 1 }).toEqual([['bad']])
  const next = lengthOf('a')
  await end()
  await expect(first).rejects.toThrow('bad')
  await end()
  expect(await next).toBe(1)
})

test('a call that hangs holds up no other for long', async () => {
  const { calls, lengthOf } = openReader()
  void lengthOf('a')
  await expect.poll(() => calls, { interval: 1 }).toEqual([['a']])
  void lengthOf('bb')
  await expect.poll(() => calls).toEqual([['a'], ['bb']])
})
