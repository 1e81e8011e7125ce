import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { setOwed } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

test('cash is counted by who took it, and a treasurer checks what is missing', async ({
  page,
  browser,
  checkPage,
}) => {
  const eventId = await ownEvent()
  const { id } = await bookThroughApi(await newMember(), eventId)
  await setOwed(id, 2500)
  const path = `/office/events/${eventId}`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  const taken = await page.request.post(`/api/office/appointments/${id}/takings`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { pence: 2500, how: 'cash', taken_by: 'Ann Door', taken_at: new Date(0).toISOString() },
  })
  expect(taken.status()).toBe(201)
  await checkPage()
  await page.getByRole('link', { name: 'Cash count' }).click()
  await page.getByRole('button', { name: 'Count: Ann Door' }).click()
  await page.getByLabel(/Money in the box at the start/).fill('20')
  await page.getByLabel(/All notes and coins/).fill('40')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await expect(page.getByText(/£5.00 is missing. Count once more/).first()).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.getByLabel(/what may have happened/).fill('Change was given twice')
  await page.getByRole('button', { name: 'Save the count' }).click()
  await expect(page.getByText('The cash of Ann Door: £5.00 is missing.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count again: Ann Door' })).toBeVisible()
  await checkPage()

  const other = await (await browser.newContext()).newPage()
  await openOffice(other, { staff: await newStaff(['treasurer']), path: '/office/cash-counts' })
  const row = other.getByRole('row').filter({ hasText: 'Change was given twice' })
  await row.getByRole('button', { name: 'Check: Ann Door' }).click()
  await other.getByLabel('What you found').fill('The five pounds were in the tin')
  await other.getByRole('button', { name: 'Mark as checked' }).click()
  await expect(other.getByText('The difference of Ann Door has been checked.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await other.context().close()
})
