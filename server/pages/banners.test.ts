import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openPostgresLine } from '../../test/app/postgres-line.ts'
import { testCharity, testLimits } from '../../test/app/settings.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { openDatabase } from '../platform/db/database.ts'
import { openSite } from '../site/present.ts'

let site: TestApp
let app: App
/** Of another process: what it knows is its own. */
let other: App
let clerk: Awaited<ReturnType<TestApp['staff']>>
let eventId: number
beforeAll(async () => {
  site = await openTestApp()
  const { deps } = site
  app = await buildApp(deps)
  const onError = (error: Error) => site.faults.push(error)
  other = await buildApp({
    ...deps,
    site: openSite({ ...deps, charity: testCharity, limits: testLimits, onError }),
  })
  clerk = await site.staff(['office'])
  eventId = (await site.event()).event_id
})
afterAll(async () => {
  await app.close()
  await other.close()
  await site.close()
})
beforeEach(async () => {
  await site.ownerPool.query('delete from banners')
  await site.deps.site.refresh()
})

async function say(words: string, more: object = {}) {
  const from = site.deps.now()
  const body = {
    words,
    tone: 'urgent',
    place: 'site',
    shown_from: from.toISOString(),
    shown_until: new Date(from.getTime() + 3_600_000).toISOString(),
    ...more,
  }
  return (await site.ask('POST', '/api/office/banners', { as: clerk, body })).body
}

/** Words by whether they are shown. A cached page is made again four times a second at most. */
async function saidAt(url: string, from = app) {
  site.moveTo(new Date(site.deps.now().getTime() + 1_000))
  const { body } = await from.inject(url)
  const all = [...body.matchAll(/<p data-banner="\d+"([^>]*)>([^<]*)<\/p>/g)]
  return Object.fromEntries(
    all.map(([, attributes = '', words]) => [words, !attributes.includes('hidden')]),
  )
}

const PAGES = ['/', '/about-us', '/login', '/portal', '/nope', '/privacy-policy']

test('what is said stands on every kind of page, cached before or not, and goes again', async () => {
  for (const url of [...PAGES, `/event/${eventId}`]) expect(await saidAt(url), url).toEqual({})
  const { id } = await say('No trains today')
  for (const url of [...PAGES, `/event/${eventId}`])
    expect(await saidAt(url), url).toEqual({ 'No trains today': true })
  await site.ask('POST', `/api/office/banners/${id}/end`, { as: clerk, body: { version: 1 } })
  for (const url of [...PAGES, `/event/${eventId}`]) expect(await saidAt(url), url).toEqual({})
})

test('another process shows it within two seconds to each of 100 readers', async () => {
  for (const url of PAGES) expect(await saidAt(url, other), url).toEqual({})
  await say('Snow')
  const saved = performance.now()
  await until(async () => expect(await saidAt('/about-us', other)).toEqual({ Snow: true }))
  expect(performance.now() - saved).toBeLessThan(2_000)
  const readers = Array.from({ length: 100 }, (_, n) =>
    saidAt(PAGES[n % PAGES.length] ?? '/', other),
  )
  for (const read of await Promise.all(readers)) expect(read).toEqual({ Snow: true })
})

test('those of other pages are hidden, and the words of the office are not on the site', async () => {
  await say('Use the back door', { place: 'event', event_id: eventId, in_mails: false })
  await say('Results are late', { place: 'portal' })
  await say('Staff: ring Ann', { place: 'office' })
  const [door, late] = ['Use the back door', 'Results are late']
  expect(await saidAt('/')).toEqual({ [door]: false, [late]: false })
  expect(await saidAt(`/event/${eventId}`)).toEqual({ [door]: true, [late]: false })
  expect(await saidAt('/upcoming-events')).toEqual({ [door]: false, [late]: true })
})

test('words are words, whatever stands in them', async () => {
  await say('<img src=x onerror=alert(1)> & "quoted" banners.invalid')
  const escaped = '&#60;img src=x onerror=alert(1)&#62; &#38; &#34;quoted&#34; banners.invalid'
  for (const url of PAGES) expect(await saidAt(url), url).toEqual({ [escaped]: true })
})

test('what was said stays while the database is unavailable, and is up to date when it is back', async () => {
  await say('Still here')
  const { deps } = site
  const { rows } = await deps.database.pool.query('select current_database() as name')
  const own = new URL(inject('postgres').url)
  own.pathname = `/${rows[0].name}`
  const line = await openPostgresLine(own.href)
  const database = openDatabase(line.url, { max: 2 })
  const faults: Error[] = []
  const onError = (error: Error) => faults.push(error)
  const lost = {
    ...deps,
    database,
    site: openSite({ ...deps, database, charity: testCharity, limits: testLimits, onError }),
  }
  const pages = await buildApp(lost)
  for (const url of PAGES) expect(await saidAt(url, pages), url).toEqual({ 'Still here': true })
  await line.cut()
  await say('And this')
  await lost.site.refresh()
  for (const url of PAGES) expect(await saidAt(url, pages), url).toEqual({ 'Still here': true })
  expect(faults).toEqual([])
  await line.mend()
  const both = { 'Still here': true, 'And this': true }
  await until(async () => expect(await saidAt('/about-us', pages)).toEqual(both))
  await pages.close()
  await database.close()
  await line.cut()
})
