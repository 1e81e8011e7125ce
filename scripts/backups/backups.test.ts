// What the backup commands decide without a database.

import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { judgePassphrase, judgeRepository, judgeServer } from './judge.ts'
import type { Backup, Repository } from './pgbackrest.ts'
import { sizeInWords } from './pgbackrest.ts'
import { chooseBackup, readPoint, targetOf } from './restore-point.ts'
import type { ServerFacts } from './running-server.ts'
import { parseStanza } from './stanza.ts'
import { readVersion, whyNotTogether } from './versions.ts'

const NOW = new Date('2026-11-25T19:00:00Z')

function backup(label: string, stop: string, error = false): Backup {
  const second = Date.parse(stop) / 1000
  return {
    label,
    type: 'full',
    error,
    database: { id: 1 },
    timestamp: { start: second - 10, stop: second },
    info: { size: 1, repository: { delta: 1 } },
  }
}

describe('versions', () => {
  test.each([
    ['2.45', 15],
    ['2.48', 16],
    ['2.60', 18],
    ['2.60.1', 18],
    ['3.0', 18],
    ['2.100', 19],
  ])('pgBackRest %s works with PostgreSQL %i', (pgbackrest, postgres) => {
    expect(whyNotTogether(pgbackrest, postgres)).toBeNull()
  })

  test.each([
    ['2.45', 18, 'pgBackRest 2.45 does not know PostgreSQL 18: it takes 2.60 or newer.'],
    ['2.55.1', 18, 'pgBackRest 2.55.1 does not know PostgreSQL 18: it takes 2.60 or newer.'],
    ['2.9', 15, 'pgBackRest 2.9 does not know PostgreSQL 15: it takes 2.41 or newer.'],
    ['2.60', 14, 'PostgreSQL 14 is too old: the site needs 15 or newer.'],
  ])('pgBackRest %s with PostgreSQL %i is refused', (pgbackrest, postgres, words) => {
    expect(whyNotTogether(pgbackrest, postgres)).toBe(words)
  })

  test('the version is read from what the program says', () => {
    expect(readVersion('pgBackRest 2.45\n')).toBe('2.45')
    expect(() => readVersion('hello')).toThrow('says no version')
  })
})

describe('the time of a restore', () => {
  test.each([
    ['2026-11-25T18:00:00Z', '2026-11-25 18:00:00.000+00'],
    ['2026-11-25 18:00:00.5+00', '2026-11-25 18:00:00.500+00'],
    ['2026-11-25 18:00+01:00', '2026-11-25 17:00:00.000+00'],
  ])('%s is read', (text, target) => {
    const point = readPoint(text, NOW)
    expect(point).toBeInstanceOf(Date)
    expect(targetOf(new Date(point))).toBe(target)
  })

  test.each([
    ['2026-11-25 18:00:00', 'no time with its zone'],
    ['yesterday', 'no time with its zone'],
    ['2026-13-25T18:00:00Z', 'in no calendar'],
    ['2026-11-25T19:00:01Z', 'yet to come'],
  ])('%s is refused', (text, words) => {
    expect(() => readPoint(text, NOW)).toThrow(words)
  })

  test('begins with the newest backup that was complete by then, and without an error', () => {
    const backups = [
      backup('first', '2026-11-25T10:00:00Z'),
      backup('second', '2026-11-25T12:00:00Z'),
      backup('damaged', '2026-11-25T14:00:00Z', true),
    ]
    const at = (text: string) => chooseBackup(backups, new Date(text)).label
    expect(chooseBackup(backups, 'latest').label).toBe('second')
    expect(at('2026-11-25T15:00:00Z')).toBe('second')
    expect(at('2026-11-25T12:00:00.999Z')).toBe('first')
    expect(at('2026-11-25T12:00:01Z')).toBe('second')
    expect(() => at('2026-11-25T09:00:00Z')).toThrow(
      'The oldest backup ended at 2026-11-25T10:00:01.000Z: choose a later time.',
    )
    expect(() => chooseBackup([], 'latest')).toThrow('no backup')
  })
})

describe('the check', () => {
  const server: ServerFacts = {
    version: 17,
    isReplica: false,
    archiveMode: 'on',
    synchronousCommit: 'on',
    synchronousNames: 'keeper1',
    waitedFor: ['keeper1'],
  }
  const repository: Repository = {
    name: 'chaps',
    status: { code: 0, message: 'ok' },
    cipher: 'aes-256-cbc',
    db: [{ id: 1, version: '17' }],
    backup: [backup('last', '2026-11-25T02:30:00Z')],
  }
  const faultsOf = (given: Partial<ServerFacts>, stored: Partial<Repository> = {}) =>
    [...judgeServer({ ...server, ...given }), ...judgeRepository({ ...repository, ...stored }, NOW)]
      .filter(({ isGood }) => !isGood)
      .map(({ words }) => words)

  test('is content with the set-up of docs/backups.md', () => expect(faultsOf({})).toEqual([]))

  test.each<[string, Partial<ServerFacts>, string]>([
    ['no archive', { archiveMode: 'off' }, 'The log is not archived'],
    ['commits that do not wait', { synchronousCommit: 'local' }, 'A COMMIT does not wait'],
    ['no second copy', { synchronousNames: '', waitedFor: [] }, 'waits for no second copy'],
    ['a keeper that is gone', { waitedFor: [] }, 'None of keeper1 is connected'],
  ])('finds %s', (_, facts, words) => {
    expect(faultsOf(facts)).toEqual([expect.stringContaining(words)])
  })

  test.each<[string, Partial<Repository>, string]>([
    ['a repository in clear text', { cipher: 'none' }, 'not encrypted'],
    ['no backup', { backup: [] }, 'There is no backup yet'],
    ['an old one', { backup: [backup('old', '2026-11-24T02:30:00Z')] }, '41 hours old'],
    ['damaged pages', { backup: [backup('bad', '2026-11-25T02:30:00Z', true)] }, 'damaged pages'],
    ['a missing path', { status: { code: 1, message: 'missing stanza path' } }, 'missing stanza'],
  ])('finds %s', (_, stored, words) => {
    expect(faultsOf({}, stored)).toEqual([expect.stringContaining(words)])
  })
})

describe('the passphrase of the repository', () => {
  test.each([
    'CHANGE-ME',
    'change_me_change_me_change_me_change_me',
    'CHANGEME1234567890abcdefghijklmnopqrstuvw',
    '<openssl rand -base64 48 goes in this place>',
    'short1!',
    'a'.repeat(64),
    'abcd'.repeat(16),
  ])('%s is refused', (passphrase) => {
    expect(judgePassphrase(passphrase)).toMatchObject({ isGood: false })
  })

  test('is needed, and one of openssl is good', () => {
    expect(judgePassphrase(null).isGood).toBe(false)
    for (let n = 0; n < 100; n++)
      expect(judgePassphrase(randomBytes(48).toString('base64')).isGood).toBe(true)
  })

  test('is read from the stanza, or from the settings of all', () => {
    const at = { config: '/etc/pgbackrest.conf', name: 'chaps' }
    const all = '[global]\nrepo1-cipher-pass=of-all\n[chaps]\npg1-path=/db\n'
    expect(parseStanza(all, at).passphrase).toBe('of-all')
    expect(parseStanza(`${all}repo1-cipher-pass=own\n`, at).passphrase).toBe('own')
    expect(parseStanza('[chaps]\npg1-path=/db\n', at).passphrase).toBeNull()
  })
})

test("the database is the one of pgBackRest's settings", () => {
  const text =
    '[global]\npg1-port=1\n# pg1-path=/no\n[chaps]\npg1-path = /var/lib/db\npg1-port=5433\n[other]\npg1-path=/other\n'
  const at = { config: '/etc/pgbackrest.conf', name: 'chaps' }
  expect(parseStanza(text, at)).toMatchObject({ folder: '/var/lib/db', port: 5433 })
  expect(() => parseStanza(text, { ...at, name: 'none' })).toThrow('has no [none] with pg1-path')
})

test('sizes are in words', () => {
  expect([0, 999, 36_700_000, 2_060_000_000].map(sizeInWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '36.7 MB',
    '2.06 GB',
  ])
})
