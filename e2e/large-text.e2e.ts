// Pages for a reader whose browser shows text at twice the size.
import type { Page } from '@playwright/test'
import { ROLES } from '../domain/office/permissions.ts'
import { checkSize } from './check-page.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, eventIn, newMember, profileIdOf, signIn } from './member.ts'
import { largeText } from './reader.ts'
import { newStaff, openOffice } from './staff.ts'

const DESK = { width: 1280, height: 900 }
const PHONE = { width: 320, height: 900 }
test.use({ ...largeText, viewport: DESK })

const PUBLIC = ['/', '/book-event-main', '/login', '/about-us', '/support-us', '/events/host-a-day']

for (const path of PUBLIC) {
  test(`${path} is read at 200 % text without a crushed column`, async ({ page, checkPage }) => {
    await page.goto(path)
    const logo = await page.getByRole('banner').locator('img').boundingBox()
    expect(logo?.width).toBe(104)
    await checkText(page, checkPage)
  })
}

test('an event and its booking are read at 200 % text', async ({ page, checkPage }) => {
  const id = await eventIn('Colchester')
  await page.goto(`/event/${id}`)
  await checkText(page, checkPage)
  await signIn(page.context(), await newMember())
  await page.goto(`/book-event?event=${id}`)
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  await checkText(page, checkPage)
  for (const path of ['/upcoming-events', '/portal', '/medical-results']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await checkText(page, checkPage)
  }
})

const OFFICE = [
  ...['today', 'search?q=Carter', 'events', 'events/calendar', 'members', 'members/new', 'unpaid'],
  ...['payments', 'messages', 'loops', 'days', 'results', 'letters', 'figures', 'jobs', 'staff'],
  ...['doubles', 'erasures', 'audit', 'access-log', 'cash-counts', 'help', 'invoices', 'overrides'],
  ...[
    'banners',
    'banners/new',
    'newsletters',
    'newsletters/new',
    'subscriptions',
    'saved-texts',
    'saved-texts/new',
    'incidents',
    'reconciliation',
    'rules',
    'settings',
    'settings/helpline',
    'settings/two_people',
    'mail-texts',
    'products',
    'statements',
    'identity-reviews',
    'clinicians-away',
    'staff/new',
    'retention',
    'notifications',
    'closed-loops',
    'laboratory-forms',
    'record-claims',
  ],
  ...['', '/attendees', '/list', '/time', '/cancel', '/message'].map((of) => `events/{event}${of}`),
  ...['/group', '/group/new', '/host-page', '/invoice', '/edit', '/failsafe'].map(
    (of) => `events/{event}${of}`,
  ),
  ...['/late', '/cash', '/incidents', '/labels', '/walk-ins'].map((of) => `days/{event}${of}`),
  ...['', '/notes', '/contact', '/help', '/message', '/book', '/withdraw-consent'].map(
    (of) => `members/{member}${of}`,
  ),
]

test('the office is read at 200 % text, at a desk and on a phone', async ({ page, checkPage }) => {
  test.setTimeout(360_000)
  await openOffice(page, { staff: await newStaff([...ROLES]), path: '/office/today', checkPage })
  const member = await newMember()
  const event = await ownEvent()
  await bookThroughApi(member, event)
  const made = { '{event}': String(event), '{member}': String(await profileIdOf(member)) }
  for (const path of OFFICE)
    await test.step(path, async () => {
      await page.goto(
        `/office/${path.replace(/{event}|{member}/, (name) => made[name as keyof typeof made])}`,
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.setViewportSize(PHONE)
      await checkSize(page)
      await page.setViewportSize(DESK)
      await checkText(page, checkPage)
    })
})

/** No sideways scrolling (checkPage), and no words in a column of less than eight letters' width. */
async function checkText(page: Page, checkPage: () => Promise<void>): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    '32px',
  )
  await checkPage()
  const crushed = await page.locator('main :is(h1, h2, h3, p, dd, li)').evaluateAll((blocks) =>
    blocks
      .filter((block) => block.checkVisibility() && (block.textContent ?? '').trim().length > 24)
      .filter((block) => !block.closest('.visually-hidden'))
      .filter((block) => {
        const { width } = block.getBoundingClientRect()
        return width > 0 && width < 4 * Number.parseFloat(getComputedStyle(block).fontSize)
      })
      .map((block) => block.textContent),
  )
  expect(crushed).toEqual([])
}
