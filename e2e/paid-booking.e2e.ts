import type { Route } from '@playwright/test'
import {
  ASKED_CARD,
  callStandIn,
  capturesOf,
  cardField,
  GOOD_CARD,
  LATER,
  nextOrder,
  openCheckout,
  pay,
  pressPay,
  SOON,
  tabIntoCard,
  typeCard,
  waitForBankPage,
} from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { checkAnswers, chooseFirstTime, consent } from './journey.ts'
import { press } from './keyboard.ts'
import { linkInMail } from './mailbox.ts'
import { eventIn, newMember, signIn } from './member.ts'

test('a member chooses a time, consents, pays by card and has a booking', { tag: '@core' }, async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${await eventIn(LATER)}`)
  const time = await chooseFirstTime(page)
  const other = '12:20'
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await consent(page)
  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and go to payment' }).click()

  await expect(page).toHaveURL(/\/checkout\?event=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('TEST PAYMENTS').first()).toBeVisible()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your Order' })).toContainText('£20.00')
  const sameAddress = page.getByRole('checkbox', { name: 'Same as my home address' })
  await expect(sameAddress).toBeChecked()
  await expect(page.getByText('14 Sample Street, CO1 1AA')).toBeVisible()
  await expect(page.getByLabel('Address line 1')).toBeHidden()
  await expect(page.getByText(/^PayPal takes your card payment/)).toBeVisible()
  await checkPage()
  await sameAddress.uncheck()
  await expect(page.getByLabel('Country')).toHaveValue('GB')
  await expect(page.getByLabel('Address line 1')).toHaveValue('14 Sample Street')
  await expect(page.getByLabel('Postcode')).toHaveValue('CO1 1AA')
  await expect(page.getByText(/by pressing Pay/i)).toBeVisible()
  await checkPage()

  await page.getByRole('link', { name: 'Choose another time' }).click()
  await expect(page).toHaveURL(/\/book-event/)
  await page.getByRole('radio', { name: other, exact: true }).check()
  await expect(page.getByText(`${other} is held for you`)).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page).toHaveURL(/\/checkout\?event=/)
  await expect(page.getByRole('complementary', { name: 'Your Order' })).toContainText(other)
  await expect(pay(page)).toBeEnabled()

  await pressPay(page)
  const cardError = page
    .getByRole('group', { name: 'Card number' })
    .getByText('Enter the card number as it is on the card')
  const invalid = page.getByRole('alert').filter({ hasText: 'The payment form is invalid' })
  await expect(invalid).toBeFocused()
  await expect(invalid.getByRole('listitem')).toHaveText([
    'Enter the name on the card',
    'Enter the card number as it is on the card',
    'Enter an expiry date that is not in the past',
    'Enter the security code on the card',
  ])
  await checkPage()
  await invalid.getByRole('link', { name: 'Enter the card number' }).press('Enter')
  await expect(cardField(page, 'Card number')).toBeFocused()
  await expect(cardError).toBeVisible()

  await typeCard(page, GOOD_CARD)
  await expect(cardError).toBeHidden()
  await expect(invalid).toBeHidden()
  const ordered = nextOrder(page)
  const sent = page.waitForRequest(/\/api\/payments\/transactions$/)
  await pay(page).evaluate((button) => {
    if (button instanceof HTMLButtonElement) for (const _ of [1, 2]) button.click()
  })
  await expect(page.getByText('Please wait while we process your payment').first()).toBeVisible()
  const { data } = (await sent).postDataJSON()
  expect(data).toMatchObject({ status: 'COMPLETED', amount: '20.00', card_last_digits: '1881' })

  await expect(page).toHaveURL(/\/booking-success\?ref=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your place is booked')
  await expect(page.getByRole('main')).toContainText(other)
  await expect(page.getByRole('main')).toContainText('Paid by card')
  await checkPage()
  expect(await capturesOf((await ordered).id)).toMatchObject([{ status: 'COMPLETED', pence: 2000 }])
  await linkInMail(member.email, /book|confirm/i)

  await page.reload()
  await expect(page.getByRole('main')).toContainText(other)
  await page.goBack()
  await expect(page).toHaveURL(/\/booking-success\?ref=/)
})

test('a pending payment holds the place, survives a reload and becomes a booking', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember()
  const eventId = await eventIn(SOON)
  await openCheckout(page, { member, eventId, time: '11:20' })
  await typeCard(page, { ...GOOD_CARD, name: 'LOCAL-PENDING' })
  const ordered = nextOrder(page)
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  await checkPage()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  await page.goto('/upcoming-events')
  const checked = page.getByRole('region', { name: 'Payments being checked' })
  await expect(checked.getByRole('listitem')).toHaveCount(1)
  await expect(checked).toContainText('11:20')
  await expect(checked).toContainText('£25.00')
  await checkPage()
  await page.goto(`/event/${eventId}`)
  const panel = page.getByRole('complementary', { name: 'Book this event' })
  await expect(panel).toContainText('Your payment is being checked')
  await checkPage()
  await page.goto(`/checkout?event=${eventId}`)
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  const [capture] = await capturesOf((await ordered).id)
  await callStandIn('settle', { captureId: capture?.id, status: 'COMPLETED' })
  await expect(page).toHaveURL(/\/booking-success/)
  await expect(page.getByRole('main')).toContainText('11:20')
  await checkPage()
})

test.describe('a response that never arrives', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION|ERR_FAILED/] })

  test('is retried until the outcome is known, and the card is charged once', async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    await openCheckout(page, { member, eventId: await eventIn(SOON), time: '12:40' })
    await checkPage()
    await page.route(/\/capture$/, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await typeCard(page, GOOD_CARD)
    const ordered = nextOrder(page)
    await pressPay(page)
    await expect(page).toHaveURL(/\/booking-success/)
    await expect(page.getByRole('main')).toContainText('12:40')
    expect(await capturesOf((await ordered).id)).toHaveLength(1)
    await checkPage()
  })
})

test('a browser that is closed after the capture leaves a booking and its mail', async ({
  page,
}) => {
  const member = await newMember()
  await openCheckout(page, { member, eventId: await eventIn(SOON), time: '13:00' })
  await typeCard(page, GOOD_CARD)
  const closed = Promise.withResolvers<void>()
  const closeAfter = async (capture: Route) => {
    await capture.fetch()
    await page.close()
  }
  await page.route(/\/capture$/, (route) => closeAfter(route).then(closed.resolve, closed.reject))
  await pressPay(page)
  // The mail may arrive while the capture is still being answered.
  await closed.promise
  await linkInMail(member.email, /book|confirm/i)
})

test.describe('by keyboard, with letters twice as large or on the smallest screen', () => {
  test.use({ viewport: { width: 640, height: 800 } })

  test('a member pays', async ({ page, checkPage }) => {
    const member = await newMember()
    await openCheckout(page, { member, eventId: await eventIn(LATER), time: '12:40' })
    const letters = await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await checkPage()
    await letters.evaluate((tag) => tag instanceof HTMLElement && tag.remove())
    await page.setViewportSize({ width: 320, height: 640 })
    await checkPage()
    await tabIntoCard(page, 'Name on card')
    await page.keyboard.type('James Carter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(ASKED_CARD.number)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1234')
    await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await press(page, pay(page), 'Enter')
    await waitForBankPage(page)
    await page.keyboard.press('Escape')
    const alert = page.getByRole('alert').filter({ hasText: 'You left' })
    await expect(alert).toBeVisible()
    await checkPage()
    await tabIntoCard(page, 'Security code')
    await page.keyboard.type('123')
    await press(page, pay(page), 'Enter')
    await waitForBankPage(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/booking-success/)
    await checkPage()
  })
})
