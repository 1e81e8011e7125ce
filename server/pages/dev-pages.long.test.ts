import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { devPages } from './dev-pages.ts'

let site: TestApp
let app: App
beforeAll(async () => {
  site = await openTestApp()
  app = await buildApp(site.deps, { servePages: devPages })
}, 60_000)
afterAll(async () => {
  await app.close()
  await site.close()
})

test.each([
  ['/sitemap.xml', 'application/xml', '/information-hub/mens-health</loc>'],
  ['/news.xml', 'application/rss+xml', '<item>'],
  ['/robots.txt', 'text/plain', 'Sitemap: '],
  ['/about-us', 'text/html', '<h1'],
])('%s is there while we work on the site', async (url, type, words) => {
  const { statusCode, headers, body } = await app.inject({ url })
  expect([statusCode, String(headers['content-type'])]).toEqual([
    200,
    expect.stringContaining(type),
  ])
  expect(body).toContain(words)
})

test('the office is built from its source, for each of its addresses', async () => {
  for (const url of ['/office', '/office/events?tab=drafts']) {
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(statusCode, url).toBe(200)
    expect(body).toMatch(/src="\/office\/main\.tsx/)
  }
  const { headers, body } = await app.inject({ url: '/office/main.tsx' })
  expect(String(headers['content-type'])).toContain('text/javascript')
  expect(body).toContain('createRoot')
})
