import { expect, test } from './fixtures.ts'
import {
  BOOKED_BEFORE,
  checkAnswers,
  chooseFirstTime,
  consent,
  expectConsentFor,
  signUp,
} from './journey.ts'
import { newVisitor } from './visitor.ts'

const EVENT = 'York PSA screening'

test('Back and Forward lead through every step of a booking, keep all answers and book once', async ({
  page,
  checkPage,
}) => {
  const h1 = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.goto('/book-event-main')
  await checkPage()
  await page.getByRole('link', { name: EVENT }).click()
  await expect(h1(EVENT)).toBeVisible()
  await page.goBack()
  await expect(h1('Find a screening event')).toBeVisible()
  await page.goForward()
  await expect(h1(EVENT)).toBeVisible()
  await checkPage()

  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await expect(h1('Choose a time')).toBeVisible()
  const time = await chooseFirstTime(page)
  await page.goBack()
  await expect(h1(EVENT)).toBeVisible()
  await page.goForward()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expect(page.getByRole('radio', { name: time })).toBeChecked()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeFocused()
  await page.goBack()
  await expect(h1('Choose a time')).toBeVisible()
  await expect(page.getByRole('radio', { name: time })).toBeChecked()
  await page.goForward()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeVisible()
  await checkPage()

  await page.getByRole('link', { name: 'Yes, sign in' }).click()
  await expect(h1('Login')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeVisible()
  await page.goForward()
  await expect(h1('Login')).toBeVisible()
  await checkPage()

  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(h1('Create an account')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeVisible()
  await page.goForward()
  await expect(h1('Create an account')).toBeVisible()
  await checkPage()
  await signUp(page, newVisitor())

  await expectConsentFor(page, time)
  await consent(page)
  await page.goBack()
  await expect(h1('Choose a time')).toBeVisible()
  await expect(page.getByRole('radio', { name: time })).toBeChecked()
  await page.goForward()
  await expect(h1('Consent form')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeChecked()
  await expect(page.locator('input[name="disclaimer"]')).toBeChecked()
  await checkPage()

  await checkAnswers(page)
  await page.goBack()
  await expect(h1('Consent form')).toBeVisible()
  await page.goForward()
  await expect(h1('Check your answers')).toBeVisible()
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(h1('Your place is booked')).toBeVisible()
  await checkPage()
  await page.goBack()
  await expect(page).toHaveURL('/upcoming-events')
  await expect(
    page.getByText(
      'Booking Failed: You have already booked this event. Please amend your booking if required.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: EVENT })).toHaveCount(1)
  await checkPage()
  await page.goForward()
  await expect(h1('Your place is booked')).toBeVisible()
  await page.goBack()
  await expect(h1('Upcoming events')).toBeVisible()
  // The times, and the question after them, which a member is not asked.
  for (let n = 0; n < 2; n++) {
    await page.goBack()
    await expect(page).toHaveURL('/upcoming-events')
  }
  await page.goBack()
  await expect(h1(EVENT)).toBeVisible()
})
