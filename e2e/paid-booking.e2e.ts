import { countScripts } from '../scripts/first-load.ts'
import {
  ASKED_CARD,
  bank,
  callStandIn,
  capturesOf,
  cardField,
  FAILING_CARD,
  GOOD_CARD,
  nextOrder,
  openCheckout,
  pay,
  pressPay,
  tabIntoCard,
  typeCard,
  waitForBankPage,
  waitForCardFieldStyles,
} from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { chooseFirstTime, consent } from './journey.ts'
import { press } from './keyboard.ts'
import { linkInMail } from './mailbox.ts'
import { eventIn, newMember, signIn } from './member.ts'
import { loseHold } from './queries.ts'
import { SITE_URL } from './site.ts'

// The towns with paid events. Each test has its own time at one of them.
const SOON = 'Bristol'
const LATER = 'Leicester'

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
  await page.getByRole('button', { name: 'Give consent and go to payment' }).click()

  await expect(page).toHaveURL(/\/checkout\?event=/)
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByText('TEST PAYMENTS').first()).toBeVisible()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your Order' })).toContainText('£20.00')
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
  const invalid = page.getByRole('alertdialog', { name: 'The payment form is invalid' })
  await expect(invalid).toContainText(
    'Please check: name on card, card number, expiry date, security code.',
  )
  await checkPage()
  await invalid.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Enter the card number as it is on the card')).toBeVisible()
  await checkPage()

  await typeCard(page, GOOD_CARD)
  await expect(page.getByText('Enter the card number as it is on the card')).toBeHidden()
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

test.describe('a refused card', () => {
  test.use({ expectedErrors: [/status of 422/] })

  test('leaves the hold, and another card can pay after a failed or cancelled bank check', async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    await openCheckout(page, { member, eventId: await eventIn(SOON), time: '10:00' })
    await typeCard(page, ASKED_CARD)
    await pressPay(page)
    await checkPage()
    await bank(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You stopped before your bank had confirmed')).toBeVisible()
    await expect(page.getByText('10:00 is held for you')).toBeVisible()
    await checkPage()

    await typeCard(page, FAILING_CARD)
    await pressPay(page)
    await bank(page).getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByText('Your bank did not confirm the payment.')).toBeVisible()
    await expect(cardField(page, 'Security code')).toHaveValue('')

    await typeCard(page, ASKED_CARD)
    await pressPay(page)
    await bank(page).getByRole('button', { name: 'Pass' }).click()
    await expect(page).toHaveURL(/\/booking-success/)
    await expect(page.getByRole('main')).toContainText('10:00')
    await checkPage()
  })

  for (const { name, time, says } of [
    { name: 'CCREJECT-REFUSED', time: '10:20', says: '' },
    {
      name: 'LOCAL-422-COMPLIANCE_VIOLATION',
      time: '10:40',
      says: /Non-recoverable error: .+ \(\w+\)/,
    },
    { name: 'LOCAL-422-INSTRUMENT_DECLINED', time: '11:00', says: '' },
  ]) {
    test(`shows the reason, and the next card pays: ${name}`, async ({ page, checkPage }) => {
      const member = await newMember()
      await openCheckout(page, { member, eventId: await eventIn(SOON), time })
      await typeCard(page, { ...GOOD_CARD, name })
      const logged = page.waitForRequest(/\/api\/logs\/error$/)
      await pressPay(page)
      const alert = page.getByRole('alert').filter({ hasText: 'You have not paid yet' })
      await expect(alert).toContainText(
        'Sorry, your transaction could not be processed. Please try again later or with a different payment card.',
      )
      await expect(alert).toContainText(says)
      await expect(page.getByText(`${time} is held for you`)).toBeVisible()
      expect((await logged).postDataJSON().errorMessage).toBe(
        name.endsWith('INSTRUMENT_DECLINED') ? 'Recoverable Payment' : 'Non-recoverable Payment',
      )
      await checkPage()
      await typeCard(page, GOOD_CARD)
      await pressPay(page)
      await expect(page).toHaveURL(/\/booking-success/)
      await expect(page.getByRole('main')).toContainText(time)
      await checkPage()
    })
  }
})

test('a pending payment holds the place, survives a reload and becomes a booking', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember()
  await openCheckout(page, { member, eventId: await eventIn(SOON), time: '11:20' })
  await typeCard(page, { ...GOOD_CARD, name: 'LOCAL-PENDING' })
  const ordered = nextOrder(page)
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  await checkPage()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  const [capture] = await capturesOf((await ordered).id)
  await callStandIn('settle', { captureId: capture?.id, status: 'COMPLETED' })
  await expect(page).toHaveURL(/\/booking-success/, { timeout: 20_000 })
  await expect(page.getByRole('main')).toContainText('11:20')
  await checkPage()
})

test('a payment for a place that was lost is refunded in full, and the member reads so', async ({
  page,
  checkPage,
}) => {
  const [member, rival] = await Promise.all([newMember(), newMember()])
  const eventId = await eventIn('Ipswich')
  await openCheckout(page, { member, eventId, time: '15:20' })
  await typeCard(page, { ...GOOD_CARD, name: 'LOCAL-PENDING' })
  const ordered = nextOrder(page)
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Your payment is being checked' })).toBeVisible()
  await checkPage()
  const { id, hold } = await ordered
  await loseHold(hold.hold_id)
  await rival.ask(`POST /api/events/${eventId}/holds`, { slot: '15:20' })
  const [capture] = await capturesOf(id)
  await callStandIn('settle', { captureId: capture?.id, status: 'COMPLETED' })
  await expect(page.getByRole('heading', { name: 'Your money is on its way back' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText('The full £25.00 is already on its way back')).toBeVisible()
  await checkPage()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your money is on its way back' })).toBeVisible()
  await expect
    .poll(() => capturesOf(id), { timeout: 30_000 })
    .toMatchObject([{ pence: 2500, refundedPence: 2500 }])
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await checkPage()
})

test.describe('a place that is lost before the capture', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('costs nothing, and leads back to the times', async ({ page, checkPage }) => {
    const [member, rival] = await Promise.all([newMember(), newMember()])
    const eventId = await eventIn('Ipswich')
    await openCheckout(page, { member, eventId, time: '15:40' })
    await typeCard(page, ASKED_CARD)
    const ordered = nextOrder(page)
    await pressPay(page)
    const { id, hold } = await ordered
    await expect(bank(page).getByRole('button', { name: 'Pass' })).toBeVisible()
    await checkPage()
    await loseHold(hold.hold_id)
    await rival.ask(`POST /api/events/${eventId}/holds`, { slot: '15:40' })
    await bank(page).getByRole('button', { name: 'Pass' }).click()
    await expect(page).toHaveURL(/\/book-event\?event=/)
    await expect(
      page.getByText('Sorry, that time has just been taken. Please choose another.'),
    ).toBeVisible()
    expect(await capturesOf(id)).toEqual([])
    await checkPage()
  })
})

test.describe('an unavailable provider', () => {
  test.use({ expectedErrors: [/\/sdk\/js|Failed to load|503/] })

  test('shows a sentence, the helpline and a retry when its script fails to load', async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    await page.route(/\/sdk\/js/, (route) => route.abort())
    const opening = openCheckout(page, { member, eventId: await eventIn(SOON), time: '12:00' })
    const away = page.getByRole('alert').filter({ hasText: 'The card form did not load' })
    await expect(away.getByRole('link', { name: /^0808/ })).toBeVisible()
    await expect(pay(page)).toBeDisabled()
    await checkPage()
    await page.unroute(/\/sdk\/js/)
    await away.getByRole('button', { name: 'Try again' }).click()
    await opening
    await typeCard(page, GOOD_CARD)
    await expect(away).toBeHidden()
  })

  test('shows the specification’s words when no order can be made', async ({ page, checkPage }) => {
    const member = await newMember()
    await openCheckout(page, { member, eventId: await eventIn(SOON), time: '12:20' })
    await page.route(/\/api\/payments\/orders$/, (route) =>
      route.fulfill({ status: 503, json: { code: 'payments_away', error: 'away' } }),
    )
    await typeCard(page, GOOD_CARD)
    await pressPay(page)
    await expect(
      page.getByText(
        'Could not initiate PayPal Checkout...Unexpected error occurred, please try again.',
      ),
    ).toBeVisible()
    await checkPage()
    await page.unroute(/\/api\/payments\/orders$/)
    await typeCard(page, GOOD_CARD)
    await pressPay(page)
    await expect(page).toHaveURL(/\/booking-success/)
    await checkPage()
  })
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
  await page.route(/\/capture$/, async (route) => {
    await route.fetch()
    await page.close()
  })
  await pressPay(page)
  await linkInMail(member.email, /book|confirm/i)
})

test('a hold for an unpaid place counts down and is released', async ({ page, checkPage }) => {
  const member = await newMember()
  await page.clock.install()
  const eventId = await eventIn(SOON)
  await openCheckout(page, { member, eventId, time: '14:00' })
  // The card form counts the time too until its frames are loaded.
  await waitForCardFieldStyles(page)
  await page.clock.fastForward('14:10')
  await expect(page.getByText('Your time is kept for 1 more minute.')).toBeAttached()
  await expect(pay(page)).toBeEnabled()
  await page.clock.fastForward('01:00')
  const over = page.getByRole('alert').filter({ hasText: 'Your time was kept for 15 minutes' })
  await expect(over).toContainText('Nothing has been taken from your card.')
  await expect(pay(page)).toBeHidden()
  await checkPage()
  await over.getByRole('link', { name: 'Choose again' }).click()
  await expect(page).toHaveURL(`/book-event?event=${eventId}`)
  await expect(page.getByText('Your time was kept for 15 minutes and has been')).toBeVisible()
  await checkPage()
})

test.describe('checkout with something missing', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('leads to the missing step, and the way back keeps the hold', async ({ page }) => {
    const member = await newMember()
    const eventId = await eventIn(SOON)
    await page.goto(`/checkout?event=${eventId}`)
    await expect(page).toHaveURL(/\/login\?from=%2Fcheckout/)
    await signIn(page.context(), member)
    await page.goto(`/checkout?event=${eventId}`)
    await expect(page).toHaveURL(`/book-event?event=${eventId}`)
    for (const address of ['/checkout', '/checkout?event=999999']) {
      await page.goto(address)
      await expect(page).toHaveURL('/events')
      await expect(page.getByText('Invalid event.')).toBeVisible()
    }
    await openCheckout(page, { member, eventId, time: '13:20' })
    await page.getByRole('link', { name: 'Choose another time' }).click()
    await expect(page).toHaveURL(`/book-event?event=${eventId}`)
    await expect(page.getByText('13:20 is held for you')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    await expect(page.getByText('13:20 is held for you')).toBeVisible()
    await page.reload()
    await expect(pay(page)).toBeEnabled()
  })
})

test('checkout loads at most 140 kB of JavaScript with the card components, which no other page loads', async ({
  page,
}) => {
  const member = await newMember()
  const bytes = countScripts(page, { of: SITE_URL })
  const eventId = await eventIn(SOON)
  await openCheckout(page, { member, eventId, time: '13:40' })
  await page.waitForLoadState('networkidle')
  expect(await bytes()).toBeLessThanOrEqual(140_000)

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/book-event?event=${eventId}`)
  await expect(page.getByText('13:40 is held for you')).toBeVisible()
  expect(asked.filter((url) => /pay-screen|sdk/.test(url))).toEqual([])
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
    const alert = page.getByRole('alert').filter({ hasText: 'You stopped' })
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
