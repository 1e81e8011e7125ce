import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(00|01)/] })

test('the text of a mail is seen, tried as a test mail to oneself, and saved', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/products', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Email wording' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Email wording' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Place offered from the waiting list' }).click()
  const text = page.getByRole('textbox', { name: 'Our text in this email' })

  await text.fill('Your {reference}')
  await page.getByRole('button', { name: 'Preview the email' }).click()
  await expect(page.getByText('{reference} is not a placeholder.')).toBeVisible()
  await checkPage()
  const words = `Ring ${staff.name} if {when} is too early.`
  await text.fill(words)
  await page.getByRole('button', { name: 'Preview the email' }).click()
  await expect(page.getByRole('region', { name: /^A CHAPS place is held/ })).toContainText(
    `Ring ${staff.name} if`,
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(`A test email is on its way to ${staff.email}`)).toBeVisible()
  const isTest = ({ subject }: { subject: string }) => subject.startsWith('Test: A CHAPS place')
  await expect.poll(async () => (await mailsTo(staff.email)).filter(isTest)).toHaveLength(1)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The text has been saved.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Place offered' })
  await expect(row.getByRole('cell', { name: 'Yes' })).toBeVisible()

  // Other tests read the mails of the site.
  await row.getByRole('link').click()
  await text.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('cell', { name: 'No' })).toBeVisible()
})
