import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, openTestDatabase } from '../../../test/database/database.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import { checkFieldKeys, sealCanaries } from './field-key-canary.ts'

const bytes = () => randomBytes(32).toString('base64')
const [first, second] = [bytes(), bytes()]
const ringOf = (current: string, keys: Record<string, string>, index = 'a') =>
  JSON.stringify({ current, index, keys })
const before = ringOf('a', { a: first })
const rotated = ringOf('b', { a: first, b: second })

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
  return () => database.close()
})
const check = (ring: string) => checkFieldKeys(database.pool, ring)
const start = (ring: string) => sealCanaries(database.pool, ring)

describe('the canary of the field keys', () => {
  test('opens at every later start with the same ring', async () => {
    await start(before)
    await start(before)
    await check(before)
  })

  test('follows a rotation: a new current key beside the old one', async () => {
    await start(before)
    await start(rotated)
    await start(rotated)
    await start(ringOf('a', { a: first, b: second }))
    await expect(check(before)).rejects.toThrow(
      'FIELD_KEYS lacks the key "b", which this database was written with',
    )
  })

  test.each([
    ['lacks the key', ringOf('b', { b: second }, 'b'), 'lacks the key "a"'],
    ['has another key of that name', ringOf('a', { a: second }), 'other bytes for the key "a"'],
    [
      'has another key of that name beside the right index key',
      ringOf('a', { a: second, c: first }, 'c'),
      'other bytes for the key "a"',
    ],
    ['names another index key', ringOf('a', { a: first, b: second }, 'b'), 'another index key'],
  ])('stays shut to a ring that %s', async (_, ring, sentence) => {
    await start(before)
    const stored = await canaries()
    await expect(check(ring)).rejects.toThrow(sentence)
    await expect(start(ring)).rejects.toThrow('FIELD_KEYS')
    expect(await canaries()).toEqual(stored)
  })

  test('accepts only the first of two processes with different key rings', async () => {
    const rings = [before, ringOf('b', { b: second }, 'b')]
    const ends = await Promise.allSettled(rings.map(start))
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await canaries()).toHaveLength(2)
  })

  test('is not missed in a database that has no tables yet', async () => {
    const empty = openDatabase(await createEmptyDatabase(), { max: 1 })
    await checkFieldKeys(empty.pool, before)
    await empty.close()
  })
})

async function canaries(): Promise<unknown[]> {
  const { rows } = await database.pool.query('select name, sealed from field_key_canaries')
  return rows
}
