import type { Page } from '@playwright/test'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { expect, test } from './fixtures.ts'
import { bookFirstTime } from './journey.ts'
import { mailsTo } from './mailbox.ts'
import { bookThroughApi, eventIn, newMember, signIn } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(01|09|22)/] })

test('an event from nothing to published, and booked by a member', {
  tag: '@core',
}, async ({ page, browser, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  const name = `Ely PSA screening ${staff.name.slice(5)}`
  await checkPage()
  await page.getByRole('link', { name: 'New event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New event' })).toBeVisible()
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('link', { name: 'Please enter a name.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Name').first().fill(name)
  await page.getByLabel('Date').fill(addDays(ukDate(new Date()), 45))
  await page.getByLabel('Breaks').fill('10:30-10:45')
  await page.getByLabel('Hall or building').fill('The Maltings')
  await page.getByLabel('Town').fill('Ely')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Draft')
  await checkPage()

  await publish(page)
  const missing = page.getByRole('alert').filter({ hasText: 'please add' })
  await expect(missing).toContainText('The postcode')
  await expect(missing).toContainText('The laboratory')
  await expect(missing).not.toContainText('At least one place')
  await checkPage()

  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Postcode').fill('CB7 4BB')
  await page.getByLabel('Pin on the map').fill('52.3953, 0.2676')
  await page.getByLabel('Product').selectOption({ label: 'Total PSA Test' })
  await page.getByLabel('Laboratory').selectOption({ label: 'CHAPS sample laboratory' })
  await page.getByLabel('Price in pounds').fill('0')
  await page.getByLabel('No, it costs them nothing').check()
  const host = page.getByRole('group', { name: 'Host' })
  await host.getByLabel('Name').fill('Ann Baker')
  await host.getByLabel('Telephone').fill('01353 960118')
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('The Maltings, Ely, CB7 4BB')
  await publish(page)
  await expect(page.getByText('The event is published.')).toBeVisible()
  const link = page.getByRole('link', { name: 'See it as visitors see it' })
  const address = (await link.getAttribute('href')) ?? ''
  await checkPage()

  const other = await browser.newContext()
  await signIn(other, await newMember())
  const members = await other.newPage()
  await members.goto(address)
  await expect(members.getByRole('heading', { level: 1, name })).toBeVisible()
  await members.getByRole('link', { name: 'BOOK', exact: true }).click()
  await bookFirstTime(members, async () => undefined)
  await other.close()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('1; 0 waiting')
  await checkPage()
})

test('a series of six drafts is made from one event', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await checkPage()
  await page.getByRole('searchbox').fill('Exeter')
  await page.getByRole('link', { name: 'Exeter PSA screening' }).first().click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('How many events').fill('6')
  await expect(page.getByRole('dialog')).toContainText('6 events, from')
  await checkPage()
  await page.getByRole('button', { name: 'Make drafts' }).click()
  await expect(page.getByText('6 drafts are made.')).toBeVisible()
  await page.getByRole('searchbox').fill('Exeter')
  await expect(page.getByRole('status').filter({ hasText: '6 events' })).toBeVisible()
  await checkPage()
})

test('of two clerks on one event the second reads who changed it, and keeps what was typed', async ({
  page,
  browser,
  checkPage,
}) => {
  const [one, two] = [await newStaff(['office']), await newStaff(['office'])]
  await openOffice(page, { staff: one, path: '/office/events', checkPage })
  await checkPage()
  await page.getByRole('searchbox').fill('Plymouth')
  await page.getByRole('link', { name: 'Plymouth PSA screening' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Plymouth/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByLabel('Street').fill('Of the first clerk')
  await checkPage()

  const other = await browser.newContext()
  const theirs = await other.newPage()
  await openOffice(theirs, { staff: two, path: new URL(page.url()).pathname })
  await theirs.getByLabel('Street').fill('Of the second clerk')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByText('The event has been saved.')).toBeVisible()
  await other.close()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert').filter({ hasText: two.name })).toBeVisible()
  await expect(page.getByLabel('Street')).toHaveValue('Of the first clerk')
  await checkPage()
})

test('a day is cancelled: counted first, then everybody booked gets one mail and the page shows how far it is', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const eventId = await eventIn('Nottingham')
  const member = await newMember()
  await bookThroughApi(member, eventId)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events/${eventId}/attendees`, checkPage })
  await expect(page.getByRole('row')).toHaveCount(1 + 3)
  await checkPage()
  await page.getByRole('link', { name: 'Nottingham PSA screening' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Nottingham/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Cancel the day' }).click()
  await expect(page.getByRole('main')).toContainText('Appointments3')
  await page.getByLabel('Your words to the members').fill('The hall is flooded.')
  await checkPage()
  await page.getByRole('button', { name: 'Cancel the day' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 appointments will be cancelled')
  await question.getByRole('button', { name: 'Cancel the day' }).click()
  await expect(page.getByText('It is done.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('3 of 3 done')
  await checkPage()
  await page.getByRole('link', { name: 'Nottingham PSA screening' }).click()
  await page.getByRole('link', { name: 'The cancellation' }).click()
  await expect(page.getByText('It is done.')).toBeVisible()
  await checkPage()
  await expect
    .poll(async () => (await mailsTo(member.email)).filter(({ text }) => text.includes('flooded')))
    .toHaveLength(1)
  const answer = await page.request.get('/api/events?location=Nottingham')
  expect((await answer.json()).events).toEqual([])
})

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('alertdialog', { name: /^Publish/ })
  await question.getByRole('button', { name: 'Publish' }).click()
}
