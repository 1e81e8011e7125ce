import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail, mailsTo } from './mailbox.ts'

// The form is sent back with this status when something is missing.
test.use({ expectedErrors: [/status of 422/] })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

async function fillIn(page: Page, of: { invited: string; asker: string }) {
  await page.getByLabel('Time', { exact: true }).selectOption('10:20')
  await page.getByLabel('His first name').fill('Albert')
  await page.getByLabel('His last name').fill('Green')
  await page.getByLabel('His email').fill(of.invited)
  await page.getByLabel('Your first name').fill('Jane')
  await page.getByLabel('Your last name').fill('Green')
  await page.getByLabel('Your email').fill(of.asker)
}

async function ask(
  page: Page,
  {
    eventId,
    check,
    ...of
  }: { eventId: number; check: () => Promise<void>; invited: string; asker: string },
) {
  await page.goto(`/event/${eventId}`)
  await check()
  await page.getByRole('link', { name: 'Begin for somebody else' }).click()
  await expect(heading(page)).toHaveText('Begin for somebody else')
  await check()
  await page.getByRole('button', { name: 'Send me the email' }).click()
  await expect(problem(page)).toContainText('Choose a time')
  await check()
  await fillIn(page, { ...of, invited: of.asker })
  await page.getByRole('button', { name: 'Send me the email' }).click()
  await expect(problem(page)).toContainText('Enter his own email address, not yours')
  await expect(page.getByLabel('His first name')).toHaveValue('Albert')
  await page.getByLabel('His email').fill(of.invited)
  await page.getByRole('button', { name: 'Send me the email' }).click()
  await expect(heading(page)).toHaveText('Please open your email')
  await check()
  expect(await mailsTo(of.invited)).toEqual([])
  await page.goto(await linkInMail(of.asker, /Please confirm/))
  await expect(heading(page)).toHaveText('Hold the place for him')
  await check()
  await page.getByRole('button', { name: 'Hold the place and send him the link' }).click()
  await expect(heading(page)).toHaveText('Your request has been passed on')
  await check()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a daughter begins, and the man reads who asked and takes the place', async ({
    page,
    checkPage,
  }) => {
    const eventId = await ownEvent()
    const [invited, asker] = [`albert-${eventId}@example.org`, `jane-${eventId}@example.org`]
    await ask(page, { eventId, check: checkPage, invited, asker })
    await page.goto(await linkInMail(invited, /A place is held for you/))
    await expect(heading(page)).toHaveText('A place is held for you')
    await expect(page.getByText(`(${asker}) asked us to hold this place`)).toBeVisible()
    await checkPage()
    await page.getByRole('button', { name: 'Book this place' }).click()
    await expect(page.getByText(/is held for you/)).toBeVisible()
    await checkPage()
  })

  test('the man gives the place back at once', async ({ page, checkPage }) => {
    const eventId = await ownEvent()
    const [invited, asker] = [`back-${eventId}@example.org`, `jo-${eventId}@example.org`]
    await ask(page, { eventId, check: checkPage, invited, asker })
    await page.goto(await linkInMail(invited, /A place is held for you/))
    await page.getByRole('button', { name: 'I do not want this place' }).click()
    await expect(heading(page)).toHaveText('This place is no longer held')
    await checkPage()
  })
})

for (const width of [320, 1280])
  test(`the form fits ${width} px`, async ({ page, checkPage }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/event/${await ownEvent()}/begin-for-another`)
    await page.getByRole('button', { name: 'Send me the email' }).click()
    await expect(problem(page)).toBeVisible()
    await checkPage()
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a daughter begins', async ({ page }) => {
    const eventId = await ownEvent()
    const [invited, asker] = [`plain-${eventId}@example.org`, `jay-${eventId}@example.org`]
    await ask(page, { eventId, check: async () => undefined, invited, asker })
    await expect
      .poll(async () => (await mailsTo(invited)).map(({ subject }) => subject))
      .toEqual([expect.stringContaining('A place is held for you')])
    await page.goto('/begin-for-another/confirm?token=made-up')
    await page.getByRole('button', { name: 'Hold the place' }).click()
    await expect(heading(page)).toHaveText('This link no longer works')
  })
})
