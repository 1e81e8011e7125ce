import { codeOf } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { press, type } from './keyboard.ts'
import { newMember, signIn } from './member.ts'
import { ageSessions } from './queries.ts'

test.use({ expectedErrors: [/status of 4(00|22)/] })

for (const width of [320, 1280]) {
  test(`two-step verification asks for the password of an older sign-in, at ${width} px by keyboard alone`, async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    await signIn(page.context(), member)
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/portal/sign-in')
    await ageSessions(member.email)
    const section = page.getByRole('region', { name: 'Two-step verification' })
    const setUp = section.getByRole('button', { name: 'Set up two-step verification' })
    await press(page, setUp, 'Enter')

    const dialog = page.getByRole('dialog', { name: 'Please enter your password' })
    const password = dialog.getByLabel('Your password', { exact: true })
    await expect(password).toBeFocused()
    await checkPage()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: 'Please enter your password.' })).toBeVisible()
    await type(page, password, 'not-the-one')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('link', { name: 'This is not your password.' })).toBeVisible()
    await checkPage()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(section.getByText('Enter your password to make this change.')).toBeVisible()
    await checkPage()

    await press(page, section.getByRole('button', { name: 'Start again' }), 'Enter')
    await type(page, password, member.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const key = (await section.locator('code').innerText()).replaceAll(' ', '')
    // A member who takes long to set up the app must sign in again before the recovery codes.
    await ageSessions(member.email)
    await type(page, section.getByLabel('Code from your app'), codeOf(key, 0))
    await page.keyboard.press('Enter')
    await type(page, password, member.password)
    await page.keyboard.press('Enter')
    await expect(section.getByRole('heading', { name: 'Your CHAPS recovery codes' })).toBeFocused()
    await press(page, section.getByRole('button', { name: 'I have saved them' }), 'Enter')

    await ageSessions(member.email)
    await press(page, section.getByRole('button', { name: 'Turn it off' }), 'Enter')
    await press(
      page,
      page.getByRole('alertdialog').getByRole('button', { name: 'Turn it off' }),
      'Enter',
    )
    await type(page, password, member.password)
    await page.keyboard.press('Enter')
    await expect(section).toContainText('It is off.')
    await checkPage()
  })
}

test('a signed-in member’s new password needs the present one, and typed text stays', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await ageSessions(member.email)
  await page.goto('/reset-password')
  const fields = ['New password', 'Confirm password'] as const
  for (const name of fields) await page.getByLabel(name, { exact: true }).fill('otter-under-oak')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password' })
  await checkPage()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Enter your password to make this change.')).toBeVisible()
  for (const name of fields)
    await expect(page.getByLabel(name, { exact: true })).toHaveValue('otter-under-oak')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(member.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  await checkPage()
})
