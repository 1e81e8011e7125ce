import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isServerBuilt, recordSources, SERVER_BUILD } from './server-build.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'server-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the built server', () => {
  test('is made anew when a source of it changes or goes, and for no other file', () => {
    const place = { root, folder: root }
    const file = join(root, 'a.ts')
    expect(isServerBuilt(place)).toBe(false)
    writeFileSync(file, 'one')
    recordSources(['a.ts'], place)
    expect(isServerBuilt(place)).toBe(true)
    writeFileSync(join(root, 'b.ts'), 'other')
    expect(isServerBuilt(place)).toBe(true)
    writeFileSync(file, 'two')
    expect(isServerBuilt(place)).toBe(false)
    writeFileSync(file, 'one')
    expect(isServerBuilt(place)).toBe(true)
    rmSync(file)
    expect(isServerBuilt(place)).toBe(false)
  })

  test('knows the sources of each process, its own configuration and the package in it', () => {
    const list = Object.keys(
      JSON.parse(readFileSync(join(SERVER_BUILD, 'built-from.json'), 'utf8')),
    )
    for (const file of [
      'server/main.ts',
      'domain/slots.ts',
      'auth/passwords/hash-thread.ts',
      'scripts/prepare-database.ts',
      'node_modules/drizzle-orm/package.json',
      'vite.server.config.ts',
    ])
      expect(list).toContain(file)
    expect(list.filter((file) => /\.test\./.test(file))).toEqual([])
  })

  test('is what a start wants: without it, it names the command', () => {
    mkdirSync(join(root, 'scripts'))
    for (const name of ['start.mjs', 'server-build.mjs'])
      cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'start.mjs')], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toBe(
      'The server is not built from these sources: node scripts/prepare.mjs --build\n',
    )
  })
})

describe('npm run ops -- stack', () => {
  test('names the source of a place in the built server, and leaves other words alone', () => {
    const line = lineOf(join(SERVER_BUILD, 'main.js'), 'async function startServer(')
    const source = lineOf('server/main.ts', 'async function startServer(')
    const place = `/srv/chaps/current/build/program/main.js:${line}:16`
    const input = `{"stack":"at startServer (file://${place})\\n at x (/srv/a.js:1:2)"}\n`
    const output = execFileSync(process.execPath, ['scripts/ops.ts', 'stack'], { input }).toString()
    expect(output).toContain(`at startServer (server/main.ts:${source}:`)
    expect(output).toContain('at x (/srv/a.js:1:2)"}\n')
  })
})

function lineOf(file: string, words: string): number {
  return (
    1 +
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(words))
  )
}
