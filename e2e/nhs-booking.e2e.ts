import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { checkAnswers, chooseFirstTime, consent, giveConsentAndBook, signUp } from './journey.ts'
import { newVisitor } from './visitor.ts'

const LAB_EVENT = 'Bury St Edmunds PSA screening'
const NUMBER = '999 100 0003'

const number = (page: Page) => page.getByLabel('NHS number', { exact: true })
const again = (page: Page) => page.getByLabel('Confirm NHS number', { exact: true })
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })

async function comeToTheNumber(page: Page, checkPage: () => Promise<void>) {
  const visitor = newVisitor()
  await page.goto('/signup?from=/book-event-main')
  await checkPage()
  await signUp(page, visitor)
  await expect(page).toHaveURL('/book-event-main')
  await checkPage()
  await page.getByRole('link', { name: LAB_EVENT }).click()
  await expect(page.getByRole('heading', { level: 1, name: LAB_EVENT })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await expect(page).toHaveURL(/\/check-nhs-number\?event=\d+$/)
  await expect(page.getByRole('heading', { name: 'Confirm your NHS number' })).toBeVisible()
  return visitor
}

test.describe('at a laboratory that requires the NHS number', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('trap 51: a visitor types it twice by hand, sees each mistake, and books', async ({
    page,
    checkPage,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const member = await comeToTheNumber(page, checkPage)
    await expect(page.getByLabel('Email')).toHaveValue(member.email)
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await expect(confirm(page)).toBeDisabled()
    await expect(confirm(page)).toHaveAccessibleDescription(/Type the same 10 digits in both boxes/)
    await checkPage()

    await number(page).pressSequentially('99a9')
    const onlyDigits = page.getByRole('alert').getByText('Please enter only digits (max 10).')
    await expect(onlyDigits).toBeHidden()
    await number(page).press('x')
    await expect(onlyDigits).toBeVisible()
    await expect(number(page)).toHaveValue('999')
    await number(page).pressSequentially('10000034')
    await expect(onlyDigits).toBeVisible()
    await expect(number(page)).toHaveValue('9991000003')
    await checkPage()
    // Correcting a digit in the middle leaves the caret there.
    await number(page).press('Home')
    await number(page).press('Delete')
    await expect(onlyDigits).toBeHidden()
    await number(page).pressSequentially('z8')
    await expect(number(page)).toHaveValue('8991000003')
    await number(page).fill('999 100')
    await again(page).fill('998')
    await expect(page.getByText('NHS number must be 10 digits.')).toBeVisible()
    await expect(page.getByText('NHS numbers do not match!')).toBeVisible()
    await expect(confirm(page)).toBeDisabled()
    await checkPage()
    await number(page).fill('999 100 0004')
    await expect(page.getByText('Please check this number')).toHaveCount(1)

    await number(page).fill(NUMBER)
    await number(page).selectText()
    await page.keyboard.press('Control+C')
    await expect(page.getByRole('status').getByText(/^Copying is switched off/)).toBeVisible()
    await page.keyboard.press('Control+X')
    await expect(page.getByRole('status').getByText(/^Cutting is switched off/)).toBeVisible()
    await expect(number(page)).toHaveValue('9991000003')
    await page.evaluate((text) => navigator.clipboard.writeText(text), NUMBER)
    await again(page).fill('')
    await again(page).press('Control+V')
    await expect(page.getByRole('status').getByText(/^Pasting is switched off/)).toBeVisible()
    await expect(again(page)).toHaveValue('')
    await checkPage()

    await again(page).pressSequentially('999-1000003')
    const profile = page.waitForRequest((request) => request.method() === 'PUT')
    await confirm(page).click()
    expect((await profile).postDataJSON()).toEqual({ nhs_number: '9991000003' })
    await expect(page).toHaveURL(/\/book-event\?event=\d+$/)
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))
    expect(stored).not.toContain('9991000003')
    await checkPage()

    await chooseFirstTime(page)
    await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
    await consent(page)
    await giveConsentAndBook(page)
    await checkPage()
  })

  test('Back from the times shows the number’s step again, and Back leaves that too', async ({
    page,
    checkPage,
  }) => {
    await comeToTheNumber(page, checkPage)
    // The check digit is wrong: the page warns and lets the member continue.
    await number(page).pressSequentially('9991000004')
    await again(page).pressSequentially('9991000004')
    await confirm(page).click()
    await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
    await checkPage()

    await page.goBack()
    await expect(page.getByText('You have confirmed your NHS number')).toBeVisible()
    await expect(number(page)).toHaveValue('')
    await checkPage()
    await page.getByRole('link', { name: 'Continue to choose a time' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('You have confirmed your NHS number')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: LAB_EVENT })).toBeVisible()
    await checkPage()
  })

  test('a number that the server no longer has is asked for again, and the answers stay', async ({
    page,
    checkPage,
  }) => {
    await comeToTheNumber(page, checkPage)
    await checkPage()
    const event = new URL(page.url()).searchParams.get('event')
    await page.goto(`/book-event?event=${event}`)
    await expect(page).toHaveURL(`/check-nhs-number?event=${event}`)
    await checkPage()
    await page.route('**/api/appointments', (route) =>
      route.fulfill({ status: 403, json: { error: 'x', code: 'nhs_number_required' } }),
    )
    await confirmTwice()
    await chooseFirstTime(page)
    await checkPage()
    await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
    await consent(page)
    await checkAnswers(page)
    await page.getByRole('button', { name: 'Give consent and book' }).click()
    await expect(page).toHaveURL(`/check-nhs-number?event=${event}&step=consent`)
    await expect(page.getByText('Please confirm your NHS number first.')).toBeVisible()
    await checkPage()
    await page.unroute('**/api/appointments')
    await confirmTwice()
    await expect(page.locator('input[name="terms"]')).toBeChecked()
    await giveConsentAndBook(page)
    await checkPage()

    async function confirmTwice() {
      await number(page).pressSequentially('9991000003')
      await again(page).pressSequentially('9991000003')
      await confirm(page).click()
      await expect(page).toHaveURL(/\/book-event/)
    }
  })
})
