import type { Page } from '@playwright/test'
import { codeOf, setUpApp, wrongCode } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, tabTo, type } from './keyboard.ts'
import { expectMail, linkInMail } from './mailbox.ts'
import { newMember, signIn } from './member.ts'
import { makeStaff } from './queries.ts'

test.use({ expectedErrors: [/status of 4(01|03|04|22|29)/] })

const STEP = { level: 1, name: 'Two-step verification' } as const

test('a member sets up two-step verification on a small screen by keyboard alone', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/portal')
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await expect(section).toContainText('It is off.')
  await press(page, section.getByRole('button', { name: 'Set up two-step verification' }), 'Enter')

  await expect(
    section.getByRole('img', { name: 'QR code for your authenticator app' }),
  ).toBeVisible()
  const key = (await section.locator('code').innerText()).replaceAll(' ', '')
  await expect(section.getByRole('link', { name: 'open it in your app' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/CHAPS:.*secret=${key}`),
  )
  await checkPage()
  const field = section.getByLabel('Code from your app')
  await type(page, field, wrongCode(key))
  await page.keyboard.press('Enter')
  await expect(section.getByRole('link', { name: /This code is not right/ })).toBeVisible()
  await checkPage()
  await field.fill('')
  await type(page, field, codeOf(key, 0))
  await page.keyboard.press('Enter')

  await expect(section.getByRole('heading', { name: 'Your CHAPS recovery codes' })).toBeFocused()
  const codes = await section.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await checkPage()
  await press(page, section.getByRole('button', { name: 'I have kept them' }), 'Enter')
  await expect(section).toContainText('It is on.')
  await tabTo(page, section.getByRole('button', { name: 'Make new recovery codes' }))
  await checkPage()
  await expectMail(member.email, 'Two-step verification is on for CHAPS')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await expect(page.getByRole('heading', STEP)).toBeVisible()
  await checkPage()
  const asked = page.getByLabel('Code from your app')
  await expect(asked).toBeFocused()
  await page.keyboard.type(codeOf(key, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
})

test('only the recovery codes print', async ({ page, checkPage }) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Set up two-step verification' }).click()
  const key = await page.locator('code').innerText()
  await page.getByLabel('Code from your app').fill(codeOf(key, 0))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your CHAPS recovery codes' })).toBeVisible()
  await checkPage()
  await page.emulateMedia({ media: 'print' })
  const lines = (await page.locator('body').innerText()).split('\n').filter(Boolean)
  expect(lines[0]).toBe('Your CHAPS recovery codes')
  expect(lines).toHaveLength(12)
})

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
    await expect(page.getByRole('link', { name: /This code is not right/ })).toBeVisible()
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
  await expect(page.getByRole('heading', STEP)).toBeVisible()
  await checkPage()
  const otherTab = await page.context().newPage()
  for (const path of ['/medical-results', '/signup', '/book-event?event=4', '/portal']) {
    await otherTab.goto(path)
    await expect(otherTab).toHaveURL(/\/login/)
    await expect(otherTab.getByRole('heading', STEP)).toBeVisible()
  }
  await otherTab.reload()
  await expect(otherTab.getByRole('heading', STEP)).toBeVisible()
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
  await expect(otherTab.getByRole('heading', STEP)).toBeVisible()
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
  await expect(page.getByRole('heading', STEP)).toBeVisible()
  await checkPage()
  await showCode(page, codeOf(key, 0))
  await expect(page).toHaveURL('/')
  await checkPage()
  await page.goto('/portal')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await checkPage()
})

test('staff without an app must set one up, and cannot switch it off', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await makeStaff(member.email)
  await page.goto('/login?from=%2Fportal')
  await logIn(page, member)
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible()
  await expect(page.locator('code')).toBeVisible()
  await checkPage()
  await page.goto('/medical-results')
  await expect(page).toHaveURL('/login?from=%2Fmedical-results')
  const key = await page.locator('code').innerText()
  await page.getByLabel('Code from your app').fill(codeOf(key, 0))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Your CHAPS recovery codes' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
  await page.goto('/portal')
  await expect(page.getByRole('button', { name: 'Make new recovery codes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch it off' })).toHaveCount(0)
  await checkPage()
})

test('a member makes new recovery codes and switches two-step verification off', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { key, codes } = await setUpApp(member)
  await page.goto('/login?from=%2Fportal')
  await checkPage()
  await logIn(page, member)
  await showCode(page, codeOf(key, 0))
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Make new recovery codes' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Make new codes' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await expect(section).not.toContainText(codes[0]?.slice(0, 4) ?? 'none')
  await section.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section).toContainText('You have 10 recovery codes left.')

  const off = section.getByRole('button', { name: 'Switch it off' })
  await off.click()
  await expect(question.getByRole('button', { name: 'Leave it on' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(section).toContainText('It is on.')
  await off.click()
  await question.getByRole('button', { name: 'Switch it off' }).click()
  await expect(section).toContainText('It is off.')
  await checkPage()
  await expectMail(member.email, 'Two-step verification is off for CHAPS')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
})

async function showCode(page: Page, code: string) {
  await page.getByLabel('Code from your app').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}
