// The ticket of an appointment without a network, and when it goes.
import type { BrowserContext, Page } from '@playwright/test'
import { addDays, ukInstant } from '../domain/uk-time.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { bookThroughApi, newMember, signIn } from './member.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/] })

const PATH = '/upcoming-events'
const SAVED = 'Saved on this phone; you are offline'
const IS_SAVED = /Your ticket is saved on this device/

test('a ticket that was opened once opens without a network, with what the slip shows and no more', async ({
  page,
  context,
  checkPage,
}) => {
  const { member, reference, date } = await savedTicket(page)
  await checkPage()
  const stored = await storedTickets(page)
  expect(Object.keys(JSON.parse(stored)).sort()).toEqual(['at', 'helpline', 'tickets'])
  expect(Object.keys(JSON.parse(stored).tickets[0]).sort()).toEqual([
    'code',
    'event',
    'reference',
    'until',
    'when',
    'where',
  ])
  const midnight = ukInstant(addDays(date, 1), '00:00').getTime()
  expect(JSON.parse(stored).tickets[0].until).toBe(midnight)
  for (const secret of [member.email, member.firstName, member.lastName, 'Total PSA Test'])
    expect(stored).not.toContain(secret)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('status')).toContainText(SAVED)
  await expect(page.getByRole('status')).toContainText(/Saved at \d\d:\d\d on /)
  await expect(page.getByRole('main')).toContainText(reference)
  await expect(page.getByRole('main')).toContainText('PlaceCorn Hall, ')
  const code = page.getByRole('img', { name: `QR code of your booking reference ${reference}` })
  expect(await code.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(20)

  const later = await context.newPage()
  await later.goto(PATH)
  await expect(later.getByRole('main')).toContainText(reference)
  await context.setOffline(false)
  await later.getByRole('link', { name: 'Try again' }).click()
  await expect(later.getByRole('heading', { level: 1, name: 'Upcoming events' })).toBeVisible()
})

test('signing out removes it, also without a network', async ({ page, context }) => {
  await savedTicket(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expectGone(context)

  await savedTicket(page)
  await context.setOffline(true)
  const left = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Logout' }).click()
  await left
  await context.setOffline(false)
  await expectGone(context)
})

test('another man who signs in on the phone does not see it', async ({ page, context }) => {
  await savedTicket(page)
  const other = await newMember()
  await context.clearCookies()
  await page.goto('/login')
  await logIn(page, other)
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await expectGone(context)
})

test('nor does a man whose session began elsewhere', async ({ page, context }) => {
  await savedTicket(page)
  await context.clearCookies()
  await signIn(context, await newMember())
  await page.goto('/portal')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expectGone(context)
})

test('it is gone when the day is over, and after a cancellation', async ({ page, context }) => {
  await savedTicket(page)
  await changeSaved(page, (saved) => saved.replace(/"until":\d+/, '"until":1'))
  await context.setOffline(true)
  await expect(page.goto(PATH)).rejects.toThrow(/ERR_/)
  await context.setOffline(false)
  await expectGone(context)

  const { member, id } = await savedTicket(page)
  await member.ask(`PUT /api/appointments/${id}/cancel`)
  await page.reload()
  await expect(page.getByRole('main')).toContainText(/cancelled/i)
  await expectGone(context)
})

async function savedTicket(page: Page) {
  const member = await newMember()
  const booked = await bookThroughApi(member, await ownEvent())
  await page.context().clearCookies()
  await signIn(page.context(), member)
  await page.goto(PATH)
  await expect(page.getByText(IS_SAVED)).toBeVisible()
  return { member, ...booked }
}

async function storedTickets(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    return (await (await caches.open(name)).match('/saved-tickets'))?.text() ?? ''
  })
}

async function changeSaved(page: Page, change: (saved: string) => string): Promise<void> {
  const changed = change(await storedTickets(page))
  await page.evaluate(async (text) => {
    const [name = ''] = await caches.keys()
    await (await caches.open(name)).put('/saved-tickets', new Response(text))
  }, changed)
}

/** Nothing is stored, and without a network the page does not open. */
async function expectGone(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  // A file, whose page has no script of ours that could remove something now.
  await page.goto('/favicon.svg')
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  await context.setOffline(true)
  await expect(page.goto(PATH)).rejects.toThrow(/ERR_/)
  await context.setOffline(false)
  await page.close()
}
