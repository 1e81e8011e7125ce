import { expect, test } from './fixtures.ts'
import { signUp } from './journey.ts'
import { newMember, signIn } from './member.ts'
import { newVisitor } from './visitor.ts'

// A form's message stands under its last button, which on a small screen was out of view.
test.use({
  viewport: { width: 320, height: 800 },
  expectedErrors: [/status of (400|500)|^500 |net::ERR_FAILED/],
})

const FAILED = { status: 500, json: { error: 'x', code: 'unexpected' } }

test('a refused sign-in is shown and announced; the focus stays', async ({ page, checkPage }) => {
  await page.goto('/login')
  // Submitted from the field, as on a phone: pressing the button would scroll it into view.
  await page.getByLabel('Email').fill('member@example.org')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not-the-password')
  await page.evaluate(() => scrollTo(0, 0))
  await password.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Invalid login credentials' })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await expect(password).toBeFocused()
  await checkPage()

  await page.getByLabel('Email').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const sent = page.getByRole('status').filter({ hasText: 'Password reset email sent.' })
  await expect(sent).toBeInViewport({ ratio: 1 })
})

test('a failed sign-up shows a message on the screen', async ({ page, checkPage }) => {
  await page.goto('/signup')
  await page.route('**/auth/v1/signup*', (route) => route.fulfill(FAILED))
  await signUp(page, newVisitor())
  const alert = page.getByRole('alert').filter({ hasText: 'An unexpected error occurred.' })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await checkPage()
})

test('a profile that cannot be saved shows a message on the screen', async ({
  page,
  checkPage,
}) => {
  await signIn(page.context(), await newMember())
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.route('**/api/auth/profile?*', (route) => route.fulfill(FAILED))
  await page.getByLabel('Last name').press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Your changes could not be saved.' })
  await expect(alert).toBeInViewport({ ratio: 1 })
  await checkPage()
})

test('a message that cannot be sent shows an error on the screen', async ({ page, checkPage }) => {
  await page.goto('/contact-us')
  const form = page.getByRole('main')
  for (const label of ['First name', 'Last name', 'Phone number', 'Message']) {
    await form.getByLabel(label).fill('07700 900118')
  }
  await form.getByLabel('Email').fill('james@example.org')
  await page.route('**/forms/p/charity/f/contact', (route) => route.abort())
  await form.getByLabel('First name').press('Enter')
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await checkPage()
})

test('the newsletter form’s response is on the screen', async ({ page, checkPage }) => {
  await page.goto('/about-us')
  const block = page.getByRole('region', { name: 'Stay In Touch' })
  await block.getByRole('button').press('Enter')
  await expect(
    block.getByText('Please provide both name and email.', { exact: true }),
  ).toBeInViewport({ ratio: 1 })
  await checkPage()
})
