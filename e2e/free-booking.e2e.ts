import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  BOOKED_BEFORE,
  checkAnswers,
  chooseFirstTime,
  consent,
  expectConsentFor,
  logIn,
  signUp,
} from './journey.ts'
import { DEMO_MEMBER } from './member.ts'
import { newVisitor } from './visitor.ts'

const FREE_EVENT = 'Sheffield PSA screening'

test('a visitor registers, books a free event with consent, sees it and cancels it', async ({
  page,
  checkPage,
}) => {
  const visitor = newVisitor()
  await page.goto('/')
  await checkPage()
  await page.getByRole('link', { name: 'Book an event' }).first().click()
  await expect(page).toHaveURL('/book-event-main')
  await checkPage()

  await page.getByRole('link', { name: FREE_EVENT }).click()
  await expect(page.getByRole('heading', { level: 1, name: FREE_EVENT })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  const first = page.getByRole('radio', { disabled: false }).first()
  const [before, action] = [await first.boundingBox(), proceedButton(page)]
  const actionBefore = await action.boundingBox()
  const time = await chooseFirstTime(page)
  expect(await first.boundingBox(), 'the times stay where they are').toEqual(before)
  expect((await action.boundingBox())?.y, 'the button stays too').toBeCloseTo(
    actionBefore?.y ?? 0,
    -1,
  )
  await checkPage()
  await proceedButton(page).click()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeFocused()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await checkPage()

  const beside = page.getByRole('complementary', { name: 'Your booking so far' })
  await page.getByRole('link', { name: 'Yes, sign in' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(beside).toContainText(FREE_EVENT)
  await expect(beside).toContainText(`${time} is held for you`)
  await checkPage()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/signup\?from=/)
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current]')).toHaveText(
    '2Account',
  )
  await checkPage()
  await signUp(page, visitor)

  await expectConsentFor(page, time)
  await expect(page.getByRole('heading', { name: 'Your consent', exact: true })).toBeVisible()
  await checkPage()
  await consent(page)
  await checkAnswers(page)
  const row = (question: string) =>
    page.locator('section > dl > div').filter({ has: page.getByText(question, { exact: true }) })
  await expect(row('Time')).toContainText(time)
  await expect(row('Place')).toContainText(FREE_EVENT)
  await expect(row('Price')).toContainText('Nothing to pay')
  await expect(row('Medicines')).toContainText('None')
  await expect(row('Urine infection in the last 6 weeks')).toContainText('Not provided')
  await checkPage()
  await row('Which PSA test').getByRole('link', { name: 'Change which psa test' }).click()
  await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeFocused()
  await page.getByRole('radio', { name: 'Third', exact: true }).check()
  await checkAnswers(page)
  await expect(row('Which PSA test')).toContainText('Third')
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('main')).toContainText(time)
  await checkPage()

  await page
    .getByRole('link', { name: /upcoming events/i })
    .first()
    .click()
  const booked = page.getByRole('listitem').filter({ hasText: FREE_EVENT })
  await expect(booked).toContainText(time)
  await checkPage()
  await booked.getByRole('button', { name: /^Cancel/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('Do you really want to cancel this appointment?')
  await question.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect(booked).toContainText(/cancelled/i)
})

test.describe('a refused sign-in', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('shows the reason, leaves the email in the form, and accepts the right password', async ({
    page,
    checkPage,
  }) => {
    await page.goto('/upcoming-events')
    await expect(page).toHaveURL('/login?from=%2Fupcoming-events')
    await logIn(page, { ...DEMO_MEMBER, password: 'not-my-password' })
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('member@example.org')
    await checkPage()
    await logIn(page, DEMO_MEMBER)
    await expect(page).toHaveURL('/upcoming-events')
    await checkPage()
  })
})

test.describe('an unknown address', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('shows a message and leads home', async ({ page, checkPage }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Page not found')
    await expect(
      page.getByText("Sorry, we couldn't find the page you're looking for."),
    ).toBeVisible()
    await checkPage()
    await page.getByRole('link', { name: 'Go back home' }).click()
    await expect(page).toHaveURL('/')
    await checkPage()
  })
})

function proceedButton(page: Page) {
  return page.getByRole('button', { name: 'Continue', exact: true })
}
