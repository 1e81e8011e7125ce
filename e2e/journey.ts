import { expect, type Page } from '@playwright/test'
import type { Man } from './man.ts'

export async function signUp(page: Page, man: Man): Promise<void> {
  await page.getByLabel('First name').fill(man.firstName)
  await page.getByLabel('Last name').fill(man.lastName)
  await page.getByLabel('Address line 1').fill(man.address1)
  await page.getByLabel('Postcode').fill(man.postCode)
  await page.getByRole('radio', { name: 'Male', exact: true }).check()
  await page.getByLabel('Ethnicity').selectOption(man.ethnicity)
  await page.getByLabel('Day').click()
  await closeAgeNotice(page)
  await page.getByLabel('Day').fill(man.day)
  await page.getByLabel('Month').fill(man.month)
  await page.getByLabel('Year').fill(man.year)
  await page.getByLabel('Phone number').fill(man.phoneNumber)
  await page.getByLabel('Email').fill(man.email)
  await page.getByLabel('Password', { exact: true }).fill(man.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(man.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function closeAgeNotice(page: Page): Promise<void> {
  const notice = page.getByRole('alertdialog', { name: 'Age Restriction Notice' })
  await expect(notice).toContainText(
    'CHAPS events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book.',
  )
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toBeHidden()
}

export async function logIn(page: Page, { email, password }: Pick<Man, 'email' | 'password'>) {
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
