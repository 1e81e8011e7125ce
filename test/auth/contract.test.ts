import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type AuthError, type GoTrueAdminApi, GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { openPage } from './browser.ts'
import { DRIVEN, OFF } from './contract.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

// Every public method of the installed official client is either driven by the test that
// contract.ts names or off with a known response. A new method in a new version fails here.

let t: TestAuth
let client: GoTrueClient
let admin: GoTrueAdminApi

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool)
  client = t.client()
  await client.signUp({ email: 'asks@example.org', password: PASSWORD })
  admin = await t.admin()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await t.close()
})

test('no public method of the client is forgotten, and none is listed that it has not', () => {
  const methods = [
    ...methodsOf(client, 'GoTrueClient'),
    ...methodsOf(admin, 'GoTrueAdminApi', 'admin.'),
  ]
  expect(methods.length).toBeGreaterThan(60)
  expect([...Object.keys(DRIVEN), ...Object.keys(OFF)].sort()).toEqual(methods.sort())
})

test.each(Object.entries(DRIVEN))('%s is driven by %s', (method, named) => {
  const [, file, words = ''] = /^([\w-]+): (.+)$/.exec(named) ?? []
  const source = readFileSync(pathOf(`${file}.test.ts`), 'utf8')
  const call = `.${method.replace('admin.', '')}(`
  const lines = linesOf(source, words)
  const ways = [call, ...helpersWith(source, call).map((name) => `${name}(`)]
  expect(
    ways.filter((way) => lines.includes(way)),
    lines,
  ).not.toEqual([])
})

function pathOf(name: string): string {
  const rooms = join(import.meta.dirname, '../../auth')
  const beside = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
  const found = beside.find((path) => basename(path) === name)
  return found ? join(rooms, found) : join(import.meta.dirname, name)
}

test.each(Object.entries(OFF))(
  '%s is off, and answers so',
  async (method, { ask, status, code }) => {
    openPage('http://localhost:3000/portal')
    const nobody = async () => null
    vi.stubGlobal('navigator', { credentials: { create: nobody, get: nobody } })
    Object.assign(window, { PublicKeyCredential: nobody })
    const { error } = await ask({ client, admin })
    expect(error, method).toMatchObject({ status, code } satisfies Partial<AuthError>)
  },
)

function linesOf(source: string, words: string): string {
  const lines = source.split('\n')
  const indentOf = (line = '') => line.search(/\S|$/)
  const start = lines.findIndex((line) => line.includes(`('${words}`))
  if (start < 0) return ''
  const end = lines.findIndex(
    (line, n) => n > start && /^ *}\)/.test(line) && indentOf(line) <= indentOf(lines[start]),
  )
  return lines.slice(start, end).join('\n')
}

function helpersWith(source: string, call: string): string[] {
  return source
    .split(/\n(?=[a-z/])/)
    .filter((lines) => lines.includes(call))
    .map((lines) => /^(?:async )?(?:function|const) (\w+)/.exec(lines)?.[1] ?? '')
    .filter(Boolean)
}

function methodsOf(one: object, name: string, at = ''): string[] {
  const types = readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('@supabase/auth-js')), `${name}.d.ts`),
    'utf8',
  )
  const hidden = [...types.matchAll(/^ {4}(?:private|protected) (?:static )?(?:[gs]et )?(\w+)/gm)]
  const isPublic = (key: string) => !hidden.some(([, known]) => known === key)
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(one))
  const methods = own.filter((key) => key !== 'constructor' && isPublic(key))
  const spaces = Object.entries(one).filter(([key]) => isPublic(key) && key !== 'admin')
  return [
    ...methods.map((key) => at + key),
    ...spaces.flatMap(([key, space]) => callsIn(space, at + key)),
  ]
}

function callsIn(space: unknown, at: string): string[] {
  if (typeof space === 'function') return [at]
  if (!space || typeof space !== 'object' || space instanceof GoTrueClient) return []
  return Object.entries(space).flatMap(([key, call]) => callsIn(call, `${at}.${key}`))
}
