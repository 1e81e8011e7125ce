import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { linkInMail, mailsTo } from './mailbox.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

async function askFor(page: Page, email: string, check: () => Promise<void>) {
  await page.goto('/book-event-main?location=CM1+4AB')
  await check()
  await page.getByRole('link', { name: 'Tell me when you are near' }).click()
  await expect(heading(page)).toHaveText('Tell me when you are near')
  await check()
  await expect(page.getByLabel('Town, place or postcode')).toHaveValue('CM1 4AB')
  await expect(page.getByLabel('20 miles')).toBeChecked()
  await page.getByLabel('10 miles').check()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(heading(page)).toHaveText('Please open your email')
}

async function confirmAndLeave(page: Page, email: string, check: () => Promise<void>) {
  await page.goto(await linkInMail(email, /confirm/))
  await expect(heading(page)).toHaveText('Confirm your alert')
  await check()
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(heading(page)).toHaveText('Your alert is on')
  await check()
  await page.goto(await linkInMail(email, /We will tell you/))
  await check()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(heading(page)).toHaveText('Your alert is off')
  await check()
}

test('a visitor asks for alerts of events near a place, confirms and leaves', async ({
  page,
  checkPage,
}) => {
  const email = 'near@example.org'
  await askFor(page, email, checkPage)
  await checkPage()
  await confirmAndLeave(page, email, checkPage)
  const [mail] = await mailsTo(email)
  expect(mail?.unsubscribe).toMatch(/^<http.*\/tell-me\/leave\?token=.*>$/)
})

test('the form is there without a near event, and for a place that is not known', async ({
  page,
  checkPage,
}) => {
  await page.goto('/book-event-main?location=IV1')
  const link = page.getByRole('link', { name: 'Tell me when you are near' })
  await expect(link).toHaveAttribute('href', '/tell-me?location=IV1')
  await page.goto('/book-event-main?location=Atlantis')
  await checkPage()
  await link.click()
  await expect(page).toHaveURL('/tell-me')
  await page.getByLabel('Town, place or postcode').fill('Atlantis')
  await page.getByLabel('Email').fill('james@example.org')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(problem(page)).toContainText('We could not find this place.')
  await expect(problem(page)).toBeFocused()
  await expect(page.getByLabel('Town, place or postcode')).toHaveValue('Atlantis')
  await checkPage()
})

for (const width of [320, 768, 1280])
  test(`the form fits ${width} px`, async ({ page, checkPage }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/tell-me?location=CM1&miles=20&problem=location,email')
    await expect(problem(page)).toBeVisible()
    await checkPage()
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor asks, confirms and leaves', async ({ page }) => {
    const email = 'near-plain@example.org'
    const unchecked = async () => undefined
    await askFor(page, email, unchecked)
    await confirmAndLeave(page, email, unchecked)
    await page.goto('/tell-me/confirm?token=made-up')
    await page.getByRole('button').click()
    await expect(heading(page)).toHaveText('This link no longer works')
  })

  test('an event is sent on by mail, and found on a map', async ({ page }) => {
    await page.goto('/event/7')
    const send = page.getByRole('link', { name: 'Send this event to someone' })
    await expect(send).toHaveAttribute('href', /^mailto:\?subject=CHAPS.*\/event\/7$/)
    await expect(page.getByRole('link', { name: 'Directions on OpenStreetMap' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' })

  test('an event is sent on and found by its own sharing and maps', async ({ page, checkPage }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async (shared: object) => {
          document.body.dataset.shared = JSON.stringify(shared)
        },
      })
    })
    await page.goto('/event/7')
    await expect(page.getByRole('link', { name: 'Directions in your maps' })).toHaveAttribute(
      'href',
      /^geo:/,
    )
    await page.getByRole('link', { name: 'Send this event to someone' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-shared', /\/event\/7"/)
    await checkPage()
  })
})
