import { addMonths } from '../domain/office/event-months.ts'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { addComingDay } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

const DAYS = 50

test('events are narrowed by month, and a month is read from the calendar on a phone and at a desk', async ({
  page,
  checkPage,
}) => {
  const name = `Hall ${crypto.randomUUID().slice(0, 8)}`
  const id = await addComingDay({ name, days: DAYS })
  const month = addDays(ukDate(new Date()), DAYS).slice(0, 7)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events?q=${encodeURIComponent(name)}`, checkPage })
  const link = page.getByRole('link', { name }).first()
  await expect(link).toBeVisible()
  await page.getByLabel('Month', { exact: true }).selectOption(addMonths(month, 2))
  await expect(link).toBeHidden()
  await page.getByLabel('Month', { exact: true }).selectOption(month)
  await expect(link).toBeVisible()
  await checkPage()

  await page.getByRole('link', { name: 'Calendar' }).click()
  let shown = ukDate(new Date()).slice(0, 7)
  for (; shown < month; shown = addMonths(shown, 1))
    await page.getByRole('link', { name: 'Next month' }).click()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(link).toBeVisible()
    await checkPage()
  }
  await link.click()
  await expect(page).toHaveURL(`/office/events/${id}`)
  await checkPage()
})
