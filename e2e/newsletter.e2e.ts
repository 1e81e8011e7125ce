import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { linkInMail, mailsTo } from './mailbox.ts'

const SUCCESS = 'Successfully subscribed to the newsletter!'
const block = (page: Page) => page.getByRole('region', { name: 'Stay In Touch' })
const button = (page: Page) => block(page).getByRole('button')
const said = (page: Page) => block(page).getByRole('status')

async function subscribe(page: Page, email: string) {
  await block(page).getByLabel('Name').fill('James Marlow')
  await block(page).getByLabel('Email').fill(email)
  await button(page).click()
}

test('a visitor subscribes, confirms by mail, and unsubscribes', async ({ page, checkPage }) => {
  const email = 'reader@example.org'
  await page.goto('/')
  await expect(button(page)).toHaveText('Subscribe')
  await subscribe(page, email)
  await expect(said(page)).toHaveText(new RegExp(`^${SUCCESS}`))
  await expect(block(page).getByLabel('Name')).toHaveValue('')
  await expect(block(page).getByLabel('Email')).toHaveValue('')
  await checkPage()

  await page.goto(await linkInMail(email, /confirm/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your newsletter')
  await checkPage()
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(page).toHaveURL('/newsletter/confirmed')
  await checkPage()

  await page.goto(await linkInMail(email, /You are subscribed/))
  await checkPage()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have unsubscribed')
  await checkPage()
  const [letter] = await mailsTo(email)
  expect(letter?.unsubscribe).toMatch(/^<http.*\/newsletter\/unsubscribe\?token=.*>$/)
})

test('a known address gets the same response as any other', async ({ page, checkPage }) => {
  const email = 'known@example.org'
  await page.goto('/about-us')
  await subscribe(page, email)
  await expect(said(page)).toHaveText(new RegExp(`^${SUCCESS}`))
  const first = await said(page).innerText()
  await page.goto(await linkInMail(email, /confirm/))
  await checkPage()
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(page).toHaveURL('/newsletter/confirmed')
  await checkPage()
  await page.goto('/about-us')
  await subscribe(page, email)
  await expect(said(page)).toHaveText(first)
  await checkPage()
  await linkInMail(email, /You already get/)
})

test('a missing field is named and focused', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/events/corporate-screening')
  await button(page).click()
  await expect(said(page)).toHaveText('Please provide both name and email.')
  await expect(block(page).getByLabel('Name')).toBeFocused()
  await block(page).getByLabel('Name').fill('James')
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Please provide both name and email.')
  await expect(block(page).getByLabel('Email')).toBeFocused()
  await checkPage()
})

test.describe('when the server refuses or fails', () => {
  test.use({ expectedErrors: [/status of [45]00|^500 |ERR_FAILED/] })

  test('its message is shown, and typed text stays', async ({ page, checkPage }) => {
    await page.goto('/news')
    await subscribe(page, 'james at home')
    await expect(said(page)).toHaveText(
      'Error: Enter an email address, for example name@example.org.',
    )
    await expect(block(page).getByLabel('Email')).toHaveValue('james at home')
    await checkPage()
    await page.route('**/api/subscriptions', (route) => route.fulfill({ status: 500, json: {} }))
    await button(page).click()
    await expect(said(page)).toHaveText('An error occurred. Please try again.')
    await page.unroute('**/api/subscriptions')
    await page.route('**/api/subscriptions', (route) => route.abort())
    await button(page).click()
    await expect(said(page)).toHaveText('An error occurred. Please try again.')
    await expect(block(page).getByLabel('Name')).toHaveValue('James Marlow')
  })
})

test('the button reads Submitting... and ignores a second press', async ({ page, checkPage }) => {
  await page.goto('/privacy-policy')
  let sent = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/subscriptions', async (route) => {
    sent += 1
    await answered
    await route.continue()
  })
  await subscribe(page, 'once@example.org')
  await expect(button(page)).toHaveText('Submitting...')
  await expect(button(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  answer()
  await expect(said(page)).toHaveText(new RegExp(`^${SUCCESS}`))
  await expect(button(page)).toHaveText('Subscribe')
  expect(sent).toBe(1)
  await checkPage()
})

test('the News menu leads to the newsletter block, which account screens lack', async ({
  page,
  checkPage,
}) => {
  await page.goto('/login')
  await expect(block(page)).toHaveCount(0)
  await checkPage()
  await page.getByRole('button', { name: 'News submenu' }).click()
  await page.getByRole('link', { name: 'Newsletters' }).click()
  await expect(page).toHaveURL('/news#stay-in-touch')
  await expect(button(page)).toBeInViewport()
  await checkPage()
})

test('the newsletter block is sage on the two pages for hosts, and navy elsewhere', async ({
  page,
  checkPage,
}) => {
  const colour = () =>
    block(page).evaluate((node) => getComputedStyle(node.parentElement ?? node).backgroundColor)
  for (const path of ['/events/corporate-screening', '/events/community-screening']) {
    await page.goto(path)
    expect(await colour()).toBe('rgb(178, 200, 184)')
    await checkPage()
  }
  await page.goto('/events/seminar-talks')
  expect(await colour()).toBe('rgb(16, 36, 62)')
  await checkPage()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor subscribes, confirms and unsubscribes', async ({ page }) => {
    const email = 'plain@example.org'
    await page.goto('/information-hub')
    await subscribe(page, ' ')
    await expect(page).toHaveURL('/newsletter/problem')
    await expect(page.getByText('Please provide both name and email.')).toBeVisible()
    await subscribe(page, email)
    await expect(page).toHaveURL('/newsletter/sent')
    await expect(page.getByText(SUCCESS)).toBeVisible()
    await page.goto(await linkInMail(email, /confirm/))
    await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed')
    await page.goto(await linkInMail(email, /You are subscribed/))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have unsubscribed')
    await page.goto('/newsletter/confirm?token=made-up')
    await page.getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  })
})
