import { addComingDay, bringForward } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'
import { bookThroughApi, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('two days without a member: a kind message, and a call that Today asks for', async ({
  page,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Absentee' })
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await checkPage()
  for (const day of ['First missed day', 'Second missed day']) {
    const eventId = await addComingDay({ name: day, days: 20 })
    await bookThroughApi(member, eventId)
    await bringForward(eventId, -30)
    const closed = await page.request.post(`/api/office/days/${eventId}/close`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { expected: 1 },
    })
    expect(await closed.json()).toEqual({ did_not_attend: 1 })
  }
  expect(await linkInMail(member.email, /^We missed you/)).toContain('/book-event')

  await page.reload()
  await page.getByRole('link', { name: /to call: did not attend twice/ }).click()
  await expect(page).toHaveURL('/office/members?tab=absent')
  await checkPage()
  await page.getByRole('link', { name: 'James Absentee' }).first().click()
  await expect(page.getByText('Did not attend 2 times in a row')).toBeVisible()
  await checkPage()
})
