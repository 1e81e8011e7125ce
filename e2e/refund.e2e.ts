import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { consent, giveConsentAndBook } from './journey.ts'
import { chooseTime, eventIn, newMember, signIn } from './member.ts'

test('a member who paid by card reads the refund before cancelling, and sees it afterwards', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  await signIn(page.context(), await newMember())
  await page.goto(`/book-event?event=${await eventIn('Newcastle')}`)
  await checkPage()
  await chooseTime(page, '10:20')
  await consent(page)
  await giveConsentAndBook(page)
  await checkPage()

  const card = await payByCard(page, { daysAgo: 15 })
  await page.goto('/upcoming-events')
  const booked = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Newcastle' })
  await expect(booked).toContainText(
    /If you cancel before 10:20 on \w+day \d+ \w+ \d{4}, we will refund what you paid, minus the card processing charge\./,
  )
  await checkPage()

  await booked.getByRole('button', { name: /^Cancel/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('Do you really want to cancel this appointment?')
  await expect(question).toContainText(
    /We will refund £23\.97 to your card by \d+ \w+ \d{4}\. This is what you paid, minus the card processing charge of £1\.03\./,
  )
  await checkPage()
  await question.getByRole('button', { name: 'No, keep it' }).click()
  await expect(booked).toContainText('Booked')

  card.refunds()
  await booked.getByRole('button', { name: /^Cancel/ }).click()
  await question.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect(booked).toContainText('We will refund £23.97 to your card by 1 February 2027.')
  await checkPage()
})

test('the times of a paid event say until when cancelling brings a refund', async ({
  page,
  checkPage,
}) => {
  await signIn(page.context(), await newMember())
  await page.goto(`/book-event?event=${await ownEvent({ pricePence: 2500 })}`)
  const policy = page.getByRole('main')
  await expect(policy).toContainText(
    'For an appointment at 10:20 on a Tuesday, that means before 10:20 on the Friday before',
  )
  await checkPage()
  await page.getByRole('radio', { name: '10:20', exact: true }).check()
  await expect(policy).toContainText(
    /For your time, that means before 10:20 on \w+day \d+ \w+ \d{4}: weekends and bank holidays do not count\./,
  )
  await checkPage()
})

test('a member who paid less than 14 days ago reads that all of it comes back', async ({
  page,
  checkPage,
}) => {
  await signIn(page.context(), await newMember())
  await page.goto(`/book-event?event=${await eventIn('Newcastle')}`)
  await checkPage()
  await chooseTime(page, '10:40')
  await consent(page)
  await giveConsentAndBook(page)
  await checkPage()

  await payByCard(page, { daysAgo: 0 })
  await page.goto('/upcoming-events')
  const booked = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Newcastle' })
  await expect(booked).toContainText(
    /If you cancel (by|before) .* we will refund everything you paid/,
  )
  await checkPage()
  await booked.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByRole('alertdialog', { name: 'Are you sure?' })).toContainText(
    /We will refund £25\.00 to your card by \d+ \w+ \d{4}\. This is everything you paid, because you are cancelling within 14 days of paying\./,
  )
  await checkPage()
})

/** Changes the member's list response to one of a card payment; API tests cover the real one. */
async function payByCard(
  page: Page,
  { daysAgo }: { daysAgo: number },
): Promise<{ refunds: () => void }> {
  const paidAt = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  let refund: { amount_pence: number; arrives_by: string; state: string } | null = null
  await page.route('**/upcoming-appointments/user/*', async (route) => {
    const answer = await route.fetch()
    const { appointments } = await answer.json()
    const paid = { amount_pence: 2500, fee_pence: 103, paid_at: paidAt }
    const card = { payment_status: 'paid by card', paid, refund }
    await route.fulfill({
      response: answer,
      json: { appointments: appointments.map((one: object) => ({ ...one, ...card })) },
    })
  })
  return {
    refunds: () => {
      refund = { amount_pence: 2397, arrives_by: '2027-02-01', state: 'queued' }
    },
  }
}
