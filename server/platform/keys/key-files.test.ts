import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrCreateFile } from './key-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a key is made once, and only its owner may read the file', async () => {
  const path = join(folder, 'keys', 'once')
  expect(await readOrCreateFile(path, () => 'first')).toBe('first')
  expect(await readOrCreateFile(path, () => 'second')).toBe('first')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('processes that start at once agree on one key', async () => {
  let made = 0
  const path = join(folder, 'keys', 'race')
  const kept = await Promise.all(
    Array.from({ length: 8 }, () => readOrCreateFile(path, async () => `key ${++made}`)),
  )
  expect(made).toBeGreaterThan(1)
  expect(new Set(kept).size).toBe(1)
})

test('a file that cannot be read is an error, not a reason for a new key', async () => {
  await expect(readOrCreateFile(folder, () => 'new')).rejects.toThrow('EISDIR')
})
