import { expect, test } from './fixtures.ts'
import { consent, giveConsentAndBook, logIn } from './journey.ts'
import { press } from './keyboard.ts'
import { linkInMail, mailsTo } from './mailbox.ts'
import { bookThroughApi, eventIn, type Member, newMember, profileIdOf, signIn } from './member.ts'
import { endOffer } from './queries.ts'

// One place is left at its last time; a test that fills it releases it again.
const TOWN = 'Cambridge'
test.describe.configure({ mode: 'default' })
const OFFER = /^A CHAPS place is held for you until/

let eventId: number
let host: Member
let appointmentId: number
test.beforeEach(async () => {
  eventId = await eventIn(TOWN)
  host = await newMember()
  appointmentId = (await bookThroughApi(host, eventId, (times) => times.at(-1))).id
})

const hostCancels = () => host.ask(`PUT /api/appointments/${appointmentId}/cancel`)

test('a member waits for a full event, is offered a cancelled place, and books it', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const [member, behind] = await Promise.all([newMember(), newMember()])
  await page.goto(`/event/${eventId}`)
  await expect(page.getByRole('button', { name: 'Fully Booked' })).toBeDisabled()
  await checkPage()
  await page.getByRole('link', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting list' })).toBeFocused()
  await checkPage()
  await page.getByRole('link', { name: 'Yes, sign in' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await checkPage()
  await logIn(page, member)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting list' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nobody is waiting yet' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { name: 'You are first' })).toBeFocused()
  await behind.ask(`POST /api/events/${eventId}/waiting-list`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are 1st of 2' })).toBeVisible()
  await checkPage()

  await hostCancels()
  const link = await linkInMail(member.email, OFFER)
  expect(link).toMatch(new RegExp(`/book-event\\?event=${eventId}$`))
  expect(await mailsTo(behind.email).then((mails) => mails.length)).toBe(0)
  await page.goto(`/waiting-list?event=${eventId}`)
  await expect(page.getByRole('heading', { name: 'A place is held for you' })).toBeVisible()
  await expect(page.getByText(/You can book it until \d\d:\d\d on \w+ \d+ \w+ \d{4}/)).toBeVisible()
  await checkPage()
  await page.goto('/upcoming-events')
  const waits = page.getByRole('region', { name: 'Waiting lists' })
  await expect(waits).toContainText('A place is held for you')
  await checkPage()

  await page.goto(link)
  const free = page.getByRole('radio', { disabled: false })
  await expect(free).toHaveCount(1)
  await expect(free).toBeChecked()
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  await expect(first).toHaveText(/^\d\d:\d\d is held for you until \d\d:\d\d on \w+ \d+ \w+ \d{4}$/)
  await expect(page.getByRole('link', { name: 'Book event' })).toHaveCount(0)
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page.getByText(/^\d\d:\d\d is held for you$/)).toBeVisible()
  await consent(page)
  await giveConsentAndBook(page)
  await checkPage()
  await page.goto(`/waiting-list?event=${eventId}`)
  await expect(page.getByRole('heading', { name: 'You have booked a place' })).toBeVisible()
  const { wait } = await behind.ask(`GET /api/events/${eventId}/waiting-list`)
  expect(wait).toMatchObject({ status: 'waiting', position: 1, waiting: 1 })

  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage, ...sessionStorage }, document.cookie]),
  )
  expect(stored).not.toMatch(/wait|offer/i)
  await behind.ask(`DELETE /api/events/${eventId}/waiting-list`)
  const mine = await member.ask(
    `GET /api/appointments/upcoming-appointments/user/${await profileIdOf(member)}`,
  )
  const [own] = mine.appointments as { appointment_id: number }[]
  await member.ask(`PUT /api/appointments/${own?.appointment_id}/cancel`)
})

test('the booking screen of a full event leads to its waiting list', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${eventId}`)
  await expect(page.getByRole('heading', { name: 'Fully Booked' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Join the waiting list' }).click()
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { name: 'You are first' })).toBeFocused()
  await checkPage()
  await member.ask(`DELETE /api/events/${eventId}/waiting-list`)
  await hostCancels()
})

test('a member joins and, after a confirmation, leaves, by keyboard on a small screen', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page.context(), member)
  await page.goto(`/waiting-list?event=${eventId}`)
  await press(page, page.getByRole('button', { name: 'Join the waiting list' }), 'Enter')
  await expect(page.getByRole('heading', { name: 'You are first' })).toBeFocused()
  await checkPage()
  const leave = page.getByRole('button', { name: 'Leave the waiting list' })
  await press(page, leave, 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Leave the waiting list?' })
  await expect(question).toContainText('You will lose your place in the list.')
  await page.keyboard.press('Escape')
  await expect(leave).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'Yes, leave the list' }), 'Enter')
  await expect(page.getByRole('heading', { name: 'You have left the waiting list' })).toBeFocused()
  await checkPage()
  await hostCancels()
})

test('an offer that lapses goes to the next member, and the first one reads so', async ({
  page,
  checkPage,
}) => {
  const [member, next] = await Promise.all([newMember(), newMember()])
  for (const one of [member, next]) await one.ask(`POST /api/events/${eventId}/waiting-list`)
  await hostCancels()
  await linkInMail(member.email, OFFER)
  await endOffer(eventId, member.email)
  // The next round (four a minute) offers it to the next member.
  const statusOfNext = async () => {
    const { wait } = await next.ask(`GET /api/events/${eventId}/waiting-list`)
    return (wait as { status: string }).status
  }
  await expect.poll(statusOfNext, { timeout: 40_000 }).toBe('offered')
  await linkInMail(next.email, OFFER)
  await signIn(page.context(), member)
  await page.goto(`/waiting-list?event=${eventId}`)
  await expect(page.getByRole('heading', { name: /gone to the next person/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the waiting list again' })).toBeVisible()
  await checkPage()
  await next.ask(`DELETE /api/events/${eventId}/waiting-list`)
  await page.reload()
  await expect(page.getByText('There are places left, so you can book now.')).toBeVisible()
  await page.getByRole('link', { name: 'Book now' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  await checkPage()
})

test('a member with an appointment elsewhere reads why waiting is not possible', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await bookThroughApi(member, await eventIn('Swansea'), (times) => times.at(-1))
  await signIn(page.context(), member)
  await page.goto(`/waiting-list?event=${eventId}`)
  await expect(page.getByText('You can have only one upcoming appointment at a time')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join the waiting list' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See your upcoming events' })).toBeVisible()
  await checkPage()
  await hostCancels()
})
