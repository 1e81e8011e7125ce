import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newMember, profileIdOf } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in.
test.use({ expectedErrors: [/status of 401/] })

test('a saved text fills the forms for a member and for attendees, and is removed', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const id = await profileIdOf(member)
  const name = `Parking ${id}`
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/saved-texts', checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'New text' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Subject').fill('Where to park')
  await page.getByLabel('Text', { exact: true }).fill('Dear {name}')
  await page.getByRole('button', { name: 'Save the text' }).click()
  await expect(page.getByRole('link', { name: /^Write it without/ })).toBeVisible()
  await checkPage()
  await page.getByLabel('Text', { exact: true }).fill('Please use the back yard.')
  await page.getByRole('button', { name: 'Save the text' }).click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await checkPage()

  await page.goto(`/office/members/${id}/message`)
  await page.getByLabel('Use a saved text').selectOption(name)
  await expect(page.getByLabel('Subject')).toHaveValue('Where to park')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Please use the back yard.')
  await checkPage()

  await page.goto(`/office/events/${await ownEvent()}/message`)
  await page.getByLabel('Use a saved text').selectOption(name)
  await expect(page.getByLabel('Subject')).toHaveValue('Where to park')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Please use the back yard.')
  await checkPage()

  await page.goto('/office/saved-texts')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
})
