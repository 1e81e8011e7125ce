import type { Page } from '@playwright/test'
import {
  capturesOf,
  GOOD_CARD,
  nextOrder,
  openCheckout,
  pressPay,
  SOON,
  typeCard,
} from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'
import { eventIn, newMember } from './member.ts'

test('a member pays with PayPal and has a booking', { tag: '@core' }, async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await openCheckout(page, { member, eventId: await eventIn(SOON), time: '14:20' })
  await expect(payPal(page)).toBeEnabled()
  await expect(page.getByText('By pressing Pay or PayPal you')).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkPage()
  const ordered = nextOrder(page)
  const opened = await openPayPal(page)
  await expect(opened.getByText('You are paying £25.00.')).toBeVisible()
  await expect(page.getByText('Confirm the payment in the PayPal window.')).toBeVisible()
  const sent = page.waitForRequest(/\/api\/payments\/transactions$/)
  await opened.getByRole('button', { name: 'Pay now' }).click()
  const { data } = (await sent).postDataJSON()
  expect(data).toMatchObject({ payment_method: 'paypal', card_last_digits: null })
  await expect(page).toHaveURL(/\/booking-success\?ref=/)
  await expect(page.getByRole('main')).toContainText('14:20')
  await checkPage()
  expect(opened.isClosed()).toBe(true)
  expect(await capturesOf((await ordered).id)).toMatchObject([{ status: 'COMPLETED', pence: 2500 }])
  await expect(page.getByRole('main')).toContainText('Paid with PayPal')
  await linkInMail(member.email, /book|confirm/i)
  await page.goto('/upcoming-events')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await expect(question).toContainText('£25.00 to your PayPal account by')
  await checkPage()
  await question.getByRole('button', { name: 'No, keep it' }).click()
})

test('a member who leaves PayPal is not charged, and pays by card instead', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await openCheckout(page, { member, eventId: await eventIn(SOON), time: '14:40' })
  const left = page.getByRole('alert').filter({ hasText: 'You left PayPal' })
  const first = nextOrder(page)
  const opened = await openPayPal(page)
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await expect(left).toBeVisible()
  await expect(left).toContainText('You have not been charged')
  await expect(page.getByText('14:40 is held for you')).toBeVisible()
  await checkPage()
  const again = await openPayPal(page)
  await expect(left).toBeHidden()
  await again.close()
  await expect(left).toBeVisible()

  await typeCard(page, GOOD_CARD)
  const second = nextOrder(page)
  await pressPay(page)
  await expect(page).toHaveURL(/\/booking-success\?ref=/)
  await expect(page.getByRole('main')).toContainText('Paid by card')
  await checkPage()
  expect(await capturesOf((await first).id)).toEqual([])
  expect(await capturesOf((await second).id)).toHaveLength(1)
})

function payPal(page: Page) {
  return page.frameLocator('iframe[title="PayPal"]').getByRole('button', { name: 'PayPal' })
}

/** Presses by key, as with Pay: a moved pointer may still be over another frame. */
async function openPayPal(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await payPal(page).press('Enter')
  const opened = await opening
  await expect(opened.getByRole('button', { name: 'Pay now' })).toBeEnabled()
  return opened
}
