import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../domain/durations.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { openDatabase } from '../platform/db/database.ts'

let site: TestApp
let app: App
beforeAll(async () => {
  // The page reads the real clock.
  site = await openTestApp({ now: new Date() })
  app = await buildApp(site.deps)
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const eventIn = (hours: number, name: string) => {
  const startsAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS)
  return site.event({ name, startsAt, endsAt: new Date(startsAt.getTime() + 6 * HOUR_MS) })
}

test('without events the page says so; with events it shows the next six in order, and their number', async () => {
  expect((await app.inject('/')).body).toContain('No upcoming events found')
  await eventIn(300, 'Wells')
  await eventIn(100, 'Ely')
  await eventIn(-4, 'Already begun')
  await eventIn(200, 'Truro')
  for (const n of [0, 1, 2, 3]) await eventIn(400 + 100 * n, `Ripon ${n}`)
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body.match(/(?<=<h3><a [^>]+>)[^<]+/g)).toEqual([
    ...['Ely', 'Truro', 'Wells'],
    ...['Ripon 0', 'Ripon 1', 'Ripon 2'],
  ])
  expect(body.replaceAll('<!-- -->', '')).toContain('All 7 dates')
  expect(body).not.toContain('No upcoming events found')
})

test('while events cannot be had it is whole, names the helpline and may be asked again', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 })
  const cutOff = await buildApp({ ...site.deps, database })
  site.deps.cache.clear()
  const { statusCode, headers, body } = await cutOff.inject('/')
  await cutOff.close()
  await database.close()
  expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
  expect(body).toContain('Campaigning for Accessible PSA Screening')
  expect(body).toContain('We could not load the events')
  expect(body).toMatch(/<a [^>]*href="\/"[^>]*>Try again<\/a>/)
  expect((await app.inject('/')).body).toContain('Ely')
})
