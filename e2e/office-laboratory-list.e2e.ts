import { addVenueDay } from './day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('the laboratory’s list is compared with the tubes of a day', async ({ page, checkPage }) => {
  const { id, people } = await addVenueDay({ count: 2 })
  const path = `/office/events/${id}/failsafe`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  const tubes = people.map((one) => `LX${String(one.id).padStart(6, '0')}`)
  const actions = people.map((one, n) => ({
    id: crypto.randomUUID(),
    device: 'tablet',
    sequence: n + 1,
    at: new Date().toISOString(),
    appointment_id: one.id,
    type: 'sample',
    tube: tubes[n],
  }))
  const pressed = await page.request.post(`/api/office/days/${id}/actions`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { actions },
  })
  expect(pressed.status()).toBe(200)
  await page.getByRole('link', { name: 'Compare with the laboratory’s list' }).click()
  await page.getByLabel(/Tube codes that the laboratory received/).fill(`${tubes[0]}\nLX999999`)
  await page.getByRole('button', { name: 'Compare' }).click()
  const missing = page.getByRole('table', { name: /^Taken, but not/ })
  await expect(missing.getByRole('row').filter({ hasText: tubes[1] ?? '' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'LX999999' })).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.getByRole('button', { name: 'Record what it has' }).click()
  await page.waitForURL(path)
  await expect(page.getByText('1 at the laboratory')).toBeVisible()
})
