import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database/database.ts'
import type { Database } from '../db/database.ts'
import { commit } from './commit.ts'

let database: Database & { close(): Promise<void> }
let done: string[]
const jobs = { kick: () => void done.push('kick') }
const cache = { clear: () => void done.push('clear') }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  done = []
})

test('jobs are fetched and the response cache is cleared after the commit', async () => {
  const result = await commit({ database, jobs, cache }, async () => {
    expect(done).toEqual([])
    return 'written'
  })
  expect(result).toBe('written')
  expect(done).toEqual(['kick', 'clear'])
})

test('a rollback does neither', async () => {
  const refused = commit({ database, jobs, cache }, async () => {
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(done).toEqual([])
})
