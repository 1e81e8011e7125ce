import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clinician compares a changed name on Who is this? and confirms it', async ({
  page,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Formerly' })
  await bookThroughApi(member, await ownEvent())
  const path = `/api/auth/profile?email=${encodeURIComponent(member.email)}`
  await member.ask(`PUT ${path}`, { last_name: 'Afterwards' })
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await checkPage()
  await page.getByRole('link', { name: /^Who is this\? \d+ record/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who is this?' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Afterwards' })
  await expect(row).toContainText('Formerly → Afterwards')
  await expect(row).toContainText('the member')
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: /^Confirm/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByRole('link', { name: 'Say how you know.' }).click()
  await page.keyboard.type('Passport seen at the venue')
  await checkPage()
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await page.getByRole('link', { name: /^Decided/ }).click()
  await expect(row).toContainText('Passport seen at the venue')
  await expect(row).toContainText(staff.name)
  await checkPage()
})
