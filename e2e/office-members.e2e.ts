import { GOOD_CARD, openCheckout, pressPay, SOON, typeCard } from './checkout.ts'
import { ownEvent } from './coming-day.queries.ts'
import { UNDERSTOOD } from './door.ts'
import { expect, test } from './fixtures.ts'
import { consent } from './journey.ts'
import { bookThroughApi, eventIn, newMember } from './member.ts'
import { addPayment } from './queries.ts'
import { chooseTime, listOfEvents, newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(01|09)/] })

test('the office finds a member, books by telephone, moves and cancels the appointment', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember({ lastName: 'Telephoned' })
  const name = `${member.firstName} ${member.lastName}`
  const eventId = await eventIn('Bristol')
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/members', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('link', { name: 'Book', exact: true }).click()
  await page.getByRole('searchbox').fill('Bristol')
  await expect(page).toHaveURL(/q=Bristol/)
  await checkPage()
  await listOfEvents(page).locator(`a[href$="/book/${eventId}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name: `Book ${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByRole('link', { name: 'Choose a time.' })).toBeVisible()
  await chooseTime(page, '14:20')
  await page.getByLabel('Given now by phone').check()
  await page.getByLabel(UNDERSTOOD).check()
  await expect(page.getByLabel('Who reads it out')).toHaveValue(staff.name)
  await consent(page)
  await page.getByLabel('Waived: the member pays nothing').check()
  await page.getByRole('button', { name: 'Book' }).click()
  await page.getByRole('link', { name: 'Say why there is nothing to pay.' }).click()
  await page.keyboard.type('guest of the club')
  await checkPage()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('£25.00: Waived: the member pays nothing.')
  await checkPage()
  await question.getByRole('button', { name: 'Book' }).click()
  await expect(page.getByText(`${name} is booked.`)).toBeVisible()
  const row = page
    .getByRole('region', { name: /appointments$/ })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText('14:20')
  await expect(row).toContainText('Nothing to pay')
  await expect(page.getByRole('region', { name: 'Consents' })).toContainText(staff.name)
  await checkPage()

  await row.getByRole('link', { name: /^Move/ }).click()
  await chooseTime(page, '14:40')
  await page.getByLabel('Why are you moving it?').fill('asked for later')
  await checkPage()
  await page.getByRole('button', { name: 'Move' }).click()
  await expect(question).toContainText('The price stays £25.00. The payment stays waived.')
  await question.getByRole('button', { name: 'Move' }).click()
  await expect(row).toContainText('14:40')
  await expect(row).toContainText(`by ${staff.name}`)
  await expect(row).toContainText(/ from 14:20 on /)

  const record = page.url()
  const move = await row.getByRole('link', { name: /^Move/ }).getAttribute('href')
  await page.goto(`${move?.replace(/\d+$/, '')}${await eventIn('Bury St Edmunds')}`)
  await expect(page.getByText('This event needs a confirmed NHS number.')).toBeVisible()
  await checkPage()
  await page.goto(record)

  await row.getByRole('link', { name: /^Cancel/ }).click()
  await page.getByLabel('Why are you cancelling it?').fill('is unwell')
  await checkPage()
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(question).toContainText('Nothing was paid, so nothing is refunded.')
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(row).toContainText('Cancelled')
  await expect(row).toContainText('is unwell')
  await checkPage()
})

test('of two clerks on one member the second reads what changed, and loses no typing', async ({
  page,
  browser,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Shared' })
  const [one, two] = [await newStaff(['office']), await newStaff(['office'])]
  await openOffice(page, { staff: one, path: '/office/members', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page.getByRole('link', { name: 'Shared' }).click()
  await page.getByRole('link', { name: 'The member’s request' }).click()
  await expect(page.getByRole('region', { name: 'Who has looked at this record' })).toContainText(
    'the member’s request',
  )
  await checkPage()
  await page.getByRole('link', { name: 'Change contact details' }).click()
  await page.getByLabel('House and street').fill('1 Mill Lane')
  await page.getByLabel('Town').fill('Lewes')
  await checkPage()

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openOffice(theirs, { staff: two, path: new URL(page.url()).pathname })
  await theirs.getByLabel('Phone', { exact: true }).fill('07700 900555')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText(/contact details have been saved/)).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('alert').filter({ hasText: two.name })
  await expect(told).toContainText('phone is now')
  await expect(page.getByLabel('Town')).toHaveValue('Lewes')
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  const contact = page.getByRole('region', { name: 'Contact details', exact: true })
  await expect(contact).toContainText('1 Mill LaneLewes')
  await expect(contact).toContainText('900555')
  await checkPage()
})

test('the office refunds a part of a card payment', {
  tag: '@core',
}, async ({ page, browser, checkPage }) => {
  const member = await newMember({ lastName: 'Refunded' })
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openCheckout(theirs, { member, eventId: await eventIn(SOON), time: '15:00' })
  await typeCard(theirs, GOOD_CARD)
  await pressPay(theirs)
  await expect(theirs).toHaveURL(/\/booking-success/)
  await other.close()

  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/payments?tab=all', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page.getByRole('link', { name: 'Refunded' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name: /^£25\.00 from / })).toBeVisible()
  await checkPage()
  await page.getByLabel('Why are you refunding it?').fill('was late')
  await page.getByLabel('Amount in pounds').fill('7')
  await page.getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('alertdialog', { name: /^Refund £7\.00 to / })
  await expect(question).toContainText('£18.00 will be left')
  await question.getByRole('button', { name: 'Refund £7.00' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('£7.00')
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('was late')
  await checkPage()
})

test('what the policy does not give any more is for the treasurer', async ({ page, checkPage }) => {
  const member = await newMember({ lastName: 'Paidlongago' })
  const { id } = await bookThroughApi(member, await ownEvent())
  await addPayment(id, { daysAgo: 20 })
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/payments?tab=all', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page.getByRole('link', { name: 'Paidlongago' }).last().click()
  await page.getByLabel('Amount in pounds').fill('25')
  await page.getByLabel('Why are you refunding it?').fill('was late')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('link', { name: /Only the treasurer can refund more/ })).toBeVisible()
  await checkPage()
})
