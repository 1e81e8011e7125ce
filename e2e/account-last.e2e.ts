import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseFirstTime,
  chooseTimeFirst,
  consent,
  expectConsentFor,
  giveConsentAndBook,
  logIn,
} from './journey.ts'
import { bookThroughApi, eventIn, freeTimes, newMember } from './member.ts'
import { loseHold } from './queries.ts'

async function confirmNhsNumber(page: Page, checkPage: () => Promise<void>): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm your NHS number' })).toBeVisible()
  await checkPage()
  for (const label of ['NHS number', 'Confirm NHS number'])
    await page.getByLabel(label, { exact: true }).pressSequentially('9991558383')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
}

const signInLink = (page: Page) => page.getByRole('link', { name: 'Yes, sign in' })

test('a member who is signed out chooses a time, signs in, checks the answers and books it', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const member = await newMember()
  await page.goto(`/event/${await eventIn('Exeter')}`)
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  const time = await chooseTimeFirst(page, checkPage)
  await signInLink(page).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  const beside = page.getByRole('complementary', { name: 'Your booking so far' })
  await expect(beside).toContainText('Exeter PSA screening')
  await expect(beside).toContainText(`${time} is held for you`)
  await checkPage()
  await logIn(page, member)
  await expectConsentFor(page, time)
  await expect(page).toHaveURL(/\/book-event\?event=\d+&step=consent$/)
  await checkPage()
  await consent(page)
  await giveConsentAndBook(page)
  await expect(page.getByRole('main')).toContainText(time)
  await checkPage()
})

test('a time chosen in one tab is the browser’s in another, and the member’s after sign-in', async ({
  page,
  context,
}) => {
  const member = await newMember()
  const eventId = await ownEvent()
  await page.goto(`/book-event?event=${eventId}`)
  const time = await chooseFirstTime(page)
  const other = await context.newPage()
  await other.goto(`/book-event?event=${eventId}`)
  await expect(other.getByRole('radio', { name: time, exact: true })).toBeEnabled()
  await other.goto('/login')
  await logIn(other, member)
  await expect(other).toHaveURL('/medical-results')
  await page.bringToFront()
  // Who is signed in meanwhile is not asked.
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expectConsentFor(page, time)
  await page.goBack()
  await expect(page.getByRole('radio', { name: time, exact: true })).toBeChecked()
})

test('the NHS number is asked for after the account, and the time stays held', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await page.goto(`/event/${await eventIn('Bury St Edmunds')}`)
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  const time = await chooseTimeFirst(page, checkPage)
  await signInLink(page).click()
  await checkPage()
  await logIn(page, member)
  await confirmNhsNumber(page, checkPage)
  await expectConsentFor(page, time)
  await checkPage()
})

test.describe('a hold that ends before sign-in', () => {
  // The browser logs the refused claim.
  test.use({ expectedErrors: [/status of 409/] })

  async function comeToLogin(page: Page, eventId: number) {
    await page.goto(`/book-event?event=${eventId}`)
    const held = page.waitForResponse(/\/visitor-holds$/)
    const time = await chooseFirstTime(page)
    const { hold_id: holdId } = await (await held).json()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await signInLink(page).click()
    await loseHold(holdId)
    return time
  }

  test('leads to the times, with the chosen one held again while it is free', async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    const time = await comeToLogin(page, await eventIn('Belfast'))
    await checkPage()
    await logIn(page, member)
    await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
    const said = page.getByRole('status').filter({ hasText: 'was no longer held for you' })
    await expect(said).toContainText(`${time} was no longer held for you`)
    await expect(said).toContainText('It is still free')
    await expect(page.getByText(`${time} is held for you`)).toBeVisible()
    await expect(page.getByRole('radio', { name: time, exact: true })).toBeChecked()
    await checkPage()
    await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
    await expectConsentFor(page, time)
  })

  test('is explained at the times, also after the NHS number', async ({ page, checkPage }) => {
    const member = await newMember()
    const time = await comeToLogin(page, await eventIn('Bury St Edmunds'))
    await checkPage()
    await logIn(page, member)
    await confirmNhsNumber(page, checkPage)
    await expect(page.getByText(`${time} was no longer held for you`)).toBeVisible()
    await checkPage()
  })

  test('leads to the times without it when somebody else has it', async ({ page, checkPage }) => {
    const [member, rival] = await Promise.all([newMember(), newMember()])
    const eventId = await ownEvent()
    const time = await comeToLogin(page, eventId)
    await checkPage()
    await rival.ask(`POST /api/events/${eventId}/holds`, { slot: time })
    await logIn(page, member)
    const said = page.getByRole('status').filter({ hasText: 'was no longer held for you' })
    await expect(said).toContainText('Somebody else has it now. Please choose another time.')
    await expect(page.getByRole('radio', { name: new RegExp(time) })).toBeDisabled()
    await expect(page.getByText('is held for you')).toHaveCount(0)
    await checkPage()
  })

  test('is no fault of a page whose style sheets come late', async ({ page, checkPage }) => {
    const member = await newMember()
    const time = await comeToLogin(page, await ownEvent())
    await checkPage()
    const claimed = page.waitForResponse(/\/holds\/claim$/)
    await page.route(/\.css$/, async (route) => {
      await (await claimed).finished()
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await route.continue()
    })
    await logIn(page, member)
    await expect(page.getByText(`${time} was no longer held for you`)).toBeVisible()
    await checkPage()
  })

  test('and a member who has an appointment reads so, and holds no place', async ({
    page,
    checkPage,
  }) => {
    const member = await newMember()
    await bookThroughApi(member, await ownEvent())
    const eventId = await ownEvent()
    await page.goto(`/book-event?event=${eventId}`)
    const time = await chooseTimeFirst(page, checkPage)
    await signInLink(page).click()
    await checkPage()
    await logIn(page, member)
    await expect(page).toHaveURL('/upcoming-events')
    await expect(page.getByText('You have an upcoming appointment.')).toBeVisible()
    await checkPage()
    expect(await freeTimes(member, eventId)).toContain(time)
  })
})

test.describe('a time that cannot be held', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is chosen still, and asked for again after sign-in', async ({ page, checkPage }) => {
    await page.route(/\/visitor-holds$/, (route) =>
      route.fulfill({ status: 409, json: { error: 'no', code: 'too_many_holds' } }),
    )
    const member = await newMember()
    await page.goto(`/book-event?event=${await ownEvent()}`)
    const first = page.getByRole('radio', { disabled: false }).first()
    const time = await first.inputValue()
    await first.check()
    await expect(page.getByText(`${time} is not held, but you can still book it.`)).toBeVisible()
    await checkPage()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText(`${time} is not held while you sign in.`)).toBeVisible()
    await checkPage()
    await signInLink(page).click()
    await checkPage()
    await logIn(page, member)
    await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
    await expect(page.getByText(`${time} is held for you`)).toBeVisible()
    await checkPage()
  })
})
