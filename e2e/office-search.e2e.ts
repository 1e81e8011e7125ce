import { expect, test } from './fixtures.ts'
import { newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('the search box has the key /, and finds members and events from any screen', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const [member, staff] = await Promise.all([newMember(), newStaff(['office'])])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await checkPage()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search the office')).toBeFocused()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  const title = page.getByRole('heading', { level: 1, name: `Search: ${member.email}` })
  await expect(title).toBeFocused()
  const members = page.getByRole('region', { name: 'Members' })
  await expect(members.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Events' })).toBeHidden()
  await checkPage()

  await page.getByLabel('Search the office').fill('screening')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Search: screening' })).toBeFocused()
  await expect(page.getByRole('region', { name: 'Events' }).getByRole('row')).toHaveCount(6)
  await page.getByRole('link', { name: 'All events that match' }).click()
  await expect(page).toHaveURL('/office/events?q=screening')
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
  await checkPage()

  await page.getByLabel('Search the office').fill('nobody at all')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing matches ‘nobody at all’.')).toBeVisible()
  await checkPage()
  await page.goto('/office/search?q=x')
  await expect(page.getByText('Enter at least 2 characters.')).toBeVisible()
  await checkPage()
})
