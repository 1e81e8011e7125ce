import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** Reads lengths; `calls` are the words of each call so far. */
function openReader() {
  const calls: string[][] = []
  const lengthOf = readTogether(async (words: string[]) => {
    calls.push(words)
    await turn()
    if (words.includes('bad')) throw new Error('bad')
    return words.map((word) => word.length)
  })
  return { calls, lengthOf }
}

test('what is asked for in one turn is read in one call, each for itself', async () => {
  const { calls, lengthOf } = openReader()
  const lengths = Promise.all(['a', 'bb', 'ccc'].map(lengthOf))
  expect(await lengths).toEqual([1, 2, 3])
  expect(calls).toEqual([['a', 'bb', 'ccc']])
})

test('what is asked for later is read later, also while a call is open', async () => {
  const { calls, lengthOf } = openReader()
  const first = lengthOf('a')
  await turn()
  const second = lengthOf('a')
  await turn()
  expect(calls).toEqual([['a'], ['a']])
  expect(await Promise.all([first, second])).toEqual([1, 1])
})

test('nothing fails for what another asked for', async () => {
  const { lengthOf } = openReader()
  const results = await Promise.allSettled(['a', 'bad', 'ccc'].map(lengthOf))
  expect(results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('bad') },
    { status: 'fulfilled', value: 3 },
  ])
})
