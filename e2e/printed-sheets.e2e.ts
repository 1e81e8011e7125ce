import { readPdf } from '../test/app/read-pdf.ts'
import { loseEmail } from './calls.queries.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, DEMO_MEMBER, newMember, profileIdOf, signInAs } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

const MARGIN = { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' }

/** What must be on the first sheet, and how many there may be. */
const PUBLIC = [
  { path: '/event/7', first: 'spaces left', sheets: 2 },
  { path: '/before-you-book', first: 'How is your health now?', sheets: 3 },
  // Of 50 events, which other tests may have made of the demo's.
  { path: '/book-event-main', first: 'spaces left', sheets: 8 },
  { path: '/information-hub', first: 'Health in the workplace', sheets: 3 },
]
const OF_MEMBER = [
  { path: '/upcoming-events', first: 'Show this code at the door', sheets: 2 },
  { path: '/portal/consents', first: 'Consent given', sheets: 1 },
  { path: '/booking-success', first: 'Your place is booked', sheets: 1 },
]

test('public pages are printed without a wasted sheet', async ({ page, checkPage }) => {
  for (const wanted of PUBLIC) {
    await page.goto(wanted.path)
    await expectSheets(await page.pdf({ format: 'A4', margin: MARGIN }), wanted)
    await checkPage()
  }
})

test('so are those of a member', async ({ page, checkPage }) => {
  await signInAs(page.context(), DEMO_MEMBER)
  for (const wanted of OF_MEMBER) {
    await page.goto(wanted.path)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expectSheets(await page.pdf({ format: 'A4', margin: MARGIN }), wanted)
    await checkPage()
  }
})

test('the slip that the office sends by post is one sheet', async ({ page, checkPage }) => {
  const member = await newMember()
  const { id } = await bookThroughApi(member, await ownEvent())
  const path = `/office/members/${await profileIdOf(member)}/appointments/${id}/slip`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const wanted = { path: 'slip', first: 'To change or cancel your appointment', sheets: 1 }
  await expectSheets(await page.pdf({ format: 'A4', margin: MARGIN }), wanted)
  await checkPage()
})

test('so are the reminders of an event by post, a sheet for each member without email', async ({
  page,
  checkPage,
}) => {
  const eventId = await ownEvent()
  for (const lastName of ['Postley', 'Letterby']) {
    const member = await newMember({ lastName })
    await bookThroughApi(member, eventId)
    await loseEmail(member.email)
  }
  await bookThroughApi(await newMember(), eventId)
  const path = `/office/events/${eventId}/attendees?tab=without_email`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'Reminders by post' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  for (const name of ['Postley', 'Letterby'])
    await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible()
  const wanted = { path: 'slips', first: 'To change or cancel your appointment', sheets: 2 }
  await expectSheets(await page.pdf({ format: 'A4', margin: MARGIN }), wanted)
  await checkPage()
})

async function expectSheets(pdf: Buffer, { path, first, sheets }: (typeof PUBLIC)[number]) {
  const printed = await readPdf(pdf)
  const words = printed[0]?.map(({ text }) => text).join(' ')
  expect(words?.toLowerCase().replace(/\s+/g, ' '), path).toContain(first.toLowerCase())
  expect(printed.length, path).toBeLessThanOrEqual(sheets)
}
