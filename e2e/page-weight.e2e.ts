import { firstLoadScripts, laterScripts, signInCookies } from '../scripts/first-load.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_MEMBER } from './member.ts'
import { CONSENT_PAGE } from './public-pages.ts'
import { SITE_URL } from './site.ts'

// Budgets (rules §10.2), in bytes after brotli.
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
  { path: '/book-event?event=7', most: 140_000 },
  { path: '/upcoming-events', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal/my-data', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal/consents', most: 140_000, as: DEMO_MEMBER },
  { path: '/portal/letter', most: 140_000, as: DEMO_MEMBER },
  { path: '/medical-results', most: 140_000, as: DEMO_MEMBER },
  { path: '/medical-results/1', most: 140_000, as: DEMO_MEMBER },
  { path: CONSENT_PAGE, most: 140_000, as: DEMO_MEMBER },
  { path: '/waiting-list?event=7', most: 140_000, as: DEMO_MEMBER },
  { path: '/check-nhs-number?event=12', most: 140_000, as: DEMO_MEMBER },
]
for (const { path, most, as } of WEIGHTS) {
  test(`${path}${as ? ' of a member' : ''} loads at most ${most / 1000} kB of JavaScript`, async ({
    browser,
  }) => {
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
