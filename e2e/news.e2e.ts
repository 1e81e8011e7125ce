import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const stories = (page: Page) => page.getByRole('main').getByRole('article')
const dates = (page: Page) => page.getByRole('main').locator('article time').allInnerTexts()
const full = (page: Page) => stories(page).first().locator('[id^=news-]')

test('news can be read page by page and month by month', async ({ page, checkPage }) => {
  await page.goto('/news')
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(stories(page)).toHaveCount(4)
  const newest = await dates(page)
  await checkPage()

  const pages = page.getByRole('navigation', { name: 'News pages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/news?page=2')
  await expect(page).toHaveTitle(/^News \(page 2 of \d+\) – CHAPS$/)
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await expect(stories(page).first().getByRole('heading')).toBeFocused()
  await expect.poll(() => dates(page)).not.toEqual(newest)

  await page.getByLabel('Archive').selectOption('December 2022')
  await expect(page).toHaveURL('/news?archive=2022-12')
  await expect(stories(page)).toHaveCount(1)
  expect(await dates(page)).toEqual([expect.stringMatching(/^\d\d December 2022$/)])
  await expect(pages).toHaveCount(0)

  await page.goBack()
  await expect(page).toHaveURL('/news?page=2')
  await expect(page.getByLabel('Archive')).toHaveValue('')

  await page.goto('/news?archive=2022-02')
  await expect(page.getByText('No news to display!')).toBeVisible()
  await checkPage()
  await page.getByLabel('Archive').selectOption('All News')
  await expect(page).toHaveURL('/news')
  await expect.poll(() => dates(page)).toEqual(newest)
})

test('a text expands and collapses by keyboard', async ({ page, checkPage }) => {
  await page.goto('/news?page=2')
  await expect(full(page)).toBeHidden()
  await page.locator('summary').filter({ hasText: 'Read more' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(full(page)).toBeVisible()
  await expect(stories(page).first().getByText('Read less')).toBeVisible()
  await checkPage()
  await page.keyboard.press('Space')
  await expect(full(page)).toBeHidden()
})

test('one item leads to an article elsewhere', async ({ page, checkPage }) => {
  await page.goto('/news?archive=2025-07')
  await expect(page.getByLabel('Archive')).toHaveValue('2025-07')
  const link = stories(page)
    .first()
    .getByRole('link', { name: /^Read more about .*another website/ })
  await expect(link).toHaveAttribute('href', /^https:/)
  await checkPage()
})

test('a story is among the patient journeys, with the news below', async ({ page, checkPage }) => {
  await page.goto('/news/patient-journey')
  await expect(page.getByRole('heading', { name: 'RECENT NEWS' })).toBeVisible()
  await page.getByLabel('Archive').selectOption('June 2023')
  await expect(page).toHaveURL('/news/patient-journey?archive=2023-06')
  await checkPage()
  await page.getByRole('link', { name: /^Read more about Graham/ }).click()
  await expect(page).toHaveURL('/news/patient-journey/graham')
  await expect(page.getByRole('heading', { name: 'Additional Resources' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '0808 157 0142' })).toBeVisible()
  await checkPage()
})

test('an unknown story shows the not-found page', async ({ page }) => {
  await page.goto('/')
  const answer = await page.request.get('/news/patient-journey/nobody')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page not found')
})

test('the list links to the feed, which has every item', async ({ page }) => {
  await page.goto('/news')
  const named = page.locator('link[type="application/rss+xml"]')
  const answer = await page.request.get((await named.getAttribute('href')) ?? '')
  expect(answer.status()).toBe(200)
  const found = await page.evaluate(
    (text) => {
      const feed = new DOMParser().parseFromString(text, 'application/xml')
      const count = (name: string) => feed.querySelectorAll(name).length
      return { errors: count('parsererror'), items: count('item') }
    },
    await answer.text(),
  )
  expect(found.errors).toBe(0)
  expect(found.items).toBeGreaterThanOrEqual(36)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('news can be read page by page and month by month too', async ({ page }) => {
    await page.goto('/news')
    await page.getByRole('link', { name: 'Page 3' }).click()
    await expect(page).toHaveURL('/news?page=3')
    await page.getByRole('main').locator('summary').first().click()
    await expect(full(page)).toBeVisible()

    await page.getByLabel('Archive').selectOption('August 2020')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL('/news?archive=2020-08')
    expect(await dates(page)).toEqual([expect.stringMatching(/^\d\d August 2020$/)])

    await page.goto('/news/patient-journey')
    await page.getByLabel('Archive').selectOption('January 2020')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/patient-journey\?archive=2020-01/)
    expect(await dates(page)).toEqual([expect.stringMatching(/^\d\d January 2020$/)])
  })
})
