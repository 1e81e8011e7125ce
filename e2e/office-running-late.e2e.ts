import { addVenueDay } from './day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clerk tells everybody still to come that a day runs late, and on time again', async ({
  page,
  checkPage,
}) => {
  const { id } = await addVenueDay({ count: 40 })
  const path = `/office/events/${id}`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'Running late' }).click()
  await page.getByRole('button', { name: 'See who will be told' }).click()
  await expect(page.getByText('Choose how late the day is running.').first()).toBeVisible()
  await page.getByRole('radio', { name: 'About 20 minutes' }).check()
  await checkPage()
  await page.getByRole('button', { name: 'See who will be told' }).click()
  await expect(page.getByRole('heading', { name: 'About 20 minutes late' })).toBeVisible()
  await expect(page.getByText(/^CHAPS: we are sorry/)).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.getByRole('button', { name: /^Tell \d+ members$|^Put them/ }).click()
  const sent = page.getByRole('row').filter({ hasText: 'About 20 minutes' })
  await expect(sent).toBeVisible()
  await expect(page.getByRole('radio', { name: 'About 20 minutes' })).toHaveCount(0)
  await expect(sent.getByRole('cell').last()).toHaveText('0')
  await checkPage()
  await page.getByRole('radio', { name: 'On time again' }).check()
  await page.getByRole('button', { name: 'See who will be told' }).click()
  await expect(page.getByRole('heading', { name: 'On time again' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: /^Tell \d+ member|^Put them|^End the delay/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'On time again' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'On time again' })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'About 20 minutes' })).toBeVisible()
  await checkPage()
})
