import { expect, test } from './fixtures.ts'
import { logIn, signUp } from './journey.ts'
import { linkInMail } from './mailbox.ts'
import { DEMO_MEMBER, newMember, signIn } from './member.ts'
import { newVisitor } from './visitor.ts'

const OFFLINE = 'You are offline. We have kept your answers.'

test('a sign-in says on the page where it lands that it worked, and only there', async ({
  page,
  checkPage,
}) => {
  await page.goto('/login?from=/upcoming-events')
  await checkPage()
  await logIn(page, await newMember())
  await expect(page).toHaveURL('/upcoming-events')
  const said = page.locator('#navigation-message')
  await expect(said).toHaveText('You are signed in.')
  await expect(said.locator('p')).toHaveCSS('text-align', 'center')
  await expect(said.locator('p')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await checkPage()
  }
  await page.getByRole('navigation', { name: 'Portal' }).getByText('Profile').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(said).toHaveCount(0)
  await checkPage()
})

test('a new password says on the page where it lands that it is in use', async ({
  page,
  checkPage,
}) => {
  const { email } = await newMember()
  await page.goto('/login')
  await checkPage()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.goto(await linkInMail(email, /^Reset your password/))
  await checkPage()
  await page.getByLabel('New password', { exact: true }).fill('harbour-lantern-oak')
  await page.getByLabel('Confirm password', { exact: true }).fill('harbour-lantern-oak')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#navigation-message')).toHaveText(
    'Your password has been changed and you are signed in.',
  )
  await checkPage()
})

test.describe('a refusal has a way on', () => {
  test.use({ expectedErrors: [/status of (400|422)/] })

  test('from wrong credentials to a new password or an account', async ({ page, checkPage }) => {
    await page.goto('/login?from=/portal')
    await logIn(page, { ...DEMO_MEMBER, password: 'not-the-password' })
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    await checkPage()
    await expect(
      page.getByRole('link', { name: 'create an account if you have none' }),
    ).toHaveAttribute('href', '/signup?from=%2Fportal')
    await page.getByRole('button', { name: 'Choose a new password' }).click()
    await expect(page.getByText('Password reset email sent. Check your inbox.')).toBeVisible()
  })

  test('from a known email to its login, which has it filled in', async ({ page, checkPage }) => {
    const { email } = await newMember()
    await page.goto('/signup?from=/portal')
    await signUp(page, { ...newVisitor(), email })
    await expect(page.getByText('User already registered').first()).toBeVisible()
    await checkPage()
    await page.getByRole('link', { name: `Sign in with ${email}` }).click()
    await expect(page).toHaveURL('/login?from=%2Fportal')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await checkPage()
  })
})

test('one message is shown at a time, and the end of the page can be scrolled clear of it', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  for (let saved = 0; saved < 2; saved++) {
    if (saved > 0) await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Your profile has been saved.')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  }
  const message = page.getByRole('region', { name: 'Messages' })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [footer, box] = await Promise.all([
    page.getByRole('contentinfo').boundingBox(),
    message.boundingBox(),
  ])
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
  await checkPage()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to/] })

  test('login, contact and profile say so and keep what was typed', async ({
    page,
    context,
    checkPage,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('james@example.org')
    await page.getByLabel('Password', { exact: true }).fill('harbour-lantern-oak')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('james@example.org')
    await context.setOffline(false)
    await checkPage()

    await page.goto('/contact-us')
    const form = page.getByRole('main')
    for (const label of ['First name', 'Last name', 'Phone number', 'Message'])
      await form.getByLabel(label).fill('07700 900118')
    await form.getByLabel('Email').fill('james@example.org')
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Send enquiry' }).click()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(form.getByLabel('Message')).toHaveValue('07700 900118')
    await context.setOffline(false)
    await checkPage()

    await signIn(context, await newMember())
    await page.goto('/portal')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Last name').fill('Heron')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(page.getByLabel('Last name')).toHaveValue('Heron')
    await context.setOffline(false)
    await checkPage()
  })
})
