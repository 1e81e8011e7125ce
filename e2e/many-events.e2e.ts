import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../server/platform/db/embedded-postgres.ts'
import { type Start, startSite, stopSite } from '../test/storms/test-site.ts'
import { expect, test } from './fixtures.ts'
import { addEvents } from './queries.ts'
import { SITE_PORT } from './site.ts'

// A separate site, so that the listing of the others stays short.
const PORT = SITE_PORT + 12
const LISTING = `http://localhost:${PORT}/book-event-main`
let site: Start
let postgres: EmbeddedPostgres
let dataDir: string

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'site-'))
  postgres = await startEmbeddedPostgres({ dataDir, onLog: console.error })
  site = await startSite({
    PORT: String(PORT),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TILE_URL: '',
    RATE_LIMIT_SCALE: '1000',
  })
  await addEvents(1_600, postgres.url)
})
test.afterAll(async () => {
  await stopSite(site)
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})
test.describe.configure({ mode: 'default' })

test('a visitor reads the list page by page and comes back', async ({ page, checkPage }) => {
  const rows = page.getByRole('article')
  const count = (words: RegExp) => page.getByRole('status').filter({ hasText: words })
  await page.goto(LISTING)
  await expect(rows).toHaveCount(50)
  await expect(count(/^Showing 1 to 50 of 1,6\d\d events, soonest first$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous' })).toBeHidden()
  const first = await rows.getByRole('link').allTextContents()

  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(page).toHaveURL(`${LISTING}?page=2#upcoming-events`)
  await expect(page).toHaveTitle(/^Find a screening event \(page 2 of 33\)/)
  await expect(count(/^Showing 51 to 100 of 1,6\d\d events/)).toBeVisible()
  await expect(rows).toHaveCount(50)
  expect(await rows.getByRole('link').allTextContents()).not.toEqual(first)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${LISTING}?page=2`)
  await checkPage()

  await page.goBack()
  await expect(count(/^Showing 1 to 50/)).toBeVisible()
  expect(await rows.getByRole('link').allTextContents()).toEqual(first)
})

test('a search has pages of its own, and a new one begins at the first', async ({
  page,
  checkPage,
}) => {
  await page.goto(`${LISTING}?page=3`)
  await checkPage()
  await page.getByText('By Location').click()
  await page.getByLabel('Town, place or postcode').fill('Longtown')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(/^Showing 1 to 50 of 289 events, nearest first/)).toBeVisible()
  await expect(page).toHaveURL(/location=Longtown(?!.*page=)/)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/^Showing 51 to 100 of 289 events/)).toBeVisible()
  await expect(page.getByLabel('Town, place or postcode')).toHaveValue('Longtown')

  await page.goto(`${LISTING}?location=Longtown&page=99`)
  await expect(page.getByText(/^Showing 251 to 289 of 289 events/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next' })).toBeHidden()
})

test('the map shows the places of the other pages too, one pin each', async ({
  page,
  checkPage,
}) => {
  await page.goto(`${LISTING}?page=2`)
  await page.getByRole('region', { name: 'Map of the events' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: /^Show all \d+ pins$/ })).toBeVisible()
  await expect(page.getByText(/^Pins without a number show venues whose next event/)).toBeVisible()
  await checkPage()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same pages are links, and little is loaded', async ({ page }) => {
    const response = await page.goto(LISTING)
    expect((await response?.body())?.length).toBeLessThan(250_000)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(/^Showing 51 to 100 of/)).toBeVisible()
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL(`${LISTING}#upcoming-events`)
    await expect(page.getByRole('article')).toHaveCount(50)
  })
})
