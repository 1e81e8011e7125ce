import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readMigrations } from '../../server/platform/db/migrate.ts'
import { checkPublished, FOLDERS, publish } from './published-migrations.ts'

const MIGRATIONS = 'server/platform/db/migrations'
const root = mkdtempSync(join(tmpdir(), 'published-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'folder-'))
  cpSync(MIGRATIONS, folder, { recursive: true })
})

test('the migrations of both schemas are as they were published', () => {
  expect(FOLDERS.flatMap(checkPublished)).toEqual([])
})

test('a published migration that is edited is refused, by so much as a space', () => {
  appendFileSync(join(folder, '0075_roads_back.sql'), ' ')
  expect(checkPublished(folder)).toEqual([
    expect.stringContaining('0075_roads_back.sql was edited'),
  ])
})

test('one that is deleted too', () => {
  rmSync(join(folder, '0074_baseline.sql'))
  expect(checkPublished(folder)).toEqual([expect.stringContaining('0074_baseline.sql was deleted')])
})

test('a new one is refused until its line is added, which changes no other line', () => {
  writeFileSync(join(folder, '9999_new.sql'), 'select 1;\n')
  appendFileSync(join(folder, '0075_roads_back.sql'), ' ')
  expect(checkPublished(folder)).toEqual([
    expect.stringContaining('0075_roads_back.sql was edited'),
    expect.stringContaining('9999_new.sql is not in published.sha256'),
  ])
  expect(publish(folder)).toEqual(['9999_new.sql'])
  expect(checkPublished(folder)).toEqual([
    expect.stringContaining('0075_roads_back.sql was edited'),
  ])
})

test('the journal lists every file in order, and the one snapshot is of the newest', async () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  const tags = (await readMigrations()).map(({ tag }) => tag)
  expect(tags).toEqual(files.map((name) => name.slice(0, -'.sql'.length)).sort())
  const [number] = tags.at(-1)?.split('_') ?? []
  expect(readdirSync(join(MIGRATIONS, 'meta')).sort()).toEqual([
    `${number}_snapshot.json`,
    '_journal.json',
  ])
})

test('the snapshot is of the schema: there is nothing to generate', () => {
  // It takes the folder for a path below this one.
  const out = relative('.', folder)
  const options = [
    '--dialect',
    'postgresql',
    '--schema',
    'server/platform/db/schema.ts',
    '--out',
    out,
  ]
  const printed = execFileSync('node_modules/.bin/drizzle-kit', ['generate', ...options], {
    encoding: 'utf8',
  })
  expect(printed).toContain('No schema changes')
})
