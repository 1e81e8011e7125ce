import { codeOf, SECOND_STEP, setUpApp, showCode, wrongCode } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, tabTo, type } from './keyboard.ts'
import { expectMail } from './mailbox.ts'
import { newMember, signIn } from './member.ts'
import { makeStaff } from './queries.ts'

test.use({ expectedErrors: [/status of 4(01|03|04|22|29)/] })

test('a member sets up two-step verification on a small screen by keyboard alone', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/portal/sign-in')
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
  await expect(section.getByRole('link', { name: /This code is wrong/ })).toBeVisible()
  await checkPage()
  await field.fill('')
  await type(page, field, codeOf(key, 0))
  await page.keyboard.press('Enter')

  await expect(section.getByRole('heading', { name: 'Your CHAPS recovery codes' })).toBeFocused()
  const codes = await section.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await checkPage()
  await press(page, section.getByRole('button', { name: 'I have saved them' }), 'Enter')
  await expect(section).toContainText('It is on.')
  await tabTo(page, section.getByRole('button', { name: 'Make new recovery codes' }))
  await checkPage()
  await expectMail(member.email, 'Two-step verification is on for CHAPS')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await expect(page.getByRole('heading', SECOND_STEP)).toBeVisible()
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
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
  await page.goto('/portal')
  await expect(page.getByRole('button', { name: 'Make new recovery codes' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn it off' })).toHaveCount(0)
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
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section).toContainText('You have 10 recovery codes left.')

  const off = section.getByRole('button', { name: 'Turn it off' })
  await off.click()
  await expect(question.getByRole('button', { name: 'Leave it on' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(section).toContainText('It is on.')
  await off.click()
  await question.getByRole('button', { name: 'Turn it off' }).click()
  await expect(section).toContainText('It is off.')
  await checkPage()
  await expectMail(member.email, 'Two-step verification is off for CHAPS')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await logIn(page, member)
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
})
