import { GOOD_CARD, pressPay, typeCard } from './checkout.ts'
import { ownEvent } from './coming-day.queries.ts'
import { UNDERSTOOD } from './door.ts'
import { expect, test } from './fixtures.ts'
import { consent } from './journey.ts'
import { linkInMail } from './mailbox.ts'
import { eventIn, newMember, profileIdOf, signInAs } from './member.ts'
import { ask } from './office-results.ts'
import { chooseTime, newStaff, openOffice } from './staff.ts'

test.use({ expectedErrors: [/status of 4(01|09)/] })

test('the office books by telephone and sends a payment link, which is paid without an account', async ({
  page,
  browser,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Linked', phoneNumber: '07700 900118' })
  const name = `${member.firstName} ${member.lastName}`
  const profileId = await profileIdOf(member)
  const eventId = await ownEvent({ pricePence: 2000 })
  const staff = await newStaff(['office', 'treasurer'])
  await openOffice(page, {
    staff,
    path: `/office/members/${profileId}/book/${eventId}`,
    checkPage,
  })
  await expect(page.getByLabel('Time')).toBeVisible()
  await checkPage()
  const { version } = await ask(page, `GET /api/office/members/${profileId}`)
  const change = { version, phone_confirmed: true }
  await ask(page, `PUT /api/office/members/${profileId}`, change)
  await chooseTime(page, '10:20')
  await page.getByLabel('Given now by phone').check()
  await page.getByLabel(UNDERSTOOD).check()
  await consent(page)
  await page.getByLabel('Still to pay: send a payment link by email or text next').check()
  await page.getByRole('button', { name: 'Book' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Book' }).click()

  const title = `Payment for ${name}’s appointment`
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('£20.00 to pay. Not paid.')).toBeVisible()
  await page.getByLabel('Text to +447700900118').check()
  await expect(page.getByText(/CHAPS: please pay £20\.00/)).toBeVisible()
  await expect(page.getByText(/characters, sent as 2 texts\./)).toBeVisible()
  await checkPage()
  await page.getByLabel(`Email to ${member.email}`).check()
  await page.getByRole('button', { name: 'Send a payment link' }).click()
  await expect(page.getByText(`A payment link has been sent to ${member.email}.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a payment link again' })).toBeVisible()

  const visitor = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/London' })
  const link = await linkInMail(member.email, /^Please pay for your CHAPS appointment/)
  await visitor.goto(link)
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Pay for your appointment' }),
  ).toBeVisible()
  await expect(visitor.getByText(`Hello ${member.firstName}`)).toBeVisible()
  await expect(visitor.getByText(member.lastName)).toHaveCount(0)
  await typeCard(visitor, GOOD_CARD)
  await pressPay(visitor)
  await expect(visitor.getByText('You have nothing left to pay')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('You have nothing left to pay')).toBeVisible()
  await visitor.close()

  await page.goto(`/office/members/${profileId}`)
  const row = page
    .getByRole('region', { name: /appointments$/ })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText('Paid by card')
  await expect(row).toContainText('paid by link')
  await checkPage()
})

test('the office records what was taken at the venue, and reads it in the payments', async ({
  page,
  browser,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Cashed' })
  const profileId = await profileIdOf(member)
  const eventId = await eventIn('Leicester')
  const staff = await newStaff(['office', 'treasurer'])
  await openOffice(page, {
    staff,
    path: `/office/members/${profileId}/book/${eventId}`,
    checkPage,
  })
  await expect(page.getByLabel('Time')).toBeVisible()
  await checkPage()
  await chooseTime(page, '11:40')
  await page.getByLabel('Given now by phone').check()
  await page.getByLabel(UNDERSTOOD).check()
  await consent(page)
  await page.getByLabel('At the venue, on the day').check()
  await page.getByRole('button', { name: 'Book' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Book' }).click()
  const row = page
    .getByRole('region', { name: /appointments$/ })
    .getByRole('row')
    .nth(1)
  await row.getByRole('link', { name: /^Payment/ }).click()

  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(page.getByRole('link', { name: 'Say how it was paid.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Cash').check()
  await page.getByLabel('Amount in pounds').fill('25')
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await page.getByRole('link', { name: /^Enter £20\.00, or the part/ }).click()
  await page.getByLabel('Amount in pounds').fill('20')
  await page.getByLabel('Who took it').fill('Ann Door')
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await expect(row).toContainText('Paid at the venue')
  await checkPage()

  await page.goto(`/office/payments?tab=paid&q=${encodeURIComponent(member.email)}`)
  await expect(page.getByRole('row').nth(1)).toContainText('At the venue, cash')
  await checkPage()
  await page.getByRole('link', { name: /Cashed/ }).click()
  await expect(page.getByText('Cash, taken by Ann Door')).toBeVisible()
  await checkPage()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt (PDF)' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
  await page.getByRole('button', { name: 'Send the receipt by email' }).click()
  await expect(page.getByText(`We are sending the receipt to ${member.email}.`)).toBeVisible()

  const theirs = await browser.newContext()
  await signInAs(theirs, member)
  const portal = await theirs.newPage()
  await portal.goto('/portal/payments')
  await expect(portal.getByText('In cash, at the venue')).toBeVisible()
  const own = portal.waitForEvent('download')
  await portal.getByRole('link', { name: /^Download the receipt/ }).click()
  expect((await own).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
  await theirs.close()
})
