import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

test('the listing is searched by date, by place and by kind', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/book-event-main')
  await expect(page.getByText('Important Please Read')).toBeVisible()
  await expect(page.getByText('Registering does not book a place.')).toBeVisible()
  await expectWhole(page)
  const all = await countOf(page)

  await page.getByRole('combobox').selectOption('next month')
  await search(page, /date=next-month/)
  const nextMonth = await countOf(page)
  expect(nextMonth).toBeGreaterThan(0)
  expect(nextMonth).toBeLessThan(all)

  await page.getByText('By Location').click()
  await page.getByLabel('Town, place or postcode').fill('norwich')
  await search(page, /date=next-month&location=norwich/)
  await expect(page.getByText('Date and place: next month, ‘norwich’.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'By Location' })).toBeChecked()
  await page.getByText('By Date').click()
  await expect(page.getByRole('combobox')).toHaveValue('next-month')
  await page.getByRole('combobox').selectOption('')
  await page.getByText('By Location').click()
  await search(page, /date=&location=norwich/)
  await expect(page.getByRole('heading', { name: /^\d events? near Norwich$/ })).toBeFocused()
  await expect(page.getByText('under a mile')).toBeVisible()
  await expect(page.getByLabel('Town, place or postcode')).toHaveValue('norwich')

  await page.getByLabel('Town, place or postcode').fill('')
  await page.getByLabel('Freemasons').check()
  await search(page, /for=freemasons/i)
  const lodges = await countOf(page)
  await page.getByLabel('Corporate').check()
  await search(page, /for=freemasons&for=corporate/i)
  expect(await countOf(page)).toBeGreaterThan(lodges)

  await page.getByLabel('Town, place or postcode').fill('Atlantis')
  await search(page, /location=Atlantis/)
  await expect(page.getByRole('heading', { name: 'No upcoming events found' })).toBeVisible()
  // The soonest, whatever other tests have called theirs.
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(3)
  await expectWhole(page)
  await page.getByRole('link', { name: 'Show all events' }).click()
  // Other tests may have added some.
  expect(await countOf(page)).toBeGreaterThanOrEqual(all)
})

test('an event can be read to the end, and no step beyond it is a dead end', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/book-event-main?by=location&location=exeter')
  await page.getByRole('link', { name: 'Exeter PSA screening' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Exeter PSA screening')
  await expect(main.getByText(/^\d+ spaces left$/)).toBeVisible()
  for (const fact of ['Date', 'Time', 'Public or private', 'Place']) {
    await expect(main.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible()
  }
  await expect(main).toContainText('09:00')
  await expect(main).toContainText('Market Street')
  await expect(main).toContainText('Public')
  await expect(main).toContainText('Not for men with a known prostatic condition.')
  await expect(main).toContainText('Past clients must register again')
  await expectWhole(page)

  await main.getByRole('link', { name: 'BOOK', exact: true }).click()
  for (const path of ['/book-event', '/waiting-list', '/login', '/signup']) {
    if (path !== '/book-event') await page.goto(path)
    await expect(page).toHaveURL(new RegExp(path))
    // Reads what is rendered: Playwright's own matchers skip <noscript>.
    await expect.poll(() => main.innerText()).toContain('needs JavaScript')
    await expect(page.getByRole('link', { name: /\d{3}/ }).first()).toBeVisible()
    await expectWhole(page)
  }
})

test('an event that is full or closed says so and links to others', async ({ page }) => {
  for (const [town, label] of [
    ['Norwich', 'Fully Booked'],
    ['Southend', 'Booking Closed'],
  ] as const) {
    await page.goto(`/book-event-main?by=location&location=${town}`)
    await page
      .getByRole('link', { name: new RegExp(`^${town}.* PSA screening`) })
      .first()
      .click()
    await expect(page.getByRole('button', { name: label })).toBeDisabled()
    await page.getByRole('link', { name: 'See other events' }).click()
    await expect(page).toHaveURL('/book-event-main')
  }
})

async function search(page: Page, address: RegExp) {
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(address)
}

async function countOf(page: Page): Promise<number> {
  const words = await page.getByText(/\d events?( found|, soonest)/).innerText()
  return Number(/(\d+) events?/.exec(words)?.[1])
}

async function expectWhole(page: Page) {
  const { missing, overflow } = await page.evaluate(() => ({
    missing: [...document.images].filter((image) => image.loading !== 'lazy' && !image.naturalWidth)
      .length,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  expect({ missing, overflow }, page.url()).toEqual({ missing: 0, overflow: 0 })
}
