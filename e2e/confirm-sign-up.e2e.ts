import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseTimeFirst, expectConsentFor, logIn, signUp } from './journey.ts'
import { press, tabTo, type } from './keyboard.ts'
import { linkInMail, mailsTo } from './mailbox.ts'
import { ownSite } from './own-site.ts'
import { newVisitor } from './visitor.ts'

// A separate site on which new addresses must be confirmed, as in production.
const { port, url: URL } = ownSite(20, { AUTH_CONFIRM_EMAIL: 'on', RATE_LIMIT_SCALE: '1000' })
const AT = { port }
const SUBJECT = /^Confirm your email address/

// The browser logs the refusals that these journeys provoke.
test.use({ expectedErrors: [/status of 4(00|03|04)/] })

test('in the browser that signed up, the link shows the account and one press confirms it', async ({
  page,
  checkPage,
}) => {
  const visitor = newVisitor()
  const form = await page.context().newPage()
  await form.goto(`${URL}/signup?from=%2Fportal`)
  await signUp(form, visitor)
  await expect(form.getByRole('heading', { name: 'Signup Successful!' })).toBeVisible()
  const link = await linkInMail(visitor.email, SUBJECT, AT)
  // The link opens in a tab of its own; a mail scanner that opens it does not use it up.
  for (let n = 0; n < 2; n++) {
    await page.goto(link)
    await expect(
      page.getByText(/account of James Carter, created today at \d\d:\d\d\.$/),
    ).toBeVisible()
  }
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(page).toHaveURL(`${URL}/portal`)
  await expect(page.getByText(visitor.email).first()).toBeVisible()
  await checkPage()
  await page.goto(link)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await checkPage()
})

test('a time that was chosen before signing up is held through the email that confirms the address', async ({
  page,
  checkPage,
}) => {
  const visitor = newVisitor()
  const { events } = await (await page.request.get(`${URL}/api/events?location=Liverpool`)).json()
  await page.goto(`${URL}/book-event?event=${events[0].event_id}`)
  const time = await chooseTimeFirst(page, checkPage)
  await page.getByRole('link', { name: 'No, create an account' }).click()
  await checkPage()
  await signUp(page, visitor)
  await expect(page.getByRole('heading', { name: 'Signup Successful!' })).toBeVisible()
  const said = page.getByRole('status').filter({ hasText: 'We have sent you a confirmation email' })
  // Resting on the notice stops it from leading on.
  await said.hover()
  await expect(said).toContainText(`We are holding ${time} for you`)
  const beside = page.getByRole('complementary', { name: 'Your booking so far' })
  await expect(beside).toContainText(`${time} is held for you`)
  await checkPage()
  const link = await linkInMail(visitor.email, SUBJECT, AT)
  const mail = await page.context().newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Confirm my email address' }).click()
  await expectConsentFor(mail, time)
})

test('on another device the link asks for the password of the sign-up, by keyboard on a small screen', async ({
  page,
  checkPage,
  browser,
}) => {
  const visitor = newVisitor()
  const library = await (await browser.newContext()).newPage()
  await library.goto(`${URL}/signup`)
  await signUp(library, visitor)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(await linkInMail(visitor.email, SUBJECT, AT))
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Confirm my email address' })
  await type(page, password, 'not-the-one-chosen')
  await press(page, submit, 'Enter')
  await expect(page.getByRole('link', { name: /not the password for this account/ })).toBeVisible()
  await checkPage()
  await logInElsewhere(library, visitor, 'Email not confirmed')
  await password.clear()
  await type(page, password, visitor.password)
  await press(page, submit, 'Enter')
  await expect(page).toHaveURL(`${URL}/medical-results`)
  await checkPage()
  await library.context().close()
})

test('a stranger who signs up later with the same address gets nothing, and the owner starts again', async ({
  page,
  checkPage,
  browser,
}) => {
  const visitor = newVisitor()
  const form = await page.context().newPage()
  await form.goto(`${URL}/signup`)
  await signUp(form, visitor)
  const own = await linkInMail(visitor.email, SUBJECT, AT)
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${URL}/signup`)
  await signUp(stranger, {
    ...visitor,
    firstName: 'Victor',
    lastName: 'Strange',
    password: 'kestrel-over-fen',
  })
  await expect.poll(async () => (await mailsTo(visitor.email, AT)).length).toBe(2)

  await page.goto(own)
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(await linkInMail(visitor.email, SUBJECT, AT))
  await expect(page.getByText(/account of Victor Strange, created today/)).toBeVisible()
  await checkPage()
  await tabTo(page, page.getByRole('button', { name: 'This was not me' }))
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Delete this account' }), 'Enter')
  await expect(page.getByRole('status').getByText('The account has been deleted')).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Create my own account' }).click()
  await checkPage()
  await signUp(page, visitor)
  await expect(page.getByRole('heading', { name: 'Signup Successful!' })).toBeVisible()
  await checkPage()
  await expect.poll(async () => (await mailsTo(visitor.email, AT)).length).toBe(3)
  await page.goto(await linkInMail(visitor.email, SUBJECT, AT))
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(page).toHaveURL(`${URL}/medical-results`)
  await logInElsewhere(
    stranger,
    { ...visitor, password: 'kestrel-over-fen' },
    'Invalid login credentials',
  )
  await stranger.context().close()
  await checkPage()
})

test('where the service cannot check the password first, a wrong one leads to choosing a new one', async ({
  page,
  checkPage,
  browser,
}) => {
  const visitor = newVisitor()
  const form = await (await browser.newContext()).newPage()
  await form.goto(`${URL}/signup`)
  await signUp(form, visitor)
  // The site's response in front of a hosted service (server/sign-in/sign-up/confirmation-routes.ts).
  const nobody = { first_name: null, last_name: null, signed_up_at: null }
  await page.route('**/api/auth/confirmation', (route) =>
    route.fulfill({ json: { ...nobody, asks: 'password_afterwards' } }),
  )
  await page.goto(await linkInMail(visitor.email, SUBJECT, AT))
  await page.getByLabel('Password', { exact: true }).fill('not-the-one-chosen')
  await checkPage()
  await page.getByRole('button', { name: 'Confirm my email address' }).click()
  await expect(page.getByText('Please choose a new password')).toBeVisible()
  await checkPage()
  await page.getByLabel('New password', { exact: true }).fill('harbour-lantern-oak')
  await page.getByLabel('Confirm password', { exact: true }).fill('harbour-lantern-oak')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page).toHaveURL(`${URL}/medical-results`)
  await checkPage()
  await logInElsewhere(form, visitor, 'Invalid login credentials')
  await form.context().close()
})

async function logInElsewhere(
  page: Page,
  member: { email: string; password: string },
  words: string,
) {
  await page.goto(`${URL}/login`)
  await logIn(page, member)
  await expect(page.getByText(words).first()).toBeVisible()
}
