import type { Page } from '@playwright/test'
import { callStandIn, GOOD_CARD, openCheckout, pressPay, SOON, typeCard } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in.
test.use({ expectedErrors: [/status of 401/] })

test('a payment is refunded in part and in full, and refused refunds are mended', async ({
  page,
  browser,
  checkPage,
}) => {
  const member = await newMember({ lastName: 'Mended' })
  const theirs = await browser.newPage()
  await openCheckout(theirs, { member, eventId: await eventIn(SOON), time: '15:20' })
  await typeCard(theirs, GOOD_CARD)
  await pressPay(theirs)
  await expect(theirs).toHaveURL(/\/booking-success/)
  await theirs.close()

  const clerk = await newStaff(['office'])
  await openOffice(page, { staff: clerk, path: '/office/payments?tab=all', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: 'Mended' }).click()
  const captureId = await page
    .getByText(/^[0-9A-Z]{17}$/)
    .last()
    .textContent()
  await callStandIn('refund-outcome', { status: 'FAILED', captureId })
  await refund(page, '7')
  await untilShown(page, 'A refund failed: £7.00 has not reached the member.')
  await expect(page.getByText('the treasurer can record it here')).toBeVisible()
  await checkPage()
  await page.goto('/office/payments')
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row').nth(1)).toContainText('PayPal refused a refund.')
  await checkPage()
  await page.getByRole('link', { name: 'Mended' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('£7.00 is being refunded again.')).toBeVisible()
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(refunds.getByRole('row', { name: /Done/ })).toHaveCount(0)
  await untilShown(page, 'Done')
  await checkPage()

  const other = await browser.newContext()
  const treasurers = await other.newPage()
  await openOffice(treasurers, {
    staff: await newStaff(['treasurer']),
    path: new URL(page.url()).pathname,
  })
  await callStandIn('refund-outcome', { status: 'FAILED', captureId })
  await refund(treasurers, '18')
  await untilShown(treasurers, 'A refund failed: £18.00 has not reached the member.')
  await treasurers.getByRole('button', { name: 'Refunded another way' }).click()
  await treasurers.getByRole('button', { name: 'Record £18.00 as refunded' }).click()
  await treasurers.getByRole('link', { name: 'Say how and when' }).click()
  await treasurers.keyboard.type('bank transfer on 12 January')
  await treasurers.keyboard.press('Enter')
  await expect(
    treasurers.getByText('Refunded another way: bank transfer on 12 January'),
  ).toBeVisible()
  await expect(treasurers.getByRole('region', { name: 'Payment' })).toContainText('£25.00')
  await expect(treasurers.getByRole('heading', { name: 'Refund', exact: true })).toBeHidden()
  await other.close()
})

async function refund(page: Page, pounds: string): Promise<void> {
  await page.getByLabel('Amount in pounds').fill(pounds)
  await page.getByLabel('Why are you refunding it?').fill('was late')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('Waiting to be sent')
}

/** The site sends refunds by itself every few seconds; the page shows them when it is opened. */
async function untilShown(page: Page, text: string): Promise<void> {
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(async () => {
    await page.reload()
    await expect(refunds).toContainText(text, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}
