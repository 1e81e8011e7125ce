import { expect, test } from './fixtures.ts'
import {
  chooseTimeFirst,
  consent,
  expectConsentFor,
  giveConsentAndBook,
  signUp,
} from './journey.ts'
import { newVisitor } from './visitor.ts'

const WORKS = 'Reading PSA screening'
const COMMUNITY = 'Southend-on-Sea PSA screening'

test('a visitor books a corporate event of tomorrow, which has no closing time', async ({
  page,
  checkPage,
}) => {
  await page.goto('/book-event-main')
  await checkPage()
  await page.getByRole('link', { name: WORKS }).click()
  await expect(page.getByText('When the last appointment starts')).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  const time = await chooseTimeFirst(page, async () => {
    if (!page.url().endsWith('&step=account')) {
      await expect(page.getByText('This time is less than 48 hours away')).toBeVisible()
    }
    await checkPage()
  })
  await page.getByRole('link', { name: 'Yes, sign in' }).click()
  await expect(page).toHaveURL(/\/login/)
  await checkPage()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await checkPage()
  await signUp(page, newVisitor())

  await expectConsentFor(page, time)
  await checkPage()
  await consent(page)
  await giveConsentAndBook(page)
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('main')).toContainText(time)
  const facts = page.getByRole('main').locator('dl')
  await expect(facts).toContainText('Please call our booking helpline on 0808 157 0142')
  await expect(facts).not.toContainText('Online until')
  await checkPage()
})

test('a community event of the same day has closed, also by its direct address', async ({
  page,
  checkPage,
}) => {
  await page.goto('/book-event-main')
  await checkPage()
  await page.getByRole('link', { name: COMMUNITY }).click()
  const closed = page.getByRole('button', { name: 'Booking Closed' })
  await expect(closed).toBeDisabled()
  await expect(closed).toHaveAccessibleDescription(/^Booking closed at/)
  await checkPage()

  const event = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`/signup?from=${encodeURIComponent(`/book-event?event=${event}`)}`)
  await checkPage()
  await signUp(page, newVisitor())
  await expect(page.getByRole('heading', { name: 'Booking Closed' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See other events' })).toBeVisible()
  await checkPage()
})
