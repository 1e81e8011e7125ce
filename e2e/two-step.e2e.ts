import { codeOf, SECOND_STEP, setUpApp, showCode, wrongCode } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { linkInMail } from './mailbox.ts'
import { newMember } from './member.ts'

test.use({ expectedErrors: [/status of 4(01|03|04|22|29)/] })

test('a wrong code, letters and too many tries show messages, and Cancel signs out', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { key } = await setUpApp(member)
  await page.goto('/login?from=%2Fupcoming-events')
  await logIn(page, member)
  const code = page.getByLabel('Code from your app')
  const go = page.getByRole('button', { name: 'Continue' })
  await code.fill('12a')
  await go.click()
  await expect(page.getByRole('link', { name: 'Please enter the 6 digits' })).toBeVisible()
  for (let tries = 0; tries < 5; tries++) {
    await code.fill(wrongCode(key))
    const answered = page.waitForResponse(/factors\/.+\/verify/)
    await go.click()
    await answered
    await expect(page.getByRole('link', { name: /This code is wrong/ })).toBeVisible()
  }
  await checkPage()
  await code.fill(codeOf(key, 0))
  await go.click()
  await expect(page.getByText('Too many tries. Please wait a few minutes')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login?from=%2Fupcoming-events')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('signed_in')
})

test('a recovery code works once, sends a mail, and leads to the page asked for', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { codes } = await setUpApp(member)
  const [first = ''] = codes
  await page.goto('/upcoming-events')
  await expect(page).toHaveURL('/login?from=%2Fupcoming-events')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const code = page.getByLabel('Recovery code')
  await expect(code).toBeFocused()
  await code.fill('aaaa-bbbb-cccc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /This recovery code is not right/ })).toBeVisible()
  await checkPage()
  await code.fill(`${first.slice(0, 4)}-${first.slice(4, 8)}-${first.slice(8)}`.toUpperCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/upcoming-events')
  await checkPage()
  await linkInMail(member.email, /A recovery code was used/)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible()
  await checkPage()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await code.fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /or it has been used/ })).toBeVisible()
})

test('the password alone leads to the second step, on every page and in every tab', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember()
  const { key } = await setUpApp(member)
  await page.goto('/login')
  await logIn(page, member)
  await expect(page.getByRole('heading', SECOND_STEP)).toBeVisible()
  await checkPage()
  const otherTab = await page.context().newPage()
  for (const path of ['/medical-results', '/signup', '/book-event?event=4', '/portal']) {
    await otherTab.goto(path)
    await expect(otherTab).toHaveURL(/\/login/)
    await expect(otherTab.getByRole('heading', SECOND_STEP)).toBeVisible()
  }
  await otherTab.reload()
  await expect(otherTab.getByRole('heading', SECOND_STEP)).toBeVisible()
  await showCode(otherTab, codeOf(key, 0))
  await expect(otherTab).toHaveURL('/portal')
  await expect(otherTab.getByRole('heading', { name: 'Your details' })).toBeVisible()

  await page.bringToFront()
  await showCode(page, codeOf(key, 0))
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
})

test('a tab with an unsent form waits for the second step, not for the password alone', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { key } = await setUpApp(member)
  await page.goto('/login?from=%2Fportal')
  await checkPage()
  await logIn(page, member)
  await showCode(page, codeOf(key, 0))
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Jim')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portal')
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  const again = page.getByRole('link', { name: /Sign in again/ })
  await expect(again).toBeVisible()
  await checkPage()
  await logIn(otherTab, member)
  await expect(otherTab.getByRole('heading', SECOND_STEP)).toBeVisible()
  await page.bringToFront()
  await expect(again).toBeVisible()
  await showCode(otherTab, codeOf(key, 1))
  await expect(otherTab).toHaveURL('/medical-results')
  await expect(again).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Jim')
})

test('a mailed link alone does not replace the password of an account with two-step verification', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { key } = await setUpApp(member)
  await page.goto('/login')
  await checkPage()
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.goto(await linkInMail(member.email, /Reset your password/))
  await page.getByLabel('New password').fill('otter-under-the-bridge')
  await page.getByLabel('Confirm password').fill('otter-under-the-bridge')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('heading', SECOND_STEP)).toBeVisible()
  await checkPage()
  await showCode(page, codeOf(key, 0))
  await expect(page).toHaveURL('/')
  await checkPage()
  await page.goto('/portal')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await checkPage()
})
