import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'

const BAND = '<section aria-label="Test site">'

async function openSite(staging: { productionUrl: string } | null) {
  const publicUrl = 'https://staging.chaps.example'
  const site = await openTestApp({ settings: { publicUrl, staging } })
  const event = await site.event()
  return { site, app: await buildApp(site.deps), event: `/event/${event.event_id}` }
}

type Opened = { site: TestApp; app: App; event: string }
let staging: Opened
let production: Opened
beforeAll(async () => {
  staging = await openSite({ productionUrl: 'https://www.chaps.example' })
  production = await openSite(null)
})
afterAll(async () => {
  for (const { app, site } of [staging, production]) {
    await app.close()
    await site.close()
  }
})

const pagesOf = ({ event }: Opened) => [
  ...['/', '/about-us', '/news', '/book-event-main', event],
  ...['/login', '/portal', '/checkout', '/no-such-page', '/office'],
]

describe('a staging site', () => {
  test('says so on every page, prerendered, cached or rendered on request', async () => {
    for (const url of [...pagesOf(staging), ...pagesOf(staging)]) {
      const { body, headers } = await staging.app.inject({ url })
      expect(body.split(BAND), url).toHaveLength(2)
      expect(body, url).toContain('<a href="https://www.chaps.example">www.chaps.example</a>')
      expect(headers['x-robots-tag'], url).toBe('noindex')
    }
  })

  test('tells search engines not to index any other response', async () => {
    for (const url of ['/api/events', '/sitemap.xml', '/favicon.svg', '/api/nothing']) {
      const { headers } = await staging.app.inject({ url })
      expect(headers['x-robots-tag'], url).toBe('noindex')
    }
    const { body } = await staging.app.inject({ url: '/robots.txt' })
    expect(body).toBe('User-agent: *\nDisallow: /\n')
  })
})

test('the production site says nothing of staging, and is indexed', async () => {
  for (const url of pagesOf(production)) {
    const { body } = await production.app.inject({ url })
    expect(body, url).not.toContain('Test site')
    expect(body, url).not.toContain('staging.invalid')
  }
  for (const url of ['/', '/about-us', production.event]) {
    expect((await production.app.inject({ url })).headers['x-robots-tag'], url).toBeUndefined()
  }
  const { body } = await production.app.inject({ url: '/robots.txt' })
  expect(body).toContain('Disallow: /api/\n')
  expect(body).not.toContain('Disallow: /\n')
})
