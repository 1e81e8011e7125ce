import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { newMember, profileIdOf } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(00|01|09)/] })

test('an admin carries out a request to be erased, and the member cannot sign in any more', async ({
  page,
  browser,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Forgotten' })
  const number = await profileIdOf(member)
  await member.ask('POST /api/my-data/erasure-request')
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await checkPage()
  await page.getByRole('link', { name: /to erase their data/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erasure')
  await checkPage()
  await page.getByRole('link', { name: `${member.firstName} Forgotten, member ${number}` }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(`Erase data for ${member.firstName} Forgotten`)
  await expect(page.getByRole('region', { name: 'What will be deleted' })).toContainText(
    'Account and sign-ins',
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }

  await page.getByRole('button', { name: 'Erase the data' }).click()
  await page.getByRole('link', { name: `Enter ${number}.` }).click()
  await page.keyboard.type(String(number))
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`We will send a last email to ${member.email}.`)
  await checkPage()
  await question.getByRole('button', { name: 'Erase for ever' }).click()
  await expect(title).toHaveText(`Erasure of member ${number}`)
  await expect(page.getByText('Number in the log')).toBeVisible()
  await checkPage()

  const other = await browser.newPage()
  await other.goto('/login')
  await logIn(other, member)
  await expect(other.locator('#main').getByRole('alert')).not.toBeEmpty()
  await other.close()
})

test('a request is refused with words that the member gets', async ({ page, checkPage }) => {
  const member = await newMember({ lastName: 'Remembered' })
  const number = await profileIdOf(member)
  await member.ask('POST /api/my-data/erasure-request')
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/erasures', checkPage })
  await checkPage()
  await page.getByRole('link', { name: new RegExp(`member ${number}$`) }).click()
  await page.getByRole('button', { name: 'Refuse it' }).click()
  await checkPage()
  await page.getByRole('button', { name: 'Refuse the request' }).click()
  await page.getByRole('link', { name: 'Say why.' }).click()
  await page.keyboard.type('Your sample is still at the laboratory.')
  await page.getByRole('button', { name: 'Refuse the request' }).click()
  await expect(page.getByText('Your sample is still at the laboratory.')).toBeVisible()
  await expect(page.getByText('Refused', { exact: true })).toBeVisible()
  await checkPage()
})

test('an admin sees the jobs, and switches the deletion of old payments on', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/jobs', checkPage })
  await expect(page.getByRole('row', { name: /Seal the logs/ })).toContainText('every minute')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.getByRole('button', { name: 'Run now: Delete expired records' }).click()
  await expect(page.getByText('The job is running now.')).toBeVisible()

  await page.getByRole('link', { name: 'Retention' }).click()
  const payments = page.getByRole('region', { name: /^Payments/ })
  await expect(payments).toContainText('Nothing is deleted')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await payments.getByLabel('Months').fill('3')
  await payments.getByRole('button', { name: 'Save' }).click()
  await expect(payments.getByRole('link', { name: /from 12 to 600/ })).toBeVisible()
  await payments.getByLabel('Months').fill('84')
  await payments.getByLabel('Delete older records?').selectOption('Yes, once a day')
  await payments.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('older than 84 months')
  await question.getByRole('button', { name: 'Yes, delete them' }).click()
  await expect(payments).toContainText('Deleted once a day')
  await expect(payments).toContainText(`by ${staff.name}`)
  await checkPage()
})
