import { addDays, ukDate } from '../domain/uk-time.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clinician enters days away for a colleague, who covers reads it, and it ends', async ({
  page,
  checkPage,
}) => {
  const cover = await newStaff(['clinician'])
  const away = await newStaff(['clinician'])
  await openOffice(page, { staff: cover, path: '/office/clinicians-away', checkPage })
  await page.getByLabel('Who is away?').selectOption({ label: away.name })
  await page.getByLabel('Who covers?').selectOption({ label: cover.name })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter the last day.').first()).toBeVisible()
  await checkPage()
  await page.getByLabel('Last day').fill(addDays(ukDate(new Date()), 6))
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: away.name })
  await expect(row).toContainText(`${cover.name} (you)`)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.goto('/office/today')
  const task = page.getByRole('link', { name: `You cover for ${away.name}` })
  await expect(task).toBeVisible()
  await checkPage()
  await task.click()
  await row.getByRole('button', { name: `End: ${away.name}` }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(row).toHaveCount(0)
  await checkPage()
})
