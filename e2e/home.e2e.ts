import type { Page } from '@playwright/test'
import type { CharityEvent } from '../domain/contract.ts'
import { eventStart } from '../domain/events.ts'
import { ukInstant } from '../domain/uk-time.ts'
import { expect, test } from './fixtures.ts'

const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming events' })
const testimonials = (page: Page) => page.getByRole('region', { name: 'Testimonials' })

test('a visitor reads what the charity is and where the next events are', async ({
  page,
  checkPage,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Advocacy for Men’s Health Campaigning for Accessible PSA Screening',
  )
  const main = page.getByRole('main')
  for (const button of await main.getByRole('link', { name: 'Book an event' }).all()) {
    await expect(button).toHaveAttribute('href', '/book-event-main')
  }
  await expect(main.getByRole('link', { name: 'Read more about the charity' })).toHaveAttribute(
    'href',
    '/about-us#about-the-charity',
  )
  await expect(
    main.getByRole('link', { name: 'Read more about screening events' }),
  ).toHaveAttribute('href', '/chaps-screening-event')
  await expect(upcoming(page).getByRole('link', { name: 'See more' })).toHaveAttribute(
    'href',
    '/events',
  )

  const all = upcoming(page).getByRole('link', { name: /^All \d+ dates$/ })
  await expect(all).toHaveAttribute('href', '/book-event-main')
  const { events } = await (await page.request.get('/api/events?date=future-events')).json()
  const toCome = events.filter((event: CharityEvent) => eventStart(event) >= new Date())
  await expect(all).toHaveText(`All ${toCome.length} dates`)

  const starts = await startsOf(page)
  expect(starts).toHaveLength(6)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  // Allows for an event that began while the page was loading.
  expect(Math.min(...starts)).toBeGreaterThan(Date.now() - 60_000)
  await checkPage()
})

test('testimonials are opened one by one, by mouse and by keyboard', async ({
  page,
  checkPage,
}) => {
  await page.goto('/')
  const quotes = testimonials(page).getByRole('figure')
  await expect(quotes).toHaveCount(3)
  // Invented words have no stars: they come with the charity's own quotes.
  await expect(testimonials(page)).toContainText('sample quotes')
  await expect(testimonials(page).getByRole('img', { name: '5 out of 5' })).toHaveCount(0)
  const [first, second] = [quotes.nth(0), quotes.nth(1)]
  const end = first.getByText('two neighbouring villages')
  await expect(end).toBeHidden()

  await first.getByRole('button', { name: 'Show More' }).click()
  await expect(end).toBeVisible()
  await expect(second.getByRole('button')).toHaveText(/^Show More/)
  await checkPage()

  await page.keyboard.press('Enter')
  await expect(end).toBeHidden()
  await expect(first.getByRole('button')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(second.getByRole('button', { name: 'Show Less' })).toBeFocused()
  await expect(second.getByText('every spring')).toBeVisible()
})

test.describe('the home page over a slow connection that breaks', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a visitor sees that events are loading, then that they failed, and tries again', async ({
    page,
    checkPage,
  }) => {
    await page.goto('/about-us')
    await checkPage()
    const asked = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/*.data*', (route) => asked.resolve(() => route.abort()))
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(upcoming(page).getByRole('status')).toHaveText('Loading events')
    await expect(testimonials(page)).toBeVisible()

    const breakLine = await asked.promise
    await breakLine()
    const failed = upcoming(page).getByRole('alert')
    await expect(failed).toContainText('We could not load the events')
    await expect(failed.getByRole('link', { name: /^\d[\d ]+$/ })).toBeVisible()
    await checkPage()

    await upcoming(page).getByRole('link', { name: 'Try again' }).click()
    await expect(upcoming(page).getByRole('article')).toHaveCount(6)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('the events and the whole testimonials are shown', async ({ page }) => {
    await page.goto('/')
    await expect(upcoming(page).getByRole('article')).toHaveCount(6)
    await expect(testimonials(page).getByText('two neighbouring villages')).toBeVisible()
    await expect(testimonials(page).getByText('open to partners as well')).toBeVisible()
    await expect(testimonials(page).getByRole('button')).toHaveCount(0)
    await upcoming(page).getByRole('link', { name: 'See more' }).click()
    await expect(page).toHaveURL('/events')
  })
})

async function startsOf(page: Page): Promise<number[]> {
  const dates = await upcoming(page).getByRole('time').all()
  const starts = dates.map(async (date) => {
    const times = await date.locator('xpath=following::dd[1]').innerText()
    return ukInstant((await date.getAttribute('datetime')) ?? '', times.slice(0, 5)).getTime()
  })
  return Promise.all(starts)
}
