import { codeOf, SECOND_STEP, showCode } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { newMember, signIn } from './member.ts'
import { letOfficeSessionEnd } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls of those who are not signed in, or may not.
test.use({ expectedErrors: [/status of 4(00|01|03|04)/] })

const SIZES = [320, 768, 1280]

test('staff sign in with password and code, see the office of their roles, and sign out', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await page.goto('/office/today')
  await expect(page).toHaveURL('/login?from=%2Foffice%2Ftoday')
  await checkPage()
  await logIn(page, staff)
  await expect(page.getByRole('heading', SECOND_STEP)).toBeVisible()
  await showCode(page, codeOf(staff.key, 0))
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await expect(page).toHaveTitle('Today – Office – CHAPS')
  await expect(page.getByRole('banner')).toContainText(`${staff.name}Office`)
  const menu = page.getByRole('navigation', { name: 'Office', exact: true })
  await expect(menu.getByRole('link', { name: 'Messages' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Staff' })).toHaveCount(0)
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused()
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }

  await page.goto('/office/staff')
  await expect(page.getByRole('heading', { level: 1, name: 'Not permitted' })).toBeVisible()
  await checkPage()
  await page.goto('/office/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/office/messages')
  await expect(page).toHaveURL('/login?from=%2Foffice%2Fmessages')
  await checkPage()
})

test('staff without a profile reach the office from the plain login too', async ({ page }) => {
  const staff = await newStaff(['office'])
  await page.goto('/login')
  await logIn(page, staff)
  await showCode(page, codeOf(staff.key, 0))
  await expect(page).toHaveURL('/office/today')
  await page.goto('/login?from=%2Foffice%2Fmessages%3Ftab%3Dspam')
  await expect(page).toHaveURL('/office/messages?tab=spam')
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
})

test('a member reads that the office is not for them', async ({ page, checkPage }) => {
  await signIn(page.context(), await newMember())
  await page.goto('/office/messages')
  await expect(page.getByRole('heading', { level: 1, name: 'Not for this account' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Sign in with another account' }).click()
  await expect(page).toHaveURL('/login?from=/office')
  await checkPage()
})

test('on a phone the menu folds, and Escape closes it', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('link', { name: 'Staff', exact: true })
  await expect(link).toBeHidden()
  await menu.click()
  await expect(link).toBeVisible()
  await checkPage()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  await expect(link).toBeHidden()
  await checkPage()
})

test('a list is searched by its box, and the address keeps what it found', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/staff', checkPage })
  const rows = page.getByRole('row')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await rows.count()).toBeGreaterThan(2)
  await page.getByRole('searchbox').fill(staff.email.slice(0, 8))
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(`/office/staff?q=${staff.email.slice(0, 8)}`)
  await checkPage()
  await page.reload()
  await expect(rows).toHaveCount(2)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('staff.csv')
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByText('No people match ‘nobody at all’.')).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('rowheader').nth(1)).toBeVisible()
})

test('a session that ends over a form loses no typing: after the sign-in the form is sent', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/staff/new', checkPage })
  await page.getByLabel('Email address').fill(`new.${staff.email}`)
  await page.getByLabel('Name').fill(`Somebody New ${staff.name}`)
  await page.getByRole('button', { name: /^Tick everything except health/ }).click()
  await expect(page.getByRole('checkbox', { name: /^(Office|Admin|Treasurer)/ })).toHaveCount(3)
  for (const role of await page.getByRole('checkbox', { name: /^(Office|Admin|Treasurer)/ }).all())
    await expect(role).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Clinician/ })).not.toBeChecked()
  await expect(page.getByText('A second person is needed for:')).toBeVisible()
  await checkPage()
  await letOfficeSessionEnd(staff.email)
  await page.getByRole('button', { name: 'Add and invite' }).click()

  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog).toContainText(staff.email)
  await expect(page.getByLabel('Name')).toBeHidden()
  await checkPage()
  await dialog.getByLabel('Password').fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Invalid login credentials')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Password').fill(staff.password)
  await page.keyboard.press('Enter')
  const code = dialog.getByLabel('Code from your app')
  await expect(code).toBeFocused()
  await checkPage()
  await code.fill(codeOf(staff.key, 1))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/office/staff')
  await checkPage()
  await page.getByRole('searchbox').fill(staff.name)
  await expect(page.getByRole('rowheader', { name: `Somebody New ${staff.name}` })).toBeVisible()
})

test('what was typed is not lost by Back or a link without a question', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/staff', checkPage })
  await page.getByRole('link', { name: 'Add a person' }).click()
  // The list has 'Name or email address', and is still there while Forward is on its way.
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await checkPage()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  await checkPage()
  await page.goForward()
  await name.pressSequentially('Somebody New')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await checkPage()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(name).toHaveValue('Somebody New')
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await checkPage()
  await page.goBack()
  await expect(name).toHaveValue('')
  await name.fill('Somebody New')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('a form says so and keeps what was typed', async ({ page, checkPage }) => {
    const staff = await newStaff(['admin'])
    await openOffice(page, { staff, path: '/office/staff/new', checkPage })
    const name = page.getByLabel('Name')
    await name.fill('Somebody New')
    await page.getByLabel('Email address').fill('somebody.new@example.org')
    await page.getByRole('checkbox', { name: /^Office/ }).check()
    await page.context().setOffline(true)
    await page.locator('main form button[type=submit]').click()
    await expect(page.getByText('We lost the connection')).toBeVisible()
    await expect(name).toHaveValue('Somebody New')
    await checkPage()
    await page.context().setOffline(false)
  })

  test('a screen says so and opens in its place', async ({ page, checkPage }) => {
    const staff = await newStaff(['office'])
    await openOffice(page, { staff, path: '/office/today', checkPage })
    const title = (name: string) => page.getByRole('heading', { level: 1, name })
    await expect(title('Today')).toBeVisible()
    await checkPage()
    await page.context().setOffline(true)
    const menu = page.getByRole('navigation', { name: 'Office', exact: true })
    await menu.getByRole('link', { name: 'Messages' }).click()
    await expect(title('No connection')).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(page.getByText('There is still no connection.')).toBeVisible()
    await checkPage()
    await page.context().setOffline(false)
    await again.click()
    await expect(title('Messages')).toBeVisible()
    await checkPage()
  })
})

test('an idle office warns a minute before it locks, and hides its screens', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/staff/new', checkPage })
  const name = page.getByLabel('Name')
  await name.fill('Somebody New')
  await page.clock.install()
  await page.clock.fastForward(29 * 60_000 + 5_000)
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
  await expect(warning).toBeVisible()
  await checkPage()
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  await expect(name).toBeFocused()
  await page.clock.fastForward(30 * 60_000 + 5_000)
  await expect(page.getByRole('heading', { name: /locked|signed out/ })).toBeVisible()
  await expect(name).toBeHidden()
  await expect(name).toHaveValue('Somebody New')
})
