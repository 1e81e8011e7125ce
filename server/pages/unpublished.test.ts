import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'

type Opened = { site: TestApp; app: App }
async function open(production: boolean): Promise<Opened> {
  const site = await openTestApp({ settings: { production } })
  return { site, app: await buildApp(site.deps) }
}

let real: Opened
let demo: Opened
beforeAll(async () => {
  real = await open(true)
  demo = await open(false)
})
afterAll(async () => {
  for (const { app, site } of [real, demo]) {
    await app.close()
    await site.close()
  }
})

/** Nobody has approved one of them. */
const PAGES = ['/terms', '/privacy-policy', '/information-hub/mens-health', '/about-us/research']

test.each(PAGES)('%s is not published in production, and says so', async (url) => {
  const { statusCode, body, headers } = await real.app.inject({ url })
  expect(statusCode).toBe(404)
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  expect(body).toContain('The text of this page has not been approved yet')
  // The scripts of the address would draw the page that is missing.
  expect(body).not.toMatch(/<script|modulepreload/)
  expect((await real.app.inject({ url: `${url}.data` })).statusCode).toBe(404)
})

test.each(PAGES)('%s opens in the demo, and calls itself no draft', async (url) => {
  const { statusCode, body } = await demo.app.inject({ url })
  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/<b>Draft|to be approved|not been approved/)
  expect(body).toContain('The texts on this site are samples.')
})

test('the sitemap names no page that is not published, and other pages open', async () => {
  const mapOf = async ({ app }: Opened) => (await app.inject({ url: '/sitemap.xml' })).body
  const [ofReal, ofDemo] = [await mapOf(real), await mapOf(demo)]
  for (const path of PAGES) {
    expect(ofReal).not.toContain(`${path}</loc>`)
    expect(ofDemo).toContain(`${path}</loc>`)
  }
  expect((await real.app.inject({ url: '/accessibility' })).statusCode).toBe(200)
})
