import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { checkAnswers, consent, giveConsentAndBook, logIn } from './journey.ts'
import { chooseTime, eventIn, type Member, newMember, signIn } from './member.ts'

// The browser logs the refused call that finds the session over.
test.use({ expectedErrors: [/status of 40[01]/] })

const DETAILS = 'My father was 61 when it was found.'

test('an access cookie that expires while the member reads is renewed silently', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await fillInConsent(page, member)
  await checkPage()
  await page.context().clearCookies({ name: 'at' })
  await giveConsentAndBook(page)
  await checkPage()
})

test('a tablet whose clock is fast asks for no new session with each page', async ({
  page,
  checkPage,
}) => {
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) renewals.push(request.url())
  })
  await signIn(page.context(), await newMember())
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  for (const path of ['/portal', '/portal/devices', '/medical-results']) {
    await page.goto(path)
    await page.keyboard.press('Shift')
    await page.waitForLoadState('networkidle')
    await page.clock.runFor(60_000)
    await page.waitForLoadState('networkidle')
    await checkPage()
  }
  expect(renewals).toEqual([])
})

test('a session that ended meanwhile loses no answer: the member signs in again and books', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember()
  const time = await fillInConsent(page, member)
  await member.ask('POST /auth/v1/logout?scope=global')

  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'You have been signed out' })
  await expect(alert).toContainText('Your answers are still on this page.')
  await expect(alert).toBeInViewport()
  await expect(page.getByRole('definition').filter({ hasText: DETAILS })).toBeVisible()
  await checkPage()

  await alert.getByRole('link', { name: 'Sign in again' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await checkPage()
  await logIn(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'Check your answers' })).toBeVisible()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expectAnswers(page)
  await giveConsentAndBook(page)
  await expect(page.getByRole('main')).toContainText(time)
  await checkPage()
})

test('a member signed out in another tab stays on the page, and continues after signing in there again', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const time = await fillInConsent(page, member)
  await checkPage()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portal')
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  await expect(otherTab).toHaveURL('/login')

  const alert = page.getByRole('alert').filter({ hasText: 'You have been signed out' })
  await expect(alert).toBeVisible()
  await expectAnswers(page)
  await logIn(otherTab, member)
  await expect(otherTab).toHaveURL('/medical-results')
  await page.bringToFront()
  await expect(alert).toBeHidden()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expectAnswers(page)
  await giveConsentAndBook(page)
  await checkPage()
})

test('another member who signs in instead sees none of the answers', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const wife = await newMember()
  await fillInConsent(page, member)
  await member.ask('POST /auth/v1/logout?scope=global')
  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await checkPage()
  await logIn(page, wife)

  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeVisible()
  await expect(page.getByText('is held for you')).toBeHidden()
  await chooseTime(page, '11:00')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByText(DETAILS)).toHaveCount(0)
  await checkPage()
})

test('another member who signs in in another tab does not find the answers in this one', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const wife = await newMember()
  await fillInConsent(page, member)
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portal')
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  await expect(otherTab).toHaveURL('/login')
  await logIn(otherTab, wife)
  await page.bringToFront()

  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeVisible()
  await expect(page.getByText(DETAILS)).toHaveCount(0)
  await checkPage()
})

test('an event that is opened after the session has ended asks to sign in again', async ({
  page,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await member.ask('POST /auth/v1/logout?scope=global')
  await page.goto(`/book-event?event=${await eventIn('Swansea')}`)
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByText('Loading event details failed. Please re-login again.')).toBeVisible()
})

test('a booking screen without an event says so and leads to the events', async ({ page }) => {
  await signIn(page.context(), await newMember())
  for (const screen of ['/book-event', '/check-nhs-number']) {
    await page.goto(screen)
    await expect(page).toHaveURL('/events')
    await expect(page.getByRole('alert').getByText('Invalid event.')).toBeVisible()
  }
})

test('signing out in one tab leaves the portal in every tab', async ({ page, checkPage }) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto('/upcoming-events')
  await expect(page.getByText(`${member.firstName} ${member.lastName}`)).toBeVisible()
  await checkPage()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portal')
  await otherTab.getByRole('button', { name: 'Logout' }).click()

  await page.bringToFront()
  await expect(page).toHaveURL('/login?from=%2Fupcoming-events')
  await expect(page.getByText(member.lastName)).toHaveCount(0)
  await checkPage()
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

/**
 * Brings the member to a completed, unsent consent form; returns the time. Each test has
 * an event of its own, so that none competes for another's last place.
 */
async function fillInConsent(page: Page, member: Member) {
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${await ownEvent()}`)
  const first = page.getByRole('radio', { disabled: false }).first()
  const time = await first.inputValue()
  await chooseTime(page, time)
  await consent(page)
  await page
    .getByRole('group', { name: /prostate cancer\?/ })
    .getByRole('radio', { name: 'Yes', exact: true })
    .check()
  await page.getByLabel('Additional details').fill(DETAILS)
  await expectAnswers(page)
  return time
}

async function expectAnswers(page: Page) {
  await expect(page.getByLabel('Additional details')).toHaveValue(DETAILS)
  await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeChecked()
  await expect(page.locator('input[name="disclaimer"]')).toBeChecked()
}
