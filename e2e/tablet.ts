import { expect, type Page } from '@playwright/test'
import { newStaff, openOffice } from './staff.ts'

/** Opens an event's day on a tablet of its own staff; the code is what opens it again. */
export async function openDay(
  page: Page,
  { event, checkPage }: { event: number; checkPage: () => Promise<void> },
): Promise<{ code: string; name: string }> {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${event}`)
  await page.getByRole('button', { name: 'Load the day' }).click()
  await expect(page.getByRole('heading', { name: 'Write this code down' })).toBeVisible()
  const code = await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await checkPage()
  return { code, name: staff.name }
}

export async function typeDayCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Day code').fill(code)
  await page.getByRole('button', { name: 'Open the day' }).click()
}
