// deploy/backup/get-wal with a pgBackRest that ends as told.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const GET_WAL = join(import.meta.dirname, '../../deploy/backup/get-wal')
const SEGMENT = '000000010000000000000007'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'get-wal-'))
  mkdirSync(join(folder, 'kept'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function getWal({ archive, kept = join(folder, 'kept') }: { archive: number; kept?: string }) {
  const fake = `#!/bin/sh\n[ ${archive} = 0 ] && echo archive > "${folder}/target"\nexit ${archive}\n`
  writeFileSync(join(folder, 'pgbackrest'), fake, { mode: 0o755 })
  const given = ['config', 'chaps', kept, SEGMENT, join(folder, 'target')]
  const env = { PATH: `${folder}:/usr/bin:/bin` }
  return spawnSync(GET_WAL, given, { env, cwd: folder }).status
}
const target = () => readFileSync(join(folder, 'target'), 'utf8').trim()
const keep = (name: string) => writeFileSync(join(folder, 'kept', name), name)

test('the archive goes first', () => {
  keep(SEGMENT)
  expect(getWal({ archive: 0 })).toBe(0)
  expect(target()).toBe('archive')
})

test("what it lacks is the keeper's, and its last segment is a partial one", () => {
  keep(`${SEGMENT}.partial`)
  expect(getWal({ archive: 1 })).toBe(0)
  expect(target()).toBe(`${SEGMENT}.partial`)
  keep(SEGMENT)
  expect(getWal({ archive: 1 })).toBe(0)
  expect(target()).toBe(SEGMENT)
})

test('what neither has is the end of the log', () => {
  expect(getWal({ archive: 1 })).toBe(1)
  expect(getWal({ archive: 1, kept: '-' })).toBe(1)
})

test('an archive that fails ends the recovery, and does not pass for the end of the log', () => {
  keep(SEGMENT)
  expect(getWal({ archive: 103 })).toBe(126)
})
