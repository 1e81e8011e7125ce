import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('the audit log is narrowed by kind of action and by one event', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['admin', 'office'])
  await openOffice(page, { staff, path: '/office/audit', checkPage })
  await page.getByLabel('What', { exact: true }).selectOption('Events: all')
  await expect(page).toHaveURL(/action=Events/)
  await checkPage()

  await page.goto('/office/audit?event_id=1')
  await expect(page.getByText('These are the entries about')).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(page.getByText('These are the entries about')).toBeHidden()
})
