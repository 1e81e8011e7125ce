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
  SOON,
  typeCard,
} from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember } from './member.ts'
import { loseHold } from './queries.ts'

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
    await expect(page.getByText('You left before your bank confirmed')).toBeVisible()
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
      const alert = page.getByRole('alert').filter({ hasText: 'Your booking is not paid for yet' })
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
  await expect(page.getByText('We are already refunding the full £25.00')).toBeVisible()
  await checkPage()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your money is on its way back' })).toBeVisible()
  await expect.poll(() => capturesOf(id)).toMatchObject([{ pence: 2500, refundedPence: 2500 }])
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
