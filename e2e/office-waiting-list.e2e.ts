import { addComingDay } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, profileIdOf } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('staff put members on the waiting list of a full event, change the order and take one off', async ({
  page,
  checkPage,
}) => {
  const eventId = await addComingDay({ name: 'Kington PSA screening', days: 52, places: 1 })
  const [booked, first, second] = await Promise.all([newMember(), newMember(), newMember()])
  const appointment = await bookThroughApi(booked, eventId)
  const ids = [await profileIdOf(first), await profileIdOf(second)]
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/members/${ids[0]}/book/${eventId}`, checkPage })
  await expect(page.getByText('There are no free times')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await checkPage()
  await page.getByRole('button', { name: 'Put on the waiting list' }).click()
  await expect(page.getByText(/is on the waiting list for .*, at position 1/)).toBeVisible()
  await page.goto(`/office/members/${ids[1]}/book/${eventId}`)
  await expect(page.getByText('There are no free times')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Put on the waiting list' }).click()
  const rows = page.getByRole('link', { name: /^Offer, move or remove/ })
  await expect(rows).toHaveCount(2)
  await checkPage()

  await rows.last().click()
  await expect(page.getByText(/is at position 2 of 2/)).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Offer a place now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Offer the place' }).click()
  await expect(page.getByText(/^No place is free at the moment/)).toBeVisible()
  await page.getByLabel('New position').fill('1')
  await page.getByLabel('Why are you changing the order?').fill('Promised by phone')
  await page.getByRole('button', { name: 'Change the order' }).click()
  await expect(page.getByText(/is at position 1 of 2/)).toBeVisible()

  await booked.ask(`PUT /api/appointments/${appointment.id}/cancel`)
  await page.reload()
  await expect(page.getByText(/^A place is held for/)).toBeVisible()
  await checkPage()
  await page.getByLabel('Why are you taking them off?').fill('Asked by phone')
  await page.getByRole('button', { name: 'Take off the list' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText(/^Place offered until/)).toBeVisible()
})

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 409/] })
