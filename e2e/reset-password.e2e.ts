import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { linkInMail, typeAddress } from './mailbox.ts'
import { newMember } from './member.ts'

test.use({ expectedErrors: [/status of 4(0[0-3]|22)/] })

test('a forgotten password is replaced by a mailed link that is opened on another device', {
  tag: '@core',
}, async ({ page, checkPage, browser }) => {
  const member = await newMember()
  const tablet = await (await browser.newContext()).newPage()
  await tablet.goto('/login')
  await tablet.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(
    tablet.getByText('Please enter your email to reset your password.').first(),
  ).toBeVisible()
  await tablet.getByLabel('Email').fill(member.email)
  await tablet.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(
    tablet.getByText('Password reset email sent. Check your inbox.', { exact: true }),
  ).toBeVisible()

  const link = await linkInMail(member.email, /^Reset your password/)
  await page.goto(link)
  await checkPage()
  await typeAddress(page, `not-${member.email}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/not the address of the account/).first()).toBeVisible()
  await checkPage()
  await typeAddress(page, member.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const password = page.getByLabel('New password', { exact: true })
  const again = page.getByLabel('Confirm password', { exact: true })
  const submit = page.getByRole('button', { name: 'Reset Password' })
  await password.fill('harbour-lantern-oak')
  await again.fill('harbour-lantern-elm')
  await submit.click()
  await expect(page.getByText('Passwords do not match.').first()).toBeVisible()
  for (const [weak, words] of [
    ['short', 'Please use a longer password.'],
    ['chaps123', 'Please choose a password that is harder to guess.'],
  ] as const) {
    await password.fill(weak)
    await again.fill(weak)
    await submit.click()
    await expect(page.getByText(words).first()).toBeVisible()
  }
  await checkPage()
  await password.fill('harbour-lantern-oak')
  await again.fill('harbour-lantern-oak')
  await submit.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Portal' }).first()).toBeVisible()
  await checkPage()

  await logIn(tablet, member)
  await expect(tablet.getByText('Invalid login credentials')).toBeVisible()
  await logIn(tablet, { ...member, password: 'harbour-lantern-oak' })
  await expect(tablet).toHaveURL('/medical-results')

  const phone = await (await browser.newContext()).newPage()
  await phone.goto(link)
  await expect(phone.getByText('This link no longer works')).toBeVisible()
  await phone.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(phone).toHaveURL('/login')
  await Promise.all([tablet.context().close(), phone.context().close()])
})

test('sign-up that must be confirmed by mail says so and goes on after three seconds', async ({
  page,
  checkPage,
}) => {
  await page.clock.install()
  await page.goto('/signup-success?from=%2Fevents')
  await expect(page.getByRole('heading', { name: 'Signup Successful!' })).toBeVisible()
  await expect(page.getByText('We have sent you a confirmation email.')).toBeVisible()
  await checkPage()
  await page.clock.fastForward(3000)
  await expect(page).toHaveURL('/events')
  await checkPage()

  await page.goto('/signup-success?from=%2Fbook-event-main')
  await page.getByRole('link', { name: 'Click here' }).click()
  await expect(page).toHaveURL('/book-event-main')
  await checkPage()
})

test('signing in never leads to another site, whatever the address asks for', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await page.goto('/login?from=//evil.example/portal')
  await checkPage()
  await logIn(page, member)
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
  for (const from of ['https:%2F%2Fevil.example', '%2F%5Cevil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?from=${from}`)
    await expect(page).toHaveURL('/')
  }
  await checkPage()
  await page.goto('/signup-success?from=//evil.example')
  await expect(page.getByRole('link', { name: 'Click here' })).toHaveAttribute('href', '/')
  await checkPage()
})
