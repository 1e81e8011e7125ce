import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in.
test.use({ expectedErrors: [/status of 401/] })

test('a host gets an invoice for a deposit, pays a part, and it is cancelled by a credit note', async ({
  page,
  checkPage,
}) => {
  const event = await ownEvent()
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events/${event}`, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'New invoice or deposit' }).click()
  await page.getByRole('button', { name: 'Issue the invoice' }).click()
  await expect(page.getByRole('link', { name: 'Choose what to issue.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Invoice for a deposit').check()
  await page.getByLabel('Host', { exact: true }).fill('Ely Lodge')
  await page.getByLabel('Address of the host').fill('1 High Street\nEly\nCB7 4BB')
  await page.getByLabel('What is it for?').fill('Deposit for 20 tests')
  await page.getByLabel('Amount in pounds').fill('250')
  await page.getByRole('button', { name: 'Issue the invoice' }).click()
  const title = page.getByRole('heading', { level: 1, name: /^Invoice for a deposit \d{4}-\d{4}$/ })
  await expect(title).toBeVisible()
  await checkPage()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Invoice (PDF)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^invoice-\d{4}-\d{4}\.pdf$/)

  await page.getByLabel('Bank transfer').check()
  await page.getByLabel('Amount in pounds').fill('100')
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByText('£100.00 has been recorded.')).toBeVisible()
  await expect(page.getByText('Part paid')).toBeVisible()
  await page.getByRole('button', { name: 'Undo £100.00' }).click()
  await page.getByLabel('Why is the entry of £100.00 wrong?').fill('From another lodge')
  await page.getByRole('button', { name: 'Undo the entry' }).click()
  await expect(page.getByText(`Undone by ${staff.name}: From another lodge`)).toBeVisible()
  await checkPage()

  await page.getByLabel('Why is it cancelled?').fill('The lodge has no day after all')
  await page.getByRole('button', { name: 'Cancel the invoice' }).click()
  await page.getByRole('button', { name: 'Issue the credit note' }).click()
  await expect(page.getByText(/^Credit note \d{4}-\d{4}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Credit note (PDF)' })).toBeVisible()
  await checkPage()
  await page.goto(`/office/events/${event}`)
  const list = page.getByRole('region', { name: 'Invoices to the host' })
  await expect(list.getByRole('row').nth(1)).toContainText('Cancelled')
  await checkPage()
})
