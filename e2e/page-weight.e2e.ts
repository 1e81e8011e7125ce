import type { Page } from '@playwright/test'
import { firstLoadScripts, laterScripts, signInCookies } from '../scripts/first-load.ts'
import { slowLine, watchRequests } from '../scripts/slow-line.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_MEMBER } from './member.ts'
import { CONSENT_PAGE, PUBLIC_PAGES } from './public-pages.ts'
import { SITE_URL } from './site.ts'

// Budgets (rules §10.2), in bytes after brotli.
const WEIGHTS = [
  { path: '/', most: 125_000 },
  { path: '/book-event-main', most: 125_000 },
  { path: '/event/7', most: 125_000 },
  { path: '/privacy-policy', most: 125_000 },
  { path: '/chaps-screening-event', most: 125_000 },
  { path: '/information-hub', most: 125_000 },
  { path: '/information-hub/prostate-diseases-and-prostate-cancer', most: 125_000 },
  { path: '/news', most: 125_000 },
  { path: '/news/patient-journey', most: 125_000 },
  { path: '/login', most: 150_000 },
  { path: '/reset-password', most: 150_000 },
  { path: '/signup', most: 150_000 },
  { path: '/book-event?event=4', most: 150_000, as: DEMO_MEMBER },
  { path: '/book-event?event=7', most: 150_000, as: DEMO_MEMBER },
  { path: '/book-event?event=7', most: 150_000 },
  { path: '/upcoming-events', most: 150_000, as: DEMO_MEMBER },
  { path: '/portal', most: 150_000, as: DEMO_MEMBER },
  { path: '/portal/my-data', most: 150_000, as: DEMO_MEMBER },
  { path: '/portal/consents', most: 150_000, as: DEMO_MEMBER },
  { path: '/portal/letter', most: 150_000, as: DEMO_MEMBER },
  { path: '/medical-results', most: 150_000, as: DEMO_MEMBER },
  { path: '/medical-results/1', most: 150_000, as: DEMO_MEMBER },
  { path: CONSENT_PAGE, most: 150_000, as: DEMO_MEMBER },
  { path: '/waiting-list?event=7', most: 150_000, as: DEMO_MEMBER },
  { path: '/check-nhs-number?event=12', most: 150_000, as: DEMO_MEMBER },
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

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('the booking step comes in at most two rounds of requests and 20 files, and shows that it loads', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  await page.goto(`${SITE_URL}/event/4`, { waitUntil: 'networkidle' })
  await slowLine(page, 2_000)
  const requests = await watchRequests(page)
  const book = page.getByRole('link', { name: 'BOOK', exact: true })
  // A pointer is on the link before it is pressed.
  await book.hover()
  await book.click()
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Choose a time', level: 1 })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const sent = requests().filter(({ url }) => /\/(assets|api)\//.test(url))
  expect(sent.length).toBeGreaterThan(3)
  expect(sent.length, sent.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(20)
  const late = sent.filter(({ round }) => round > 2).map(({ url }) => url)
  expect(late).toEqual([])
  await context.close()
})

const ROUTES: { path: string; as?: typeof DEMO_MEMBER | undefined }[] = [
  ...PUBLIC_PAGES.filter((path) => WEIGHTS.every((one) => one.path !== path)).map((path) => ({
    path,
  })),
  ...WEIGHTS,
  ...['/by-link', '/newsletter/confirm', '/tell-me', '/new-device', '/no-such-page'].map(
    (path) => ({ path }),
  ),
  ...['/checkout?event=18', '/booking-success?ref=none'].map((path) => ({
    path,
    as: DEMO_MEMBER,
  })),
]
for (const { path, as } of ROUTES) {
  test(`${path}${as ? ' of a member' : ''} moves nothing while it loads`, async ({ browser }) => {
    const cookies = as ? await signInCookies(SITE_URL, as) : []
    await Promise.all(
      [PHONE, DESKTOP].map(async (viewport) => {
        const context = await browser.newContext({ viewport })
        await context.addCookies(cookies)
        const page = await context.newPage()
        await slowLine(page, 150)
        const shift = await watchShift(page)
        await page.goto(SITE_URL + path, { waitUntil: 'networkidle' })
        expect(await shift(), `${viewport.width} px`).toBeLessThanOrEqual(0.05)
        await context.close()
      }),
    )
  })
}

/** Returns a function for the cumulative layout shift of the page that is opened next. */
async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() =>
      Reflect.get(window, 'shifts').reduce((sum: number, value: number) => sum + value, 0),
    )
}
