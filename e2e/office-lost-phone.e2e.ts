import { expect, test } from './fixtures.ts'
import { expectMail } from './mailbox.ts'
import { newStaff, openOffice } from './staff.ts'

test('an admin asks to remove the lost phone of a colleague, who gets an email, and stops it', async ({
  page,
  checkPage,
}) => {
  const colleague = await newStaff(['office'])
  const admin = await newStaff(['admin'])
  const path = `/office/staff?q=${encodeURIComponent(colleague.name)}`
  await openOffice(page, { staff: admin, path, checkPage })
  await checkPage()
  await page.getByRole('link', { name: colleague.name }).click()
  await page.getByRole('button', { name: 'Remove the lost phone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask to remove it' }).click()
  await expect(dialog.getByText('Say how you know that it is them.').first()).toBeVisible()
  await dialog.getByLabel('How do you know that it is them?').fill('Met at the hall')
  await checkPage()
  await dialog.getByRole('button', { name: 'Ask to remove it' }).click()
  await expect(page.getByText(/has asked to remove the lost phone: Met at the hall/)).toBeVisible()
  await checkPage()
  await expectMail(colleague.email, `CHAPS office: ${colleague.name}’s second sign-in step`)
  await page.getByRole('button', { name: 'Stop it' }).click()
  await expect(page.getByRole('button', { name: 'Remove the lost phone' })).toBeVisible()
})
