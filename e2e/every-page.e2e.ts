import { firstLoadScripts, laterScripts, signInCookies } from '../scripts/first-load.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { DEMO_MEMBER } from './member.ts'
import { PUBLIC_PAGES, WIDTHS } from './public-pages.ts'
import { SITE_URL } from './site.ts'

const CONSENT = '/test-consent?profile_id=1001&test_date=2099-01-01'
const MEMBERS = [
  '/upcoming-events',
  '/portal',
  '/portal/my-data',
  '/portal/consents',
  '/medical-results',
  '/medical-results/1',
  '/booking-success',
  CONSENT,
  '/waiting-list?event=7',
]

// One width for each address in turn; the long tests cover all widths.
const widthOf = (n: number) => ({ width: WIDTHS[n % WIDTHS.length] ?? 1280, height: 900 })

for (const [n, path] of PUBLIC_PAGES.entries()) {
  test(`${path} is accessible at ${widthOf(n).width} px`, async ({ page, checkPage }) => {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await checkPage()
  })
}

test('the members’ screens are accessible', async ({ page, checkPage }) => {
  await page.goto('/login?from=/upcoming-events')
  await checkPage()
  await logIn(page, DEMO_MEMBER)
  await expect(page).toHaveURL('/upcoming-events')
  for (const [n, path] of MEMBERS.entries()) {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await checkPage()
  }
})

// Budgets of design §8, in bytes after brotli.
const WEIGHTS = [
  { path: '/', most: 110_000 },
  { path: '/book-event-main', most: 110_000 },
  { path: '/event/7', most: 110_000 },
  { path: '/privacy-policy', most: 110_000 },
  { path: '/chaps-screening-event', most: 110_000 },
  { path: '/information-hub', most: 110_000 },
  { path: '/information-hub/prostate-diseases-and-prostate-cancer', most: 110_000 },
  { path: '/news', most: 110_000 },
  { path: '/news/patient-journey', most: 110_000 },
  { path: '/login', most: 140_000 },
  { path: '/reset-password', most: 140_000 },
  { path: '/signup', most: 140_000 },
  { path: '/book-event?event=4', most: 140_000, as: DEMO_MEMBER },
  { path: '/book-event?event=7', most: 140_000, as: DEMO_MEMBER },
  { path: '/upcoming-events', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal/my-data', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal/consents', most: 140_000, as: DEMO_MEMBER },
  { path: '/medical-results', most: 140_000, as: DEMO_MEMBER },
  { path: '/medical-results/1', most: 140_000, as: DEMO_MEMBER },
  { path: CONSENT, most: 140_000, as: DEMO_MEMBER },
  { path: '/waiting-list?event=7', most: 140_000, as: DEMO_MEMBER },
  { path: '/check-nhs-number?event=12', most: 140_000, as: DEMO_MEMBER },
]
for (const { path, most, as } of WEIGHTS) {
  test(`${path} loads at most ${most / 1000} kB of JavaScript`, async ({ browser }) => {
    const cookies = as ? await signInCookies(SITE_URL, as) : []
    expect(await firstLoadScripts(browser, SITE_URL + path, cookies)).toBeLessThanOrEqual(most)
  })
}

test('the map of the listing adds at most 45 kB of JavaScript, and only when it comes near', async ({
  browser,
}) => {
  const bytes = await laterScripts(browser, `${SITE_URL}/book-event-main`, async (page) => {
    await page.getByRole('region', { name: 'Map of the events' }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: 'Zoom in' }).waitFor()
  })
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(45_000)
})
