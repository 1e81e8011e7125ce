import { expect, test } from './fixtures.ts'
import { expectMail } from './mailbox.ts'
import { addMessage } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

test('a message is answered, noted, handed on and marked as a complaint until its outcome is sent', async ({
  page,
  checkPage,
}) => {
  const email = `writes-${crypto.randomUUID().slice(0, 8)}@example.org`
  const id = await addMessage(email)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/messages?q=${email}`, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'James Carter' }).click()
  await expect(page).toHaveURL(`/office/messages/${id}`)
  await checkPage()

  await page.getByLabel('Note for colleagues').fill('Rang, no answer')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Rang, no answer')).toBeVisible()
  await page.getByLabel('Who sees to it?').selectOption({ label: staff.name })
  await page.getByRole('button', { name: 'Save who sees to it' }).click()
  await expect(page.getByText(`${staff.name} sees to this message.`)).toBeVisible()

  await page.getByRole('button', { name: 'Mark as a complaint about personal data' }).click()
  await expect(page.getByText(/Complaint: acknowledge it by/)).toBeVisible()
  await page.getByLabel('Your answer').fill('We are looking into it.')
  await page.getByLabel('Mark the message as handled').uncheck()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText(/look into it without delay/)).toBeVisible()
  await expectMail(email, 'Your message to CHAPS')

  await page.goto('/office/today')
  await checkPage()
  await page.getByRole('link', { name: 'The complaint of James Carter' }).first().click()
  await page.getByLabel('Your answer').fill('It was a mistake, and it is mended.')
  await page.getByLabel('This answer tells the outcome of the complaint').check()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(
    page.getByText('The outcome of this complaint about personal data has been told.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await checkPage()
})
