import { codeOf, setUpApp } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, type } from './keyboard.ts'
import { linkInMail, mailsTo, typeAddress } from './mailbox.ts'
import { newMember } from './member.ts'

test.use({ expectedErrors: [/status of 4(01|03)/] })

const SENT =
  'If there is an account with this email, we have sent a link to sign in. Check your inbox.'

test('a member signs in by a mailed link on another device, once, by keyboard on a small screen', async ({
  page,
  checkPage,
  browser,
}) => {
  const member = await newMember()
  const tablet = await (await browser.newContext()).newPage()
  await tablet.goto('/login?from=%2Fupcoming-events')
  await tablet.getByRole('button', { name: 'Email me a link to sign in' }).click()
  await expect(
    tablet.getByRole('link', { name: /Enter your email and we will send/ }),
  ).toBeVisible()
  await type(tablet, tablet.getByLabel('Email'), member.email)
  await press(tablet, tablet.getByRole('button', { name: 'Email me a link to sign in' }), 'Enter')
  await expect(tablet.getByText(SENT)).toBeVisible()

  const link = await linkInMail(member.email, /^Sign in to CHAPS/)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await checkPage()
  // A mail scanner that opens the link does not use it up.
  await page.reload()
  const signIn = page.getByRole('button', { name: 'Sign in' })
  await expect(page.getByText(/This link opens the account of/)).toContainText('•••')
  await press(page, signIn, 'Enter')
  await expect(page.getByText('Please enter your email address.').first()).toBeVisible()
  await checkPage()
  await type(page, page.getByLabel('Your email address'), member.email)
  await press(page, signIn, 'Enter')
  await expect(page).toHaveURL('/upcoming-events')
  await checkPage()

  await tablet.goto(link)
  await expect(tablet.getByText('This link no longer works')).toBeVisible()
  await tablet.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(tablet.getByLabel('Password', { exact: true })).toBeVisible()
})

test('an unknown address shows the same message', async ({ page, checkPage }) => {
  const { email } = await newMember()
  const nobody = `nobody-${email}`
  await page.goto('/login')
  await page.getByLabel('Email').fill(nobody)
  await page.getByRole('button', { name: 'Email me a link to sign in' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  await checkPage()
  expect(await mailsTo(nobody)).toEqual([])
})

test('a mailed link alone does not open an account with two-step verification', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const { key } = await setUpApp(member)
  await page.goto('/login')
  await checkPage()
  await page.getByLabel('Email').fill(member.email)
  await page.getByRole('button', { name: 'Email me a link to sign in' }).click()
  await page.goto(await linkInMail(member.email, /^Sign in to CHAPS/))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toBeVisible()
  await page.getByLabel('Code from your app').fill(codeOf(key, 0))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
})

test('a link that a stranger passes on says whose account it opens, and leaves none unasked', async ({
  page,
  checkPage,
  browser,
}) => {
  const [stranger, member] = [await newMember(), await newMember()]
  const strangers = await (await browser.newContext()).newPage()
  await strangers.goto('/login')
  await strangers.getByLabel('Email').fill(stranger.email)
  await strangers.getByRole('button', { name: 'Email me a link to sign in' }).click()
  const link = await linkInMail(stranger.email, /^Sign in to CHAPS/)

  await page.goto(link)
  await typeAddress(page, member.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/not the address of the account/).first()).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'This is not me' }).click()
  await expect(page.getByText('Nothing has been used or changed')).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Go to Login for my own account' }).click()
  await logIn(page, member)
  await expect(page).toHaveURL('/medical-results')
  await checkPage()

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: /^Leave the account of/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Stay in my account' }).click()
  await expect(page).toHaveURL('/')
  await checkPage()
  await page.goto('/portal')
  await expect(page.getByText(member.email).first()).toBeVisible()
  await checkPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Leave it and open the link' }).click()
  await expect(page.getByLabel('Your email address')).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('signed_in')

  // The browser that asked is asked nothing: the link still works.
  await strangers.goto(link)
  await strangers.getByRole('button', { name: 'Sign in' }).click()
  await expect(strangers).toHaveURL('/medical-results')
  await strangers.context().close()
})
