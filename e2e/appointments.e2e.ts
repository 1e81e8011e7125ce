import type { Page } from '@playwright/test'
import type { Appointment, PastAppointment } from '../domain/contract.ts'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { downloadEntry, startTime } from './calendar-entry.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import {
  bookThroughApi,
  DEMO_MEMBER,
  DEMO_NEWCOMER,
  eventIn,
  freeTimes,
  newMember,
  signIn,
  signInAs,
} from './member.ts'

const UPCOMING = '**/api/appointments/upcoming-appointments/user/*'
const PAST = '**/api/appointments/past-appointments/user/*'
const CODE = '**/api/appointments/*/code.png'
const PICTURE = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
const LONG_NAME =
  'Screening evening at Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch for all'

test.describe('appointments', () => {
  test('list upcoming and past ones, each with the actions it allows', {
    tag: '@core',
  }, async ({ page, checkPage }) => {
    await openAs(page, DEMO_MEMBER)
    const next = listed(page, 'Upcoming appointments').first()
    await expect(next).toContainText('Brighton PSA screening')
    await expect(next).toContainText('Booked')
    await expect(next).toContainText('Nothing to pay')
    await expect(next).not.toContainText('Paid')
    await expect(next).toContainText('member@example.org')
    await expect(
      next.getByText(/^You can change or cancel until \d\d:\d\d on \w+day/),
    ).toBeVisible()
    const directions = next.getByRole('link', { name: 'Directions on OpenStreetMap' })
    await expect(directions).toHaveAttribute('href', /directions\?to=Town%20Hall.*Brighton/)
    await expect(page.getByRole('region', { name: 'In the days before' })).toContainText(
      'Do not do hard exercise',
    )
    const latest = listed(page, 'Past appointments').first()
    const tested = listed(page, 'Past appointments').nth(1)
    await expect(latest).toContainText('Braintree PSA screening')
    await expect(latest).toContainText('Past')
    await expect(latest).toContainText('Your result is not ready yet.')
    await expect(tested).toContainText('Result ready')
    await checkPage()

    await tested.getByRole('link', { name: /^See your result/ }).click()
    await expect(page).toHaveURL(/\/medical-results\/\d+$/)
    await expect(page.getByRole('article')).toContainText('0.84')
    await checkPage()
    await page.goBack()
    await latest.getByRole('link', { name: /^Book again/ }).click()
    await expect(page).toHaveURL('/book-event-main?for=community')
    await expect(page.getByRole('checkbox', { name: 'Community' })).toBeChecked()
    await checkPage()
  })

  test('fold a long list, and long names stay on the screen', async ({ page, checkPage }) => {
    const past = Array.from({ length: 7 }, (_, n) => over({ id: 100 + n, daysAgo: 30 * (n + 1) }))
    await show(page, { upcoming: [coming({ event_name: LONG_NAME })], past })
    await page.setViewportSize({ width: 320, height: 700 })
    await openAs(page, DEMO_NEWCOMER)
    await expect(listed(page, 'Past appointments')).toHaveCount(5)
    const all = page.getByRole('button', { name: 'Show all 7' })
    await press(page, all, 'Enter')
    await expect(listed(page, 'Past appointments')).toHaveCount(7)
    const fewer = page.getByRole('button', { name: 'Show fewer' })
    await expect(fewer).toBeFocused()
    await checkPage()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await checkPage()
  })

  test('that were paid for show the refund', async ({ page, checkPage }) => {
    const byCard = {
      amount_pence: 2500,
      fee_pence: 75,
      paid_at: `${addDays(ukDate(new Date()), -15)}T12:00:00.000Z`,
    }
    const paid = { payment_status: 'paid by card', paid: byCard }
    const refund = { amount_pence: 2425, arrives_by: '2027-01-29' }
    const cancelled = { ...paid, status: 'cancelled' } as const
    await show(page, {
      upcoming: [
        coming({ ...paid, appointment_id: 1 }),
        coming({ ...cancelled, appointment_id: 2, refund: { ...refund, state: 'queued' } }),
      ],
      past: [
        { ...over({ id: 3, daysAgo: 40 }), ...cancelled, refund: { ...refund, state: 'done' } },
      ],
    })
    await openAs(page, DEMO_NEWCOMER)
    const booked = listed(page, 'Upcoming appointments').first()
    const given = listed(page, 'Upcoming appointments').nth(1)
    await expect(booked).toContainText('Paid by card')
    await expect(booked).toContainText(/If you cancel before .*, we will refund what you paid/)
    await expect(given).toContainText('We will refund £24.25 to your card by 29 January 2027.')
    for (const name of [/^Reschedule/, /^Cancel/]) {
      await expect(given.getByRole('button', { name })).toBeDisabled()
    }
    const past = listed(page, 'Past appointments').first()
    await expect(past).toContainText('Cancelled')
    await expect(past).toContainText('We have refunded £24.25 to your card.')
    await checkPage()
  })

  test('less than 48 hours away name the helpline instead of a past deadline', async ({
    page,
    checkPage,
  }) => {
    const soon = coming({ appt_date: addDays(ukDate(new Date()), 1) })
    await show(page, { upcoming: [soon], past: [] })
    await openAs(page, DEMO_NEWCOMER)
    const next = listed(page, 'Upcoming appointments').first()
    await expect(next).toContainText(
      'Your appointment starts in less than 48 hours, so you can no longer change or cancel it online. Please call our booking helpline on 0808 157 0142',
    )
    await expect(next.getByRole('link', { name: '0808 157 0142' })).toBeVisible()
    await next.getByRole('button', { name: /^Cancel/ }).click()
    const alert = page.getByText(
      'Appointments cannot be cancelled within 48 hours of the scheduled time. Please contact support for assistance: call 0808 157 0142, Monday to Friday, 9am to 5pm.',
    )
    await expect(alert).toBeVisible()
    await expect(page.getByText('Cannot cancel', { exact: true })).toBeVisible()
    await checkPage()
  })

  test('show a link to the events when the member has none', async ({ page, checkPage }) => {
    await openAs(page, DEMO_NEWCOMER)
    await expect(
      page.getByRole('heading', { name: 'You have no upcoming appointments' }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Past appointments' })).toBeHidden()
    await checkPage()
    await page.getByRole('link', { name: 'Find a screening event' }).click()
    await expect(page).toHaveURL('/book-event-main')
    await checkPage()
  })

  test('show a loading message while they load', async ({ page, checkPage }) => {
    const asked = Promise.withResolvers<void>()
    await page.route(UPCOMING, async (route) => {
      await asked.promise
      await route.continue()
    })
    await signInAs(page.context(), DEMO_NEWCOMER)
    await page.goto('/upcoming-events')
    await expect(page.getByText('Loading your appointments')).toBeVisible()
    asked.resolve()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming events')
    await checkPage()
  })

  test.describe('that fail to load', () => {
    test.use({ expectedErrors: [/500/] })

    test('show an error when the times fail to load', async ({ page, checkPage }) => {
      await show(page, { upcoming: [coming()], past: [] })
      await page.route('**/api/events/**', (route) =>
        route.fulfill({ status: 500, json: { error: 'x', code: 'unexpected' } }),
      )
      await openAs(page, DEMO_NEWCOMER)
      await page.getByRole('button', { name: /^Reschedule/ }).click()
      await expect(page.getByRole('alert').getByText('Failed to load time slots.')).toBeVisible()
      await checkPage()
    })

    test('show an error; upcoming ones are shown without past ones', async ({
      page,
      checkPage,
    }) => {
      const fail = { status: 500, json: { error: 'x', code: 'unexpected' } }
      await page.route(PAST, (route) => route.fulfill(fail))
      await openAs(page, DEMO_MEMBER)
      await expect(listed(page, 'Upcoming appointments')).toHaveCount(1)
      await expect(page.getByRole('region', { name: 'Past appointments' })).toContainText(
        'We could not load your past appointments.',
      )
      await checkPage()
      await page.route(UPCOMING, (route) => route.fulfill(fail))
      await page.reload()
      await expect(page.getByText('We could not load your appointments')).toBeVisible()
      await checkPage()
      await page.unroute(UPCOMING)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(listed(page, 'Upcoming appointments')).toHaveCount(1)
    })
  })
})

test('a press on BOOK that began before the plans of the member came leads to the booking', async ({
  page,
}) => {
  await signIn(page.context(), await newMember())
  let letPlansCome = () => {}
  const plans = new Promise<void>((resolve) => {
    letPlansCome = resolve
  })
  await page.route('**/my-plans*.js', async (route) => {
    await plans
    await route.continue()
  })
  await page.goto(`/event/${await ownEvent()}`)
  await page.locator('html[data-hydrated]').waitFor()
  await page.getByRole('link', { name: 'BOOK', exact: true }).hover()
  await page.mouse.down()
  const answered = page.waitForResponse('**/api/payments/under-way')
  letPlansCome()
  await (await answered).finished()
  await page.mouse.up()
  await expect(page).toHaveURL(/\/book-event\?event=\d+/)
})

test('an event page says what a member has booked, and moves it there', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const [here, there] = [await ownEvent(), await eventIn('Cardiff')]
  const { time } = await bookThroughApi(member, here)
  await signIn(page.context(), member)
  await page.goto(`/event/${here}`)
  const panel = page.getByRole('complementary', { name: 'Book this event' })
  await expect(panel).toContainText('You have an appointment at this event')
  await expect(panel).toContainText(time)
  await expect(panel.getByRole('link', { name: 'BOOK', exact: true })).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'Move to another event' })).toBeVisible()
  await checkPage()

  await page.goto(`/event/${there}`)
  await expect(panel).toContainText('You already have an appointment')
  await expect(panel).toContainText(`Leominster PSA screening, ${time}`)
  await expect(panel.getByRole('link', { name: 'BOOK', exact: true })).toHaveCount(0)
  await checkPage()
  const move = panel.getByRole('button', { name: 'Move to this event' })
  await move.click()
  const dialog = page.getByRole('dialog', { name: 'Move to this event' })
  await expect(dialog).toContainText(`You keep your appointment at ${time}`)
  await checkPage()
  await dialog.getByRole('button', { name: `Keep ${time}` }).click()
  await expect(move).toBeFocused()
  await move.click()
  await dialog.getByRole('button', { name: 'Confirm New Time' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Choose a time first.')
  const first = dialog.getByRole('radio', { disabled: false }).first()
  const chosen = (await first.getAttribute('value')) ?? ''
  await first.check()
  await dialog.getByRole('checkbox').check()
  await checkPage()
  await dialog.getByRole('button', { name: 'Confirm New Time' }).click()
  await expect(page).toHaveURL('/upcoming-events')
  const moved = page.getByRole('listitem').filter({ hasText: 'Cardiff PSA screening' })
  await expect(moved).toContainText(`${chosen} to`)
  await expect(page.getByRole('main')).not.toContainText('Leominster PSA screening')
  await checkPage()
})

test('by keyboard alone, on a small screen, a member moves, downloads and cancels an appointment', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const eventId = await ownEvent()
  const { time: first } = await bookThroughApi(member, eventId)
  const second = (await freeTimes(member, eventId)).find((time) => time > first) ?? ''
  await signIn(page.context(), member)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/upcoming-events')

  const link = page.getByRole('link', { name: 'Add to your calendar' })
  const pressLink = () => press(page, link, 'Enter')
  const before = await downloadEntry(page, pressLink)
  await press(page, page.getByRole('button', { name: /^Reschedule/ }), 'Enter')
  const window = page.getByRole('dialog', { name: 'Edit Appointment' })
  await expect(window.getByRole('radio', { name: first })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(window.getByRole('radio', { name: second })).toBeChecked()
  await checkPage()
  await press(page, window.getByRole('button', { name: 'Confirm New Time' }), 'Enter')
  await expect(page.getByText('Appointment time updated successfully.')).toBeVisible()
  await expect(page.getByText(`${second} to`)).toBeVisible()

  const after = await downloadEntry(page, pressLink)
  expect(after.uid).toBe(before.uid)
  expect(after.sequence).toBe(before.sequence + 1)
  expect(startTime(before)).toBe(first)
  expect(startTime(after)).toBe(second)

  await press(page, page.getByRole('button', { name: /^Cancel/ }), 'Enter')
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question.getByRole('button', { name: 'No, keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  // While the request runs, the button reads 'Cancelling...' and ignores presses.
  const cancel = page.getByRole('button', { name: /^Cancel / })
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, question.getByRole('button', { name: 'Yes, cancel it' }), 'Enter')
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'This appointment has been cancelled' }),
  ).toBeVisible()
  await checkPage()
})

function listed(page: Page, title: string) {
  return page.getByRole('region', { name: title }).locator('ul > li')
}

async function show(
  page: Page,
  { upcoming, past }: { upcoming: Appointment[]; past: PastAppointment[] },
) {
  await page.route(UPCOMING, (route) => route.fulfill({ json: { appointments: upcoming } }))
  await page.route(PAST, (route) => route.fulfill({ json: { appointments: past } }))
  await page.route(CODE, (route) => route.fulfill(PICTURE))
}

async function openAs(page: Page, who: typeof DEMO_MEMBER) {
  await signInAs(page.context(), who)
  await page.goto('/upcoming-events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming events')
}

function coming(more: Partial<Appointment> = {}): Appointment {
  return {
    appointment_id: 1,
    reference: 'ABCD-2345',
    event_id: 7,
    event_name: 'Sample PSA screening',
    event_location: '1 Sample Street, Sample Town',
    product_name: 'Total PSA Test',
    email: DEMO_NEWCOMER.email,
    appt_date: addDays(ukDate(new Date()), 30),
    appt_time: '10:00',
    appt_end_time: '10:20',
    status: 'booked',
    payment_status: 'paid',
    price_pence: 0,
    paid: null,
    refund: null,
    ...more,
  }
}

function over({ id, daysAgo }: { id: number; daysAgo: number }): PastAppointment {
  const appt_date = addDays(ukDate(new Date()), -daysAgo)
  const at = coming({ appointment_id: id, appt_date })
  return { ...at, exclusive_for: 'COMMUNITY', result_id: null }
}
