import { randomUUID } from 'node:crypto'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'
import { bookThroughApi, newMember } from './member.ts'
import { setOwed } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

test('the office reminds one member who owes, and the ticked ones', async ({ page, checkPage }) => {
  const lastName = `Owing ${randomUUID().slice(0, 6)}`
  const members = [await newMember({ lastName }), await newMember({ lastName })]
  const eventId = await ownEvent()
  for (const [index, member] of members.entries()) {
    const { id } = await bookThroughApi(member, eventId, (times) => times[index])
    await setOwed(id, 2500)
  }
  const staff = await newStaff(['office'])
  await openOffice(page, {
    staff,
    path: `/office/unpaid?q=${encodeURIComponent(lastName)}`,
    checkPage,
  })
  await expect(page.getByText('£50.00 is still to pay.')).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  const one = page.getByRole('button', { name: /^Send a reminder to/ })
  await expect(one).toHaveCount(2)
  await one.first().click()
  await expect(page.getByText(/^A payment link has been sent to/)).toBeVisible()
  await expect(page.getByText('Not yet')).toHaveCount(1)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Remind the 2 ticked' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('2 payment links have been sent.')).toBeVisible()
  await expect(page.getByText('Not yet')).toHaveCount(0)
  for (const { email } of members)
    expect(await linkInMail(email, /pay/i)).toContain('/checkout#pay=')
  await page.goto(`/office/events/${eventId}/attendees?tab=to_pay`)
  await expect(page.getByRole('cell', { name: '£25.00', exact: true })).toHaveCount(2)
  await expect(page.getByText('Still to pay: £50.00 from 2 appointments')).toBeVisible()
  await page.getByRole('button', { name: 'Name' }).click()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await checkPage()
})
