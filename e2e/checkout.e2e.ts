import { countScripts } from '../scripts/first-load.ts'
import { openCheckout, pay, SOON, waitForCardFieldStyles } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember, signIn } from './member.ts'
import { SITE_URL } from './site.ts'

test('a hold for an unpaid place counts down and is released', async ({ page, checkPage }) => {
  const member = await newMember()
  await page.clock.install()
  const eventId = await eventIn(SOON)
  await openCheckout(page, { member, eventId, time: '14:00' })
  // The card form counts the time too until its frames are loaded.
  await waitForCardFieldStyles(page)
  await page.clock.fastForward('14:10')
  await expect(page.getByText('We will hold your time for 1 more minute.')).toBeAttached()
  await expect(pay(page)).toBeEnabled()
  await page.clock.fastForward('01:00')
  const over = page.getByRole('alert').filter({ hasText: 'We held your time for 15 minutes' })
  await expect(over).toContainText('You have not been charged.')
  await expect(pay(page)).toBeHidden()
  await checkPage()
  await over.getByRole('link', { name: 'Choose again' }).click()
  await expect(page).toHaveURL(`/book-event?event=${eventId}`)
  await expect(page.getByText('We held your time for 15 minutes, and it has')).toBeVisible()
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
  await waitForCardFieldStyles(page)
  expect(await bytes()).toBeLessThanOrEqual(140_000)

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/book-event?event=${eventId}`)
  await expect(page.getByText('13:40 is held for you')).toBeVisible()
  expect(asked.filter((url) => /pay-screen|sdk/.test(url))).toEqual([])
})
