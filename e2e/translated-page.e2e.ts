import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { consent } from './journey.ts'
import { newMember, signIn } from './member.ts'
import { translatePages } from './translate.ts'

// The browser logs the refused sign-in, and React that it draws a page again that was translated before it began.
test.use({ expectedErrors: [/status of 400|React error #418/] })

test('on a translated page a member chooses a time, changes it, consents and books', async ({
  page,
  context,
  checkPage,
}) => {
  await translatePages(page)
  await signIn(context, await newMember())
  await page.goto(`/book-event?event=${await ownEvent()}`)
  const times = page.getByRole('radio', { disabled: false })
  const held = page.getByText(/^\d\d:\d\d is held for you$/)
  await expect(page.locator('main font').first()).toBeVisible()
  await times.first().check()
  await expect(held).toBeVisible()
  const first = (await held.innerText()).slice(0, 5)
  await times.nth(1).check()
  await expect(held).not.toContainText(first)
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await consent(page)
  await checkPage()
  await page.getByRole('button', { name: 'Check your answers' }).click()
  await page.getByRole('button', { name: 'Give consent and book' }).click()
  await expect(page).toHaveURL(/\/booking-success/)
  await checkPage()
})

test('on a translated page a wrong password is refused twice, in words', async ({
  page,
  checkPage,
}) => {
  await translatePages(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@example.org')
  for (const password of ['wrong-password-1', 'wrong-password-2']) {
    await page.getByLabel('Password', { exact: false }).first().fill(password)
    await page.getByRole('button', { name: /^Login/ }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Invalid login credentials' }),
    ).toBeVisible()
  }
  await checkPage()
})

test('on a translated page the missing fields of a message are named, and what was typed stays', async ({
  page,
  checkPage,
}) => {
  await translatePages(page)
  await page.goto('/contact-us')
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('James')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('Last name is required')
  await main.getByLabel('Last name').fill('Marlow')
  await page.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(summary).not.toContainText('Last name is required')
  await expect(main.getByLabel('First name')).toHaveValue('James')
  await checkPage()
})
