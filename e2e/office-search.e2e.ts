import { expect, test } from './fixtures.ts'
import { newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('the search box has the key /, and finds members and events from any screen', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const [member, staff] = await Promise.all([newMember(), newStaff(['office'])])
  const name = `${member.firstName} ${member.lastName}`
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await checkPage()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search the office')).toBeFocused()
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
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

test('the box answers while somebody types, at 320 px and by keyboard alone', async ({
  page,
  checkPage,
}) => {
  const [john, jon, staff] = await Promise.all([
    newMember({ firstName: 'John', lastName: 'Typewell' }),
    newMember({ firstName: 'Jon', lastName: 'Typewell' }),
    newStaff(['office']),
  ])
  await page.setViewportSize({ width: 320, height: 700 })
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Search the office' })
  const lines = page.getByRole('option')

  // The answer to the first letters comes after the answer to all of them.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/office/search?q=zz', async (route) => {
    await late.promise
    await route.continue().catch(() => undefined)
  })
  await page.keyboard.press('/')
  const begun = page.waitForRequest('**/api/office/search?q=zz')
  await page.keyboard.type('zz')
  await begun
  await box.fill('john typewell')
  await expect(lines).toHaveCount(2)
  late.resolve()
  await expect(lines.first()).toContainText('John Typewell')
  await expect(lines.first()).not.toContainText('Similar name')
  await expect(lines.nth(1)).toContainText('Jon TypewellSimilar name')
  await checkPage()

  await page.keyboard.press('Escape')
  await expect(lines).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(lines).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Jon Typewell')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { level: 1, name: `${jon.firstName} ${jon.lastName}` }),
  ).toBeFocused()
  await expect(lines).toHaveCount(0)
  await checkPage()

  await page.keyboard.press('/')
  await page.keyboard.type(john.email)
  await expect(lines).toHaveCount(1)
  await lines.click()
  await expect(
    page.getByRole('heading', { level: 1, name: `${john.firstName} ${john.lastName}` }),
  ).toBeFocused()
})
