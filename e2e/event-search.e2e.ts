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
  const outside = (await listed('date=future-events')).find(
    ({ city }) => !soon.some((event) => event.city === city),
  )
  await page.goto('/book-event-main')
  const place = page.getByLabel('Town, place or postcode')
  const found = page.getByRole('status').filter({ hasText: /events? found/ })

  await page.getByRole('combobox').selectOption('next month')
  await page.getByText('By Location').click()
  await place.fill(inside?.city ?? '')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/date=next-month&location=/)
  await expect(found).toHaveText('1 event found')
  await expect(page.getByText(`Date and place: next month, “${inside?.city}”.`)).toBeVisible()
  await checkPage()

  await place.fill(outside?.city ?? '')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No upcoming events found' })).toBeVisible()
  await page.getByText('By Date').click()
  await expect(page.getByRole('combobox')).toHaveValue('next-month')
  await page.getByRole('link', { name: 'Clear both' }).click()
  await expect(page).toHaveURL('/book-event-main')
})
