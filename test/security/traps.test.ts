// The specification's 52 traps that would harm a member if built to the letter. Each has a test
// 'trap <number>: ...' beside the code concerned; where the design decided otherwise (6, 10, 18,
// 36, 39), it proves the design's rule. Two have no code of their own and are here.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_HEADERS } from '../../server/platform/http/security-headers.ts'
import { consentFormFor } from '../app/consent-form.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'

const TRAPS = 52

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

test('trap 28: the profile and date that a link to the consent form names are no authority', async () => {
  const member = await site.member()
  const other = await site.member()
  // As in the specification, which names the day and not the event.
  const { eventId: _, ...form } = consentFormFor(await site.event())
  const body = { profileId: member.id, ...form }
  const url = '/api/medical/consent'
  const before = await site.stored()
  expect((await site.ask('POST', url, { body })).status).toBe(401)
  expect((await site.ask('POST', url, { as: other, body })).status).toBe(404)
  expect(await site.stored()).toEqual(before)
  expect((await site.ask('POST', url, { as: member, body })).status).toBe(201)
})

test('trap 49: other hosts, such as that of the map’s tiles, get only the origin as Referer', () => {
  expect(PAGE_HEADERS['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

test('every trap has a test of its number', async () => {
  const root = join(import.meta.dirname, '../..')
  const tested = new Set<number>()
  for (const room of ['auth', 'content', 'domain', 'server', 'web', 'test', 'e2e']) {
    for (const file of await readdir(join(root, room), { recursive: true })) {
      if (!/\.(test|e2e)\.tsx?$/.test(file)) continue
      for (const trap of trapsIn(await readFile(join(root, room, file), 'utf8'))) tested.add(trap)
    }
  }
  const all = Array.from({ length: TRAPS }, (_, n) => n + 1)
  expect(all.filter((trap) => !tested.has(trap))).toEqual([])
})

test('the numbers are read from the names of tests, and from nothing else', () => {
  const source = [
    `test('trap 8, trap 9: decides only on event and time', async () => {`,
    `  ])('trap 36: %s is refused', async () => {`,
    `// trap 40: not here`,
    `test.skip('trap 41: not yet', () => undefined)`,
  ].join('\n')
  expect(trapsIn(source)).toEqual([8, 9, 36])
})

function trapsIn(source: string): number[] {
  const names = source.matchAll(
    /^\s*(?:(?:test|describe)(?:\.each.*)?|\])?\)?\(\s*['"`](trap \d+.*)/gm,
  )
  return [...names].flatMap(([, name = '']) =>
    [...(name.split(':')[0] ?? '').matchAll(/trap (\d+)/g)].map(([, number]) => Number(number)),
  )
}
