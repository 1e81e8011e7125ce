import { expect, type Page } from '@playwright/test'
import type { Visitor } from './visitor.ts'

export async function signUp(page: Page, visitor: Visitor): Promise<void> {
  await signUpToLastStep(page, visitor)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(visitor.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** The first two steps of the form for a new account. */
export async function signUpToLastStep(page: Page, visitor: Visitor): Promise<void> {
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Day').click()
  await closeAgeNotice(page)
  await page.getByLabel('Day').fill(visitor.day)
  await page.getByLabel('Month').fill(visitor.month)
  await page.getByLabel('Year').fill(visitor.year)
  await page.getByRole('radio', { name: 'Male', exact: true }).check()
  await page.getByLabel('Ethnicity').selectOption(visitor.ethnicity)
  await nextStep(page, 'Step 2 of 3: How to reach you')
  await page.getByLabel('Address line 1').fill(visitor.address1)
  await page.getByLabel('Postcode').fill(visitor.postCode)
  await page.getByLabel('Phone number').fill(visitor.phoneNumber)
  await nextStep(page, 'Step 3 of 3: Your sign-in details')
}

/** On to the next step of the form for a new account. */
export async function nextStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
}

export async function closeAgeNotice(page: Page): Promise<void> {
  const notice = page.getByRole('alertdialog', { name: 'Age Restriction Notice' })
  await expect(notice).toContainText(
    'CHAPS events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book.',
  )
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toBeHidden()
}

export async function logIn(page: Page, { email, password }: Pick<Visitor, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Chooses the first free time and waits for the hold; returns it as 'HH:mm'. */
export async function chooseFirstTime(page: Page): Promise<string> {
  const first = page.getByRole('radio', { disabled: false }).first()
  await first.check()
  const held = page.getByText(/^\d\d:\d\d is held for you$/)
  await expect(held).toBeVisible()
  return (await held.innerText()).slice(0, 5)
}

/** The question after the time, for visitors who are not signed in. */
export const BOOKED_BEFORE = {
  level: 1,
  name: 'Have you booked with us before?',
} as const

/** Signed out: holds the first free time and goes on to the question; returns it as 'HH:mm'. */
export async function chooseTimeFirst(page: Page, checkPage: () => Promise<void>): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeVisible()
  const time = await chooseFirstTime(page)
  await checkPage()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', BOOKED_BEFORE)).toBeFocused()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Order summary' })).toContainText(time)
  await checkPage()
  return time
}

/** After sign-in the time that was chosen before is held still. */
export async function expectConsentFor(page: Page, time: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Consent form' })).toBeVisible()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
}

/** Chooses the first free time, consents and books it; returns it as 'HH:mm'. */
export async function bookFirstTime(page: Page, checkPage: () => Promise<void>): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  const time = await chooseFirstTime(page)
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await consent(page)
  await giveConsentAndBook(page)
  await expect(page.getByRole('main')).toContainText(time)
  await checkPage()
  return time
}

export async function giveConsentAndBook(page: Page): Promise<void> {
  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(page).toHaveURL(/\/booking-success/)
}

/** Leads from a complete consent form to the page that shows all answers. */
export async function checkAnswers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your answers' })).toBeFocused()
}

export async function consent(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'First', exact: true }).check()
  for (const question of [/prostate cancer\?/, /breast or ovarian cancer\?/]) {
    await page
      .getByRole('group', { name: question })
      .getByRole('radio', { name: 'No', exact: true })
      .check()
  }
  await page.getByRole('radio', { name: 'None', exact: true }).check()
  for (const tick of ['terms', 'sampleConsent', 'disclaimer']) {
    await page.locator(`input[name="${tick}"]`).check()
  }
}
