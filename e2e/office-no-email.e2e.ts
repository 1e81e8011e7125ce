import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { UNDERSTOOD } from './door.ts'
import { expect, test } from './fixtures.ts'
import { consent } from './journey.ts'
import { eventIn } from './member.ts'
import { chooseTime, listOfEvents, newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(01|09)/] })

async function endSoon(route: Route) {
  const response = await route.fetch()
  const expiresAt = new Date(Date.now() + 2_000).toISOString()
  await route.fulfill({ response, json: { ...(await response.json()), expires_at: expiresAt } })
}

test('telephone booking of a man without e-mail: compared, booked, moved and cancelled', async ({
  page,
  checkPage,
}) => {
  const lastName = `Rungin ${randomUUID().slice(0, 6)}`
  const name = `Albert ${lastName}`
  const eventId = await eventIn('Bristol')
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/members', checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'New member' }).click()
  await checkPage()
  await page.getByRole('button', { name: 'Add the member' }).click()
  await expect(page.getByRole('link', { name: 'Last name: This field is required.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('First name').fill('Albert')
  await page.getByLabel('Last name').fill(lastName)
  for (const [part, value] of [
    ['Day', '3'],
    ['Month', '2'],
    ['Year', '1955'],
  ] as const)
    await page.getByLabel(part).fill(value)
  await page.getByLabel('House and street').fill('Rose Cottage\n3 Mill Lane')
  await page.getByLabel('Town').fill('Bures')
  await page.getByLabel('Postcode').fill('co8 5aa')
  await page.getByLabel('By phone').check()
  await page.getByRole('button', { name: 'Add the member' }).click()
  await page.getByRole('link', { name: /^Phone: / }).click()
  await page.keyboard.type('01206 496010')
  await page.getByLabel('Hearing loop').check()
  await page.getByRole('button', { name: 'Add the member' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Hearing loop')).toBeVisible()
  await checkPage()
  const record = page.url()

  await page.goto('/office/members/new')
  await page.getByLabel('First name').fill('ALBERT')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Postcode').fill('CO85AA')
  for (const [part, value] of [
    ['Day', '3'],
    ['Month', '2'],
    ['Year', '1956'],
  ] as const)
    await page.getByLabel(part).fill(value)
  await page.getByLabel('Phone', { exact: true }).or(page.getByLabel('Phone (optional)')).fill('1')
  await page.getByLabel('By phone').check()
  await page.getByRole('button', { name: 'Add the member' }).click()
  const doubles = page.getByRole('region', { name: 'Possible duplicate' })
  await expect(doubles).toContainText('In common: first name, last name, postcode')
  await expect(page.getByRole('button', { name: 'Add as a new member anyway' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await doubles.getByRole('link', { name: /^Open the record/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(record)

  await page.getByRole('link', { name: 'Book', exact: true }).click()
  const nearest = page.getByRole('region', { name: 'Nearest to CO8 5AA' })
  await expect(nearest.getByRole('row').nth(1)).toContainText(/mile/)
  await page.getByRole('searchbox').fill('Bristol')
  await expect(page).toHaveURL(/q=Bristol/)
  await checkPage()
  await listOfEvents(page).locator(`a[href$="/book/${eventId}"]`).click()
  const held = page.getByText(new RegExp(`^Held for ${name} until \\d\\d:\\d\\d`))
  // The first hold lasts for a moment only.
  await page.route('**/holds', endSoon)
  await page.getByLabel('Why you book').fill('called us')
  await chooseTime(page, '14:40')
  await expect(held).toBeVisible()
  await expect(page.getByText(`no longer held for ${name}`)).toBeVisible()
  await expect(page.getByLabel('Why you book')).toHaveValue('called us')
  await expect(page.getByLabel('Time')).toHaveValue('')
  await checkPage()
  await page.unroute('**/holds', endSoon)
  await chooseTime(page, '14:40')
  await expect(held).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  const released = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await released).status()).toBe(204)
  await page.goBack()
  await chooseTime(page, '15:00')
  await expect(held).toBeVisible()
  await page.getByLabel('Given now by phone').check()
  await page.getByLabel(UNDERSTOOD).check()
  await consent(page)
  await page.getByLabel('Still to pay').check()
  await checkPage()
  await page.getByRole('button', { name: 'Book' }).click()
  await expect(question).toContainText('We have no email address')
  await question.getByRole('button', { name: 'Book' }).click()

  const confirmation = page.getByRole('link', { name: 'Read out or print the confirmation' })
  await expect(confirmation).toBeVisible()
  await checkPage()
  await confirmation.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your appointment' })).toBeVisible()
  const slip = page.getByRole('article')
  for (const words of [
    'Rose Cottage',
    '15:00',
    '£25.00. Our office will tell you how to pay.',
    'Bring your',
  ])
    await expect(slip).toContainText(words)
  await checkPage()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(slip).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Messages to the member' })).toContainText('none')

  const row = page
    .getByRole('region', { name: /appointments$/ })
    .getByRole('row')
    .nth(1)
  await row.getByRole('link', { name: /^Move/ }).click()
  await chooseTime(page, '15:20')
  await page.getByLabel('Why are you moving it?').fill('asked for later')
  await checkPage()
  await page.getByRole('button', { name: 'Move' }).click()
  await question.getByRole('button', { name: 'Move' }).click()
  await expect(slip).toContainText('15:20')
  await page.getByRole('link', { name: 'Done' }).click()
  await row.getByRole('link', { name: /^Cancel/ }).click()
  await page.getByLabel('Why are you cancelling it?').fill('is unwell')
  await checkPage()
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await question.getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your appointment is cancelled')
  await expect(slip).toContainText('Please do not come.')
  await checkPage()
})
