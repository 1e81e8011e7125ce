import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPaths } from '../../content/pages.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import type { Render } from '../platform/pages/page-without-scripts.ts'
import { SCREENS } from './addresses.ts'
import { createRender } from './render.ts'
import { isSiteBuild } from './site-build.ts'

let site: TestApp
let render: Render
let forget: () => void
let addresses: string[]
beforeAll(async () => {
  site = await openTestApp({ now: new Date() })
  const module: unknown = await import(`${import.meta.dirname}/../../build/server/index.js`)
  if (!isSiteBuild(module)) throw new Error('build/server holds no build of this site')
  render = createRender(site.app, module, site.deps)
  forget = () => module.entry.module.chrome.clear()
  const { event_id: id } = await site.event()
  const live = ['/', '/book-event-main', '/news', '/news?page=2', '/news/patient-journey']
  const unknown = ['/nope', '/event/999999', '/news/nope', '/information-hub/nope']
  const screens = [...SCREENS].map((path) => path.replace(':id', '1'))
  addresses = [...live, ...contentPaths(), ...screens, `/event/${id}`, ...unknown]
})
afterAll(() => site.close())

/** Without scripts, whose data have the time. */
async function open(address: string): Promise<string> {
  const { body } = await render(address)
  return String(body).replace(/<script\b.*?<\/script>/gs, '')
}

test('a page with the header and footer of an earlier page is the same as without', async () => {
  const alone = new Map<string, string>()
  for (const address of addresses) {
    forget()
    alone.set(address, await open(address))
  }
  forget()
  for (const address of addresses) {
    const html = await open(address)
    expect(html, address).toMatch(/<header class=.*<\/header>.*<main/s)
    expect(html, address).not.toContain('data-reused')
    expect(html, address).toBe(alone.get(address))
  }
  // Whatever was rendered first: now each has the chrome of the last page like it.
  for (const address of addresses.toReversed())
    expect(await open(address), address).toBe(alone.get(address))
})
