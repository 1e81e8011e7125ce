import { CONTENT_PAGES } from '../content/pages.ts'
import { firstLoadScripts, signInCookies } from '../scripts/first-load.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { SITE_URL } from './site.ts'

const WIDTHS = [320, 768, 1280]
const OPEN = [
  '/',
  '/book-event-main',
  '/event/7',
  '/login',
  '/signup',
  '/signup-success',
  '/reset-password',
]
const MEMBERS = ['/upcoming-events', '/portal', '/medical-results', '/booking-success', '/checkout']
const MEMBER = { email: 'member@example.org', password: 'screening-demo' }

// Every address at one width in turn: the long tests take all widths.
const widthOf = (n: number) => ({ width: WIDTHS[n % WIDTHS.length] ?? 1280, height: 900 })

for (const [n, path] of [...OPEN, ...CONTENT_PAGES.map(({ path }) => path)].entries()) {
  test(`${path} is accessible at ${widthOf(n).width} px`, async ({ page, look }) => {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await look()
  })
}

test('the members’ screens are accessible', async ({ page, look }) => {
  await page.goto('/login?from=/upcoming-events')
  await look()
  await logIn(page, MEMBER)
  await expect(page).toHaveURL('/upcoming-events')
  for (const [n, path] of MEMBERS.entries()) {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await look()
  }
})

// Budgets of design §8, in bytes after brotli.
const WEIGHTS = [
  { path: '/', most: 110_000 },
  { path: '/book-event-main', most: 110_000 },
  { path: '/event/7', most: 110_000 },
  { path: '/privacy-policy', most: 110_000 },
  { path: '/signup', most: 140_000 },
  { path: '/book-event?event=7', most: 140_000, as: MEMBER },
  { path: '/upcoming-events', most: 140_000, as: MEMBER },
]
for (const { path, most, as } of WEIGHTS) {
  test(`${path} loads at most ${most / 1000} kB of JavaScript`, async ({ browser }) => {
    const cookies = as ? await signInCookies(SITE_URL, as) : []
    expect(await firstLoadScripts(browser, SITE_URL + path, cookies)).toBeLessThanOrEqual(most)
  })
}
