import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { checkAnswers, consent } from './journey.ts'
import { chooseTime, newMember, signIn } from './member.ts'

test.use({ expectedErrors: [/status of 409/] })

test('a member who books in two tabs has one booking, and the other tab says so', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const eventId = await ownEvent()
  const otherTab = await page.context().newPage()
  await signIn(page.context(), member)
  await reachConsent(page, { eventId, time: '10:20' })
  // The server keeps one hold per member: this one replaces the first tab's.
  await reachConsent(otherTab, { eventId, time: '11:00' })
  await book(otherTab)
  await expect(otherTab).toHaveURL(/\/booking-success/)
  await expect(otherTab.getByRole('main')).toContainText('11:00')

  await page.bringToFront()
  await checkPage()
  await book(page)
  await expect(page).toHaveURL('/upcoming-events')
  await expect(
    page.getByText(
      'Booking Failed: You have already booked this event. Please amend your booking if required.',
    ),
  ).toBeVisible()
  const booked = page.getByRole('listitem').filter({ hasText: 'Leominster PSA screening' })
  await expect(booked).toHaveCount(1)
  await expect(booked).toContainText('11:00')
  await checkPage()

  const free = await member.ask(`GET /api/events/${eventId}/slots`)
  expect(JSON.stringify(free), 'the time of the first tab is free again').toContain('10:20')
})

test('a time chosen in a second tab moves the hold, and the first tab can still book its own', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const eventId = await ownEvent()
  const otherTab = await page.context().newPage()
  await signIn(page.context(), member)
  await reachConsent(page, { eventId, time: '12:20' })
  await checkPage()
  await reachConsent(otherTab, { eventId, time: '13:00' })
  await book(page)
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('main')).toContainText('12:20')
  await checkPage()
})

async function book(tab: Page) {
  await tab.bringToFront()
  await checkAnswers(tab)
  await tab.getByRole('button', { name: 'Give consent and book' }).click()
}

async function reachConsent(tab: Page, { eventId, time }: { eventId: number; time: string }) {
  await tab.bringToFront()
  await tab.goto(`/book-event?event=${eventId}`)
  await chooseTime(tab, time)
  await consent(tab)
}
