import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('a product with its own words, seen as the mail that a member gets', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/products', checkPage })
  await expect(page.getByRole('region', { name: 'Laboratories' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('link', { name: 'Enter a name.' })).toBeVisible()
  await checkPage()

  const name = `PSA and cholesterol ${staff.name.slice(5)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price in pounds').fill('32.50')
  const words = page.getByLabel('Our text in the confirmation email')
  await words.fill('Bring {surname}.')
  await page.getByRole('button', { name: 'Preview the email' }).click()
  await expect(page.getByText('{surname} is not a placeholder.')).toBeVisible()
  await words.fill('Please eat nothing before {when}.')
  await page.getByRole('button', { name: 'Preview the email' }).click()
  const mail = page.getByRole('region', { name: /^Your CHAPS appointment is booked/ })
  await expect(mail).toContainText('Please eat nothing before ')
  await checkPage()
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(`on its way to ${staff.email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Add' }).click()

  await page.getByRole('link', { name }).click()
  await page.getByLabel('Price in pounds').fill('35')
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name })).toContainText('£35.00')

  await page.getByRole('link', { name: 'New laboratory' }).click()
  const lab = `Laboratory ${staff.name.slice(5)}`
  await page.getByLabel('Name', { exact: true }).fill(lab)
  await page.getByLabel('It needs the NHS number').check()
  await checkPage()
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('row', { name: lab })).toContainText('Yes')
  await page.getByRole('link', { name: lab }).click()
  await page.getByLabel('It needs the NHS number').uncheck()
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: lab })).toContainText('No')
})
