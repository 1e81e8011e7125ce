import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('an admin assigns a day to a colleague, who leads it', async ({ page, checkPage }) => {
  const admin = await newStaff(['admin'])
  const colleague = await newStaff(['venue'])
  const list = `/office/staff?q=${encodeURIComponent(colleague.email)}`
  await openOffice(page, { staff: admin, path: list, checkPage })
  await expect(page.getByRole('link', { name: colleague.name })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: colleague.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: colleague.name })).toBeVisible()

  const day = page.getByRole('checkbox', { name: /Leeds/ }).first()
  const leads = page.getByRole('checkbox', { name: /^Day lead/ })
  await expect(leads).toHaveCount(0)
  await day.check()
  await leads.check()
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`The changes to ${colleague.name} have been saved.`)).toBeVisible()

  await page.goto(list)
  await page.getByRole('link', { name: colleague.name }).click()
  await expect(day).toBeChecked()
  await expect(leads).toBeChecked()
  await checkPage()
})
