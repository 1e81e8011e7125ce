import type { CharityEvent } from '../domain/contract.ts'
import { expect, test } from './fixtures.ts'

test('a date and a place are searched together, and each tab has its own search', async ({
  page,
  checkPage,
}) => {
  const listed = async (query: string): Promise<CharityEvent[]> =>
    (await (await page.request.get(`/api/events?${query}`)).json()).events
  const soon = await listed('date=next-month')
  const [inside] = soon
  await page.goto('/book-event-main')
  const place = page.getByLabel('Town, place or postcode')

  await page.getByRole('main').getByRole('combobox').selectOption('next month')
  await page.getByText('By Location').click()
  await place.fill(inside?.city ?? '')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/date=next-month&location=/)
  const near = page.getByRole('heading', {
    name: new RegExp(`^\\d+ events? near ${inside?.city}$`),
  })
  await expect(near).toBeFocused()
  await expect(near).toBeInViewport()
  await expect(page.getByText(`Date and place: next month, ‘${inside?.city}’.`)).toBeVisible()
  await checkPage()

  await place.fill('Inverness')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(
    page.getByRole('heading', { name: 'No upcoming events found near Inverness' }),
  ).toBeFocused()
  await expect(page.getByRole('link', { name: /PSA screening/ })).toHaveCount(3)
  await page.getByText('By Date').click()
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('next-month')
  await page.getByRole('link', { name: 'Clear both' }).click()
  await expect(page).toHaveURL('/book-event-main')
})

test('a visitor on a phone types a postcode on the first page and sees what is near', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await checkPage()
  await page.getByLabel('When are you next near me?').fill('cm14ab')
  await page.getByRole('button', { name: 'Find' }).click()
  const heading = page.getByRole('heading', { name: /^\d+ events near CM1 4AB$/ })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  const rows = page.getByRole('article')
  await expect(rows.first()).toBeInViewport()
  await expect(rows.first()).toContainText('Chelmsford')
  await expect(rows.first()).toContainText('about 1 mile')
  await expect(page.getByText('Registering does not book a place.')).toBeHidden()
  await page.getByText('Important Please Read').click()
  await expect(page.getByText('Registering does not book a place.')).toBeVisible()
  await checkPage()

  const all = await rows.count()
  await page.getByLabel('Weekends').check()
  await page.getByLabel('Free', { exact: true }).check()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/only=weekends&only=free/)
  await expect.poll(() => rows.count()).toBeLessThan(all)
})
