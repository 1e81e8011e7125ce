import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, profileIdOf } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clerk writes a note, strikes it out, sends a booking email again, and writes to the member', async ({
  page,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Caller' })
  await bookThroughApi(member, await ownEvent())
  const id = await profileIdOf(member)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/members/${id}`, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'Add a note, or see all' }).click()
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByRole('link', { name: 'Write the note.' }).click()
  await page.keyboard.type('Would like a Saturday')
  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await checkPage()
  await page.getByRole('button', { name: 'Add the note' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Would like a Saturday' })
  await expect(row).toContainText(staff.name)
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: /^Strike out/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is wrong with it?').fill('It was somebody else')
  await dialog.getByRole('button', { name: 'Strike out' }).click()
  await expect(row).toContainText('It was somebody else')
  await checkPage()

  await page.goto(`/office/members/${id}/help`)
  await page.getByRole('button', { name: /^Send the booking email/ }).click()
  await expect(page.getByText(`We are sending it to ${member.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send a sign-in link' }).click()
  await expect(page.getByText(`We are sending it to ${member.email}.`).last()).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.goto(`/office/members/${id}`)
  await page.getByRole('link', { name: 'Write to them' }).click()
  await expect(page.getByLabel(`An email to ${member.email}`)).toBeChecked()
  await page.getByRole('button', { name: 'Send the email' }).click()
  await page.getByRole('link', { name: 'Enter a subject.' }).click()
  await page.keyboard.type('Your question')
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes, on Saturday.')
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.getByRole('button', { name: 'Send the email' }).click()
  await expect(page.getByText(`We are sending it to ${member.email}.`)).toBeVisible()
  await expect(page).toHaveURL(`/office/members/${id}`)
})
