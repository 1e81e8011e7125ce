import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  checkAnswers,
  chooseFirstTime,
  chooseTimeFirst,
  consent,
  expectConsentFor,
  giveConsentAndBook,
  signUp,
} from './journey.ts'
import { press } from './keyboard.ts'
import { newVisitor } from './visitor.ts'

const LODGE = { name: 'Saffron Walden PSA screening', code: 'LODGE2026' }
// A separate event, since wrong codes count against the rate limit per event.
const OTHER_LODGE = 'Derby PSA screening'

test.use({ expectedErrors: [/status of (403|429)|ERR_INTERNET_DISCONNECTED/] })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Enter the access code' })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Access code' })

async function openEvent(page: Page, name: string, checkPage?: () => Promise<void>) {
  // The list has fifty events on a page, and other tests add some.
  await page.goto(`/book-event-main?location=${name.replace(' PSA screening', '')}`)
  await checkPage?.()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a visitor gives the access code, signs in afterwards and books the private event', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  await openEvent(page, LODGE.name, checkPage)
  await checkPage()
  await page.getByRole('button', { name: 'BOOK', exact: true }).click()
  await expect(codeField(page)).toBeFocused()
  await checkPage()

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert').getByText('Please enter the access code.')).toBeVisible()
  await codeField(page).fill('LODGE1926')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(dialogOf(page).getByRole('alert').getByText('Invalid Access code')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveValue('LODGE1926')
  await checkPage()

  // The wrong code is selected, so typing replaces it.
  await page.keyboard.type(LODGE.code)
  const checks: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/check-access-code')) checks.push(request.url())
  })
  await page.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(page).toHaveURL(/\/book-event\?event=\d+$/)
  expect(checks).toHaveLength(1)
  const time = await chooseTimeFirst(page, checkPage)
  await page.getByRole('link', { name: 'Yes, sign in' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fbook-event/)
  await checkPage()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await checkPage()
  await signUp(page, newVisitor())

  await expectConsentFor(page, time)
  await checkPage()
  await consent(page)
  await giveConsentAndBook(page)
  await expect(page.getByRole('main')).toContainText(time)
  await checkPage()
})

test('the dialog opens, closes and submits with the keyboard only', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openEvent(page, LODGE.name, checkPage)
  const book = page.getByRole('button', { name: 'BOOK', exact: true })
  await press(page, book, 'Enter')
  await expect(codeField(page)).toBeFocused()
  await checkPage()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(book).toBeFocused()

  for (const way of ['Cancel', 'Close']) {
    await page.keyboard.press('Enter')
    await press(page, dialogOf(page).getByRole('button', { name: way }), 'Enter')
    await expect(dialogOf(page)).toBeHidden()
    await expect(book).toBeFocused()
  }

  await page.keyboard.press('Space')
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.type(`${LODGE.code}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/book-event\?event=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeFocused()
  await checkPage()
})

test('after five wrong codes a visitor reads how long to wait, and the helpline', async ({
  page,
  checkPage,
}) => {
  await openEvent(page, OTHER_LODGE, checkPage)
  await page.getByRole('button', { name: 'BOOK', exact: true }).click()
  for (let tries = 0; tries < 5; tries++) {
    await codeField(page).fill(`DERBY202${tries}`)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(dialogOf(page).getByText('Invalid Access code')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  }
  await codeField(page).fill('DERBY2026')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = dialogOf(page).getByRole('alert')
  await expect(alert).toContainText('Too many requests. Please wait a little and try again.')
  await expect(alert).toContainText(/You can try again in (14|15) minutes\./)
  await expect(alert.getByRole('link')).toBeVisible()
  await checkPage()
})

test('a code that could not be sent stays in the field and can be sent again', async ({
  page,
  checkPage,
  context,
}) => {
  await openEvent(page, LODGE.name, checkPage)
  await page.getByRole('button', { name: 'BOOK', exact: true }).click()
  await codeField(page).fill(LODGE.code)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Please try again.')
  await expect(codeField(page)).toHaveValue(LODGE.code)
  await context.setOffline(false)
  await checkPage()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/book-event\?event=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeVisible()
  await checkPage()
})

test('a dialog that fails to load shows a message, and the page stays', async ({
  page,
  checkPage,
}) => {
  await openEvent(page, LODGE.name, checkPage)
  await page.route('**/access-code-dialog-*.js', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'BOOK', exact: true }).click()
  await expect(page.getByText('We could not reach our booking system.')).toBeVisible()
  await checkPage()
})

test('a member who opens the booking directly is asked for the code there, and again when the grant expires', async ({
  page,
  checkPage,
}) => {
  await openEvent(page, LODGE.name, checkPage)
  const event = new URL(page.url()).pathname.split('/').at(-1)
  await checkPage()
  await page.goto(`/signup?from=${encodeURIComponent(`/book-event?event=${event}`)}`)
  await checkPage()
  await signUp(page, newVisitor())
  await page.getByRole('button', { name: 'Enter the access code' }).click()
  await checkPage()
  await codeField(page).fill(LODGE.code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeFocused()
  await chooseFirstTime(page)
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await consent(page)

  // The grant expires on the server; the browser finds out by a refusal.
  let isOver = true
  await page.route('**/api/appointments', (route) =>
    isOver
      ? route.fulfill({ status: 403, json: { error: 'x', code: 'access_code_required' } })
      : route.continue(),
  )
  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(codeField(page)).toBeFocused()
  await checkPage()
  isOver = false
  await codeField(page).fill(LODGE.code)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(page).toHaveURL(/\/booking-success/)
  await checkPage()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the button of a private event leads to a page that says what booking needs', async ({
    page,
  }) => {
    await openEvent(page, LODGE.name)
    await page.getByRole('button', { name: 'BOOK', exact: true }).click()
    await expect(page).toHaveURL(/\/book-event\?event=\d+$/)
    // Playwright does not look for text in noscript.
    const words = page.locator('noscript p')
    await expect(words).toBeVisible()
    await expect(words).toContainText('This page needs JavaScript.')
  })
})
