import { expect, test } from 'vitest'
import { readTogether } from './read-together.ts'

/** `asked` are the words of each call so far; `answer` ends the call `n`. */
function openReader() {
  const calls: { words: string[]; answer: (found: string[] | Error) => void }[] = []
  const find = readTogether((words: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const answer = (found: string[] | Error) =>
      found instanceof Error ? reject(found) : resolve(found)
    calls.push({ words, answer })
    return promise
  })
  const asked = () => calls.map(({ words }) => words)
  const seen = (expected: string[][]) => expect.poll(asked, { interval: 1 }).toEqual(expected)
  return {
    find,
    asked,
    seen,
    answer: (n: number, found: string[] | Error) => calls[n]?.answer(found),
  }
}

const turn = () => new Promise(setImmediate)

test('what is asked for in one turn is read in one call, each for itself', async () => {
  const { find, seen, answer } = openReader()
  const found = Promise.all(['a', 'b', 'a'].map(find))
  await seen([['a', 'b', 'a']])
  answer(0, ['1', '2', '3'])
  expect(await found).toEqual(['1', '2', '3'])
})

test('what is asked for during a call is read anew, together in the next', async () => {
  const { find, asked, seen, answer } = openReader()
  const first = find('a')
  await seen([['a']])
  const others = Promise.all(['b', 'c', 'a'].map(find))
  await turn()
  await turn()
  expect(asked()).toEqual([['a']])
  answer(0, ['live'])
  expect(await first).toBe('live')
  await seen([['a'], ['b', 'c', 'a']])
  // It has changed since.
  answer(1, ['none', 'live', 'ended'])
  expect(await others).toEqual(['none', 'live', 'ended'])
})

test('what is not found is undefined', async () => {
  const { find, seen, answer } = openReader()
  const found = Promise.all(['a', 'b'].map(find))
  await seen([['a', 'b']])
  answer(0, ['1'])
  expect(await found).toEqual(['1', undefined])
})

test('a call that fails rejects only its own', async () => {
  const { find, seen, answer } = openReader()
  const first = find('a')
  await seen([['a']])
  const next = find('a')
  answer(0, new Error('away'))
  await expect(first).rejects.toThrow('away')
  await seen([['a'], ['a']])
  answer(1, ['1'])
  expect(await next).toBe('1')
})

test('a call that hangs holds up no other', async () => {
  const { find, seen, answer } = openReader()
  const first = find('a')
  await seen([['a']])
  const next = find('b')
  await seen([['a'], ['b']])
  answer(1, ['2'])
  expect(await next).toBe('2')
  answer(0, ['1'])
  expect(await first).toBe('1')
})
