import type { Page } from '@playwright/test'
import { BANK_HOLIDAYS } from '../domain/bank-holidays.ts'
import { addDays, ukDate, weekday } from '../domain/uk-time.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookFirstTime } from './journey.ts'
import { mailsTo } from './mailbox.ts'
import { bookThroughApi, eventIn, newMember, signIn } from './member.ts'
import { PressCounter } from './presses.ts'
import { SITE_URL } from './site.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls, and the test's own scripts, which the preview does not let run.
test.use({ expectedErrors: [/status of 4(01|09|22)|Blocked script execution.+preview/] })

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
  await expect(page.getByRole('link', { name: 'Enter a name.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Name').first().fill(name)
  await page.getByLabel('Date').fill(addDays(ukDate(new Date()), 45))
  await page.getByLabel('Breaks').fill('10:30-10:45')
  await expect(page.getByText('16 places, 09:00 to 12:00, last at 11:50')).toBeVisible()
  await page.getByLabel('Hall or building').fill('The Maltings')
  await page.getByLabel('Town').fill('Ely')
  const read = page.getByRole('region', { name: 'As visitors read it' })
  await expect(read).toContainText('The page will show only the address')
  await page.getByLabel('Parking').fill('Behind the hall.')
  await expect(read).toContainText('Parking')
  await expect(read).not.toContainText('Hearing loop')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Draft')
  await checkPage()

  await publish(page)
  const missing = page.getByRole('alert').filter({ hasText: 'Add these before you publish' })
  await expect(missing).toContainText('The postcode')
  await expect(missing).toContainText('The laboratory')
  await expect(missing).not.toContainText('At least one place')
  await checkPage()

  await missing.getByRole('link', { name: 'The postcode' }).click()
  await expect(page.getByLabel('Postcode')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Postcode')).toBeFocused()
  await page.getByLabel('Postcode').fill('CB7 4BB')
  await page.getByLabel('Pin on the map').fill('52.3953, 0.2676')
  await page.getByLabel('Product').selectOption({ label: 'Total PSA Test' })
  await page.getByLabel('Laboratory').selectOption({ label: 'CHAPS sample laboratory' })
  await page.getByLabel('Price in pounds').fill('0')
  await page.getByLabel('No, it is free for them').check()
  const host = page.getByRole('group', { name: 'Host' })
  await host.getByLabel('Name').fill('Ann Baker')
  await host.getByLabel('Phone').fill('01353 960118')
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('The Maltings, Ely, CB7 4BB')
  await publish(page)
  await expect(page.getByText('The event is published.')).toBeVisible()
  const link = page.getByRole('link', { name: 'View as a visitor', exact: true })
  const address = (await link.getAttribute('href')) ?? ''
  await checkPage()

  const other = await browser.newContext()
  await signIn(other, await newMember())
  const members = await other.newPage()
  await members.goto(address)
  await expect(members.getByRole('heading', { level: 1, name })).toBeVisible()
  const facts = members.getByRole('main').locator('dl').filter({ hasText: 'Place' })
  await expect(facts).toContainText('ParkingBehind the hall.')
  await expect(facts).not.toContainText('Hearing loop')
  await members.getByRole('link', { name: 'BOOK', exact: true }).click()
  await bookFirstTime(members, async () => undefined)
  await expect(members.getByRole('main')).toContainText('ParkingBehind the hall.')
  await other.close()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('1; 0 waiting')
  await checkPage()
})

test('a draft is read as the page that it becomes', async ({ page }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events/new' })
  const name = `Otley PSA screening ${staff.name.slice(5)}`
  await page.getByLabel('Name').first().fill(name)
  await page.getByLabel('Date').fill(addDays(ukDate(new Date()), 45))
  await page.getByLabel('Hall or building').fill('The Courthouse')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('link', { name: 'Preview as a visitor' }).click()
  await expect(page.getByRole('region', { name: 'Draft' })).toContainText('Draft: not published')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The Courthouse')
  await page.getByRole('link', { name: 'Back to the office' }).click()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('booking is closed and opened again, and a mistaken draft is deleted', async ({
  page,
  browser,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await page.getByRole('searchbox').fill('Glasgow')
  await page.getByRole('link', { name: 'Glasgow PSA screening' }).first().click()
  await expect(page.getByRole('link', { name: 'Attendees' })).toBeVisible()
  await checkPage()
  const address = await page.getByRole('link', { name: 'View as a visitor' }).getAttribute('href')
  await page.getByRole('button', { name: 'Close booking' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why').fill('One phlebotomist is ill.')
  await checkPage()
  await dialog.getByRole('button', { name: 'Close booking' }).click()
  await expect(page.getByRole('main')).toContainText('Booking has been closed to the public')
  await expect(page.getByRole('main')).toContainText('One phlebotomist is ill.')
  await checkPage()
  const visitor = await browser.newPage()
  await visitor.goto(address ?? '')
  await expect(visitor.getByRole('main')).toContainText('Booking Closed')
  await page.getByRole('button', { name: 'Open booking' }).click()
  await expect(page.getByRole('button', { name: 'Close booking' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: 'BOOK', exact: true })).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Make drafts' }).click()
  const draft = page.getByRole('row').filter({ hasText: 'Draft' })
  await expect(draft).toHaveCount(1)
  await checkPage()
  await draft.getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Delete the draft' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Delete the draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the draft' }).click()
  await expect(page.getByText('The draft has been deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
})

test('a series of six drafts is made from one event', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await checkPage()
  await page.getByRole('searchbox').fill('Exeter')
  await expect(page).toHaveURL(/q=Exeter/)
  await page.getByRole('link', { name: 'Exeter PSA screening' }).first().click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('How many events').fill('6')
  await expect(page.getByRole('dialog')).toContainText('6 events, from')
  await checkPage()
  await page.getByRole('button', { name: 'Make drafts' }).click()
  await expect(page.getByText('6 drafts have been made.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /^Series of Exeter/ })).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toHaveCount(6)
  await checkPage()
})

test('a series is published at once, and then gets another venue', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await checkPage()
  const name = `Truro evenings ${staff.name.slice(5)}`
  const hall = `${name} hall`
  const about = { name, hall, host: 'host@example.org', code: 'TRURO-2027' }
  const id = await publishedEvent(page, about)
  await page.goto(`/office/events/${id}`)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('First date').fill(sixTuesdays())
  await page.getByLabel('How many events').fill('6')
  await checkPage()
  await page.getByRole('button', { name: 'Make drafts' }).click()
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(6)
  const counter = new PressCounter()
  await counter.act('publish a series of six', async ({ tap }) => {
    await tap(page.getByRole('button', { name: 'Publish these 6' }))
    await expect(page.getByText('6 events published.')).toBeVisible()
  })
  counter.compare()
  await expect(page.getByText('Published', { exact: true })).toHaveCount(7)
  await checkPage()
  await page.getByRole('button', { name: 'Change the venue of these 7' }).click()
  await page.getByLabel('Hall or building').fill('Hall for Cornwall')
  await page.getByLabel('Pin on the map').fill('50.2640, -5.0500')
  await checkPage()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByRole('region', { name: 'What changes' })).toContainText('changes.')
  await page.getByRole('button', { name: 'Change these 7' }).click()
  await expect(page.getByText('7 events changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Change the price, host or text of these 7' }).click()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByRole('alert').first()).toContainText('at least one thing')
  await page.getByLabel('Host’s name').fill('Camborne Lodge')
  await checkPage()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByRole('button', { name: 'Change these 7' }).click()
  await expect(page.getByText('7 events changed.').last()).toBeVisible()
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('main')).toContainText('Hall for Cornwall')
  await expect(page.getByRole('main')).toContainText('Camborne Lodge')
  await checkPage()
})

test('a series is made on chosen dates', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await checkPage()
  await page.getByRole('searchbox').fill('Cardiff')
  await expect(page).toHaveURL(/q=Cardiff/)
  await page.getByRole('link', { name: 'Cardiff PSA screening' }).first().click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('Dates that I choose').check()
  const today = ukDate(new Date())
  await page.getByLabel('First date').fill(addDays(today, 50))
  await page.getByLabel('Date 2').fill(addDays(today, 53))
  await page.getByRole('button', { name: 'Add a date' }).click()
  await page.getByLabel('Date 4').fill(addDays(today, 71))
  await expect(page.getByRole('dialog')).toContainText('3 events, from')
  await checkPage()
  await page.getByRole('button', { name: 'Make drafts' }).click()
  await expect(page.getByText('3 drafts have been made.')).toBeVisible()
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
  await expect(page).toHaveURL(/q=Plymouth/)
  await page.getByRole('link', { name: 'Plymouth PSA screening' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Plymouth/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
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
  await page.getByRole('link', { name: 'List for the door' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'List for the door' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(1 + 3)
  await checkPage()
  await page.getByRole('link', { name: 'Nottingham PSA screening' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Nottingham/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Cancel the event' }).click()
  await expect(page.getByRole('main')).toContainText('Appointments3')
  await page.getByLabel('Your message to the members').fill('The hall is flooded.')
  await checkPage()
  await page.getByRole('button', { name: 'Cancel the event' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('3 appointments will be cancelled')
  await question.getByRole('button', { name: 'Cancel the event' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('3 of 3 done')
  await checkPage()
  await page.getByRole('link', { name: 'Nottingham PSA screening' }).click()
  await page.getByRole('link', { name: 'See the cancellation' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  await expect
    .poll(async () => (await mailsTo(member.email)).filter(({ text }) => text.includes('flooded')))
    .toHaveLength(1)
  const answer = await page.request.get('/api/events?location=Nottingham')
  expect((await answer.json()).events).toEqual([])
})

test('a new hall is mailed to each of twenty booked members once, and a spelling mistake to nobody', async ({
  page,
  browser,
  checkPage,
}) => {
  const eventId = await eventIn('Birmingham')
  const members = await Promise.all(Array.from({ length: 20 }, () => newMember()))
  for (const member of members) await bookThroughApi(member, eventId)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events/${eventId}/edit`, checkPage })
  await page.getByLabel('Hall or building').fill('The New Assembly Rooms')
  await checkPage()
  await page.getByRole('button', { name: 'Save' }).click()
  const doubt = page.getByRole('alertdialog', { name: 'Is this right?' })
  await expect(doubt).toContainText('those of the old venue: the pin on the map')
  await doubt.getByRole('button', { name: 'Yes, save it' }).click()
  await expect(page.getByText('The event has been saved.')).toBeVisible()
  await checkPage()

  // News to ten or more waits ten minutes, or for a second person.
  const second = await (await browser.newContext({ baseURL: SITE_URL })).newPage()
  await openOffice(second, { staff: await newStaff(['office']), path: '/office/today' })
  const url = `/api/office/events/${eventId}/bulk-actions`
  const [news] = (await (await second.request.get(url)).json()).data
  await second.goto(`/office/bulk-actions/${news.id}`)
  await second.getByRole('button', { name: 'Approve and start now' }).click()
  await second.context().close()

  const told = async ({ email }: { email: string }) =>
    (await mailsTo(email)).filter(({ text }) => text.includes('New Assembly Room'))
  for (const member of members) {
    await expect.poll(() => told(member)).toHaveLength(1)
    expect((await told(member))[0]?.text).toContain('The New Assembly Rooms')
  }

  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByLabel('Hall or building').fill('The New Assembly Room')
  await page.getByLabel(/^Tell 20 members/).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('20 members who have booked will not get an email')
  await question.getByRole('button', { name: 'Save without an email' }).click()
  await doubt.getByRole('button', { name: 'Yes, save it' }).click()
  await expect(page.getByRole('main')).toContainText('The New Assembly Room,')
  for (const member of members) expect(await told(member)).toHaveLength(1)
})

test('the access code of a private event is replaced, and mailed to the host', async ({
  page,
  browser,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events', checkPage })
  await checkPage()
  const host = `host-${staff.name.slice(5)}@example.org`
  const name = `Truro lodge screening ${staff.name.slice(5)}`
  const eventId = await publishedEvent(page, { name, host, code: 'TRURO2026' })
  await page.goto(`/office/events/${eventId}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'New access code' }).click()
  const code = await page.getByLabel('New code').inputValue()
  await expect(page.getByLabel('Text for the host')).toHaveValue(new RegExp(code))
  await page.getByLabel(`Email this text to ${host}`).check()
  await checkPage()
  await page.getByRole('button', { name: 'Replace the code' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the code' }).click()
  await expect(page.getByText('The new code works now')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(code)
  await checkPage()
  await expect.poll(async () => (await mailsTo(host))[0]?.text).toContain(code)

  const visitor = await browser.newContext()
  const enter = (typed: string) =>
    visitor.request.post(`/api/events/${eventId}/check-access-code`, {
      headers: { origin: SITE_URL },
      data: { access_code: typed },
    })
  expect((await enter('TRURO2026')).status()).toBe(403)
  expect((await enter(code)).status()).toBe(200)
  await visitor.close()
})

test('the pin is set on the map, by press and by keyboard', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events/new', checkPage })
  await checkPage()
  const typed = page.getByLabel('Pin on the map')
  const map = page.getByRole('region', { name: /^Map: use the arrow keys/ })
  await typed.fill('53.8008, -1.5491')
  const pin = page.getByRole('button', { name: /^Pin: use the arrow keys/ })
  await pin.focus()
  await page.keyboard.press('ArrowUp')
  await expect(typed).toHaveValue('53.8009, -1.5491')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(typed).toHaveValue('53.8009, -1.5481')
  await expect(pin).toBeFocused()
  await checkPage()
  await map.click({ position: { x: 60, y: 60 } })
  await expect(typed).not.toHaveValue('53.8009, -1.5481')
  await expect(typed).toHaveValue(/^53\.8\d+, -1\.5\d+$/)
})

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publish' }).click()
  const question = page.getByRole('dialog', { name: /^Publish/ })
  const missing = page.getByText('Add these before you publish')
  await expect(question.or(missing)).toBeVisible()
  if (await missing.isVisible()) return
  // The date may be a Sunday or a bank holiday, which is asked about.
  await question.getByRole('button', { name: /publish$/i }).click()
}

/** The first of six Tuesdays that are no bank holidays, after the event that is copied. */
function sixTuesdays(): string {
  const first = addDays(ukDate(new Date()), 61)
  const isGood = (day: string) =>
    weekday(day) === 2 && !BANK_HOLIDAYS[day.slice(0, 4)]?.includes(day)
  for (let n = 0; n < 365; n++) {
    const start = addDays(first, n)
    if ([0, 1, 2, 3, 4, 5].every((week) => isGood(addDays(start, 7 * week)))) return start
  }
  throw new Error('no six Tuesdays without a bank holiday')
}

test('the page of an event shows its money and who works there', async ({ page, checkPage }) => {
  const helper = await newStaff(['venue'])
  const event = await ownEvent()
  await bookThroughApi(await newMember(), event)
  const staff = await newStaff(['office', 'treasurer'])
  await openOffice(page, { staff, path: `/office/events/${event}`, checkPage })
  const fact = (term: string) => page.locator(`dt:text-is("${term}") + dd`)
  await expect(fact('Money so far')).toContainText('£0.00 taken of £0.00 expected, £0.00 refunded')
  await expect(fact('Booked')).toContainText('1; 0 waiting')
  await expect(fact('Booked').getByRole('progressbar', { name: 'Places taken' })).toBeVisible()
  const people = page.getByRole('region', { name: 'Who works there' })
  await people.getByRole('button', { name: 'Change who works there' }).click()
  await people.getByRole('checkbox', { name: helper.name }).check()
  await checkPage()
  await people.getByRole('button', { name: 'Save' }).click()
  await expect(people.getByText(helper.name)).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Who works at the event changed.',
  )
  await checkPage()
})

/** A private event that the staff member of `page` publishes; returns its id. */
async function publishedEvent(
  page: Page,
  {
    name,
    host,
    code,
    hall = 'Lodge Hall',
  }: { name: string; host: string; code: string; hall?: string },
): Promise<number> {
  const ask = async (method: 'GET' | 'POST', path: string, data?: object) => {
    const headers = { origin: SITE_URL }
    const answer = await page.request.fetch(`/api/office/${path}`, { method, headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const products = await ask('GET', 'products')
  const labs = await ask('GET', 'labs')
  const { event_id: id } = await ask('POST', 'events', {
    event_name: name,
    event_date: addDays(ukDate(new Date()), 60),
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 20, places_per_slot: 2 },
    product_id: products.data[0].product_id,
    lab_id: labs.data[0].lab_id,
    price: 0,
    payment_required: false,
    is_private: true,
    access_code: code,
    host_name: 'Truro Lodge',
    contact_email: host,
    address_line1: hall,
    city: 'Truro',
    postcode: 'TR1 1AA',
    latitude: 50.2632,
    longitude: -5.051,
  })
  await ask('POST', `events/${id}/publish`, {
    acknowledged: ['sunday', 'bank_holiday', 'same_hall'],
  })
  return id
}
