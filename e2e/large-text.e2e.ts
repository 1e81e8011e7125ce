// Pages for a reader whose browser shows text at twice the size.
import type { Page } from '@playwright/test'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember, signIn } from './member.ts'

const launch = browserLaunch()
const launchOptions = { ...launch, args: [...launch.args, '--blink-settings=defaultFontSize=32'] }
test.use({ launchOptions, viewport: { width: 1280, height: 900 } })

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
