import type { Browser, Page } from '@playwright/test'
import { codeOf } from './authenticator.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail, typeAddress } from './mailbox.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls of those who may not yet.
test.use({ expectedErrors: [/status of 4(00|01|03|04|22)/] })

const PASSWORD = 'heron-on-the-weir'
const COLLEAGUES = [
  { name: 'Ann Clerk', role: 'Office', first: 'Events' },
  { name: 'Vic Hall', role: 'Venue', first: 'Days' },
  { name: 'Clare Doctor', role: 'Clinician', first: 'Results' },
]

test('an admin invites three colleagues, who choose a password, set up the app and find their work', async ({
  page,
  browser,
  checkPage,
}) => {
  const admin = await newStaff(['admin'])
  await openOffice(page, { staff: admin, path: '/office/staff', checkPage })
  await checkPage()
  for (const { name, role } of COLLEAGUES) {
    await page.getByRole('link', { name: 'Add a person' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Add a person' })).toBeFocused()
    await page.getByLabel('Email address').fill(addressOf(name, admin.email))
    await page.getByLabel('Name').fill(name)
    await page.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check()
    await checkPage()
    await page.getByRole('button', { name: 'Add and invite' }).click()
    await expect(page.getByText(`${name} has been added.`).first()).toBeVisible()
    await checkPage()
  }
  for (const colleague of COLLEAGUES)
    await acceptInvitation(browser, { ...colleague, email: addressOf(colleague.name, admin.email) })
})

function addressOf(name: string, of: string): string {
  return `${name.toLowerCase().replace(' ', '.')}.${of}`
}

async function acceptInvitation(
  browser: Browser,
  { email, role, first }: { email: string; role: string; first: string },
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await linkInMail(email, /^You have been invited/))
  await typeAddress(page, email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Welcome. Choose your password' }),
  ).toBeVisible()
  await expect(page.getByText('At least 12 characters')).toBeVisible()
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Confirm password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await setUpApp(page)
  await expect(page.getByRole('banner')).toContainText(role)
  const menu = page.getByRole('navigation', { name: 'Office', exact: true })
  await expect(menu.getByRole('link', { name: first, exact: true })).toBeVisible()
  await context.close()
}

async function setUpApp(page: Page): Promise<void> {
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from your app').fill(codeOf(key, 0))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I have saved them' }).click()
}
