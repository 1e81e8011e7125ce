import { GOOD_CARD, pressPay, typeCard } from './checkout.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { checkAnswers, consent, giveConsentAndBook } from './journey.ts'
import { freeTimes, newMember, signIn } from './member.ts'

// The limit of holds from this network is reached: a time cannot be held, but can still be
// booked.
test.use({ expectedErrors: [/status of 409/] })
test.beforeEach(({ page }) =>
  page.route(/\/api\/events\/\d+\/holds$/, (route) =>
    route.fulfill({ status: 409, json: { error: 'no', code: 'too_many_holds' } }),
  ),
)

test('a member whose time cannot be held reads so, continues and books it', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const eventId = await ownEvent()
  const [time = ''] = await freeTimes(member, eventId)
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${eventId}`)
  await page.getByRole('radio', { name: time, exact: true }).check()
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'You can still book it while it is free.' })
  await expect(alert).toBeVisible()
  await expect(page.getByText('is held for you')).toHaveCount(0)
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page.getByText(`${time} is not held while you answer.`)).toBeVisible()
  await checkPage()
  await consent(page)
  await giveConsentAndBook(page)
  await checkPage()
  await expect(page.getByRole('main')).toContainText(time)
})

test('a member pays for a time that is not held', async ({ page, checkPage }) => {
  const member = await newMember()
  const eventId = await ownEvent({ pricePence: 2500 })
  const [time = ''] = await freeTimes(member, eventId)
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${eventId}`)
  await page.getByRole('radio', { name: time, exact: true }).check()
  await checkPage()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await consent(page)
  await checkAnswers(page)
  await page.getByRole('button', { name: 'Give consent and go to payment' }).click()
  await expect(page).toHaveURL(`/checkout?event=${eventId}&time=${time}`)
  await expect(page.getByText(`We cannot hold ${time} while you pay.`)).toBeVisible()
  await checkPage()
  await typeCard(page, GOOD_CARD)
  await pressPay(page)
  await expect(page).toHaveURL(/\/booking-success/)
  await checkPage()
})
