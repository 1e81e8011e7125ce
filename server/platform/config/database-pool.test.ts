import { expect, test } from 'vitest'
import { connectionsEach, whyTooMany } from './database-pool.ts'
import { readEnv } from './env.ts'

test('each process has an equal share of the connections', () => {
  expect([1, 2, 4, 8, 20].map((workers) => connectionsEach(undefined, workers))).toEqual([
    20, 20, 20, 10, 4,
  ])
  expect([1, 3].map((workers) => connectionsEach(200, workers))).toEqual([200, 66])
})

test('a setting that leaves a process too few stops the start', () => {
  const read = (env: Record<string, string>) => () => readEnv(env)
  expect(readEnv({ DATABASE_POOL: '30', WORKERS: '3' }).connections).toBe(10)
  expect(read({ DATABASE_POOL: '11', WORKERS: '3' })).toThrow(
    'DATABASE_POOL must be at least 4 for each of 3 WORKERS',
  )
  expect(read({ WORKERS: '21' })).toThrow('DATABASE_POOL is needed with more than 20 WORKERS')
  expect(read({ DATABASE_POOL: 'many' })).toThrow('DATABASE_POOL must be a whole number')
})

test('more connections than PostgreSQL admits are warned about', () => {
  expect(whyTooMany({ connections: 20, workers: 4 }, 97)).toBeNull()
  expect(whyTooMany({ connections: 25, workers: 4 }, 97)).toContain('open 100 connections')
})
