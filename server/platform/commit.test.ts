import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database/database.ts'
import { commit } from './commit.ts'
import type { Database } from './db/database.ts'
import { noteQueue } from './queues-of-work.ts'

let database: Database & { close(): Promise<void> }
let done: string[]
const jobs = { kick: (queues: Iterable<string> = ['all']) => void done.push(`kick ${[...queues]}`) }
const cache = {
  invalidate: (eventIds: readonly number[] | 'any' = 'any') =>
    void done.push(`invalidate ${eventIds === 'any' ? 'every event' : eventIds}`),
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  done = []
})

test('jobs are fetched and what is cached about any event is stale after the commit', async () => {
  const result = await commit({ database, jobs, cache, eventIds: 'any' }, async () => {
    noteQueue('mail')
    expect(done).toEqual([])
    return 'written'
  })
  expect(result).toBe('written')
  expect(done).toEqual(['kick mail', 'invalidate every event'])
})

test('only what is about the events of the work is stale when it names them', async () => {
  await commit({ database, jobs, cache, eventIds: [12] }, async () => undefined)
  expect(done).toEqual(['kick ', 'invalidate 12'])
})

test('nothing that is cached is stale when the work changes no event', async () => {
  await commit({ database, jobs, cache }, async () => undefined)
  expect(done).toEqual(['kick ', 'invalidate '])
})

test('each commit fetches its own jobs, and one around others theirs too', async () => {
  const write = (queue: 'mail' | 'settle', then = async () => undefined) =>
    commit({ database, jobs, cache: { invalidate: () => undefined } }, async () => {
      noteQueue(queue)
      await then()
    })
  await Promise.all([write('mail'), write('settle')])
  expect(done.toSorted()).toEqual(['kick mail', 'kick settle'])
  done = []
  await write('mail', () => write('settle').then(() => undefined))
  expect(done).toEqual(['kick settle', 'kick mail,settle'])
})

test('a rollback does neither', async () => {
  const refused = commit({ database, jobs, cache }, async () => {
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(done).toEqual([])
})
