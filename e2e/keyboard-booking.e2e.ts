import { expect, test } from './fixtures.ts'
import { BOOKED_BEFORE } from './journey.ts'
import { press, type } from './keyboard.ts'
import { newVisitor } from './visitor.ts'

const FREE_EVENT = 'Chelmsford PSA screening'

test.use({ viewport: { width: 320, height: 640 } })

test('a visitor registers, books and cancels with the keyboard only, on the smallest screen', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const visitor = newVisitor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
  const field = (label: string) => page.getByLabel(label, { exact: true })

  await page.goto('/book-event-main')
  await checkPage()
  await press(page, link(FREE_EVENT), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: FREE_EVENT })).toBeFocused()
  await checkPage()
  await press(page, link(/^BOOK$/), 'Enter')
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeFocused()
  await press(page, page.getByRole('radio', { disabled: false }).first(), 'Space')
  await expect(page.getByText(/is held for you$/)).toBeVisible()
  await checkPage()
  await press(page, button('Continue'), 'Enter')
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeFocused()
  await checkPage()
  await press(page, link('Yes, sign in'), 'Enter')
  await expect(page).toHaveURL(/\/login/)
  await checkPage()
  await press(page, link('Create an account'), 'Enter')
  await expect(page).toHaveURL(/\/signup/)
  await checkPage()

  await type(page, page.getByLabel('First name'), visitor.firstName)
  await type(page, field('Last name'), visitor.lastName)
  await page.keyboard.press('Tab')
  const notice = page.getByRole('alertdialog', { name: 'Age Restriction Notice' })
  await expect(notice).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
  await expect(field('Day')).toBeFocused()
  await page.keyboard.type(visitor.day)
  await type(page, field('Month'), visitor.month)
  await type(page, field('Year'), visitor.year)
  await press(page, page.getByRole('radio', { name: 'Male', exact: true }), 'Space')
  await type(page, page.getByLabel('Ethnicity'), visitor.ethnicity)
  await press(page, button('Continue'), 'Enter')
  await expect(page.getByRole('heading', { name: 'Step 2 of 3: How to reach you' })).toBeFocused()
  await checkPage()
  await type(page, field('Address line 1'), visitor.address1)
  await type(page, field('Postcode'), visitor.postCode)
  await type(page, page.getByLabel('Phone number'), visitor.phoneNumber)
  await press(page, button('Continue'), 'Enter')
  await expect(page.getByRole('heading', { name: /^Step 3 of 3/ })).toBeFocused()
  await checkPage()
  await type(page, page.getByLabel('Email'), visitor.email)
  await type(page, field('Password'), visitor.password)
  await type(page, field('Confirm password'), visitor.password)
  await press(page, button('Create account'), 'Enter')

  await expect(page.getByRole('heading', { name: 'Consent form' })).toBeFocused()
  await expect(page.getByText(/is held for you$/)).toBeVisible()
  await press(page, page.getByRole('radio', { name: 'First', exact: true }), 'Space')
  for (const name of ['familyHistoryProstateCancer', 'familyHistoryBreastOvarianCancer']) {
    await press(page, page.locator(`input[name="${name}"]`).first(), 'ArrowDown')
    await expect(page.locator(`input[name="${name}"][value="No"]`)).toBeChecked()
  }
  await press(page, page.locator('input[name="medicationHistory"]').first(), 'ArrowUp')
  await expect(page.getByRole('radio', { name: 'None', exact: true })).toBeChecked()
  for (const tick of ['terms', 'sampleConsent', 'disclaimer']) {
    await press(page, page.locator(`input[name="${tick}"]`), 'Space')
  }
  await checkPage()
  await press(page, button('Check your answers'), 'Enter')
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeFocused()
  await checkPage()
  await press(page, button('Give consent and book'), 'Enter')

  await expect(page).toHaveURL(/\/booking-success/)
  await checkPage()
  await press(page, page.getByRole('main').getByRole('link', { name: /upcoming/i }), 'Enter')
  await expect(page).toHaveURL('/upcoming-events')
  const booked = page.getByRole('listitem').filter({ hasText: FREE_EVENT })
  await checkPage()
  await press(page, booked.getByRole('button', { name: /^Cancel/ }), 'Enter')
  await press(page, button('Yes, cancel it'), 'Enter')
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
})
