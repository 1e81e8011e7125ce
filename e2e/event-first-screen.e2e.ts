import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { eventIn } from './member.ts'

const PHONES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
]
const EVENTS = { free: 'Colchester', 'with a price': 'Leeds' }

for (const viewport of PHONES) {
  for (const [kind, town] of Object.entries(EVENTS)) {
    test(`an event ${kind} shows when, where, price and BOOK in the first ${viewport.width} x ${viewport.height} px`, async ({
      page,
      checkPage,
    }) => {
      await page.setViewportSize(viewport)
      await page.goto(`/event/${await eventIn(town)}`)
      await checkPage()
      await page.evaluate(() => scrollTo(0, 0))
      const main = page.getByRole('main')
      const lede = main.locator('.lede')
      await expect(lede).toContainText(/day, \d+ \w+ \d{4}, \d\d:\d\d–\d\d:\d\d\. /)
      const panel = main.getByRole('complementary', { name: 'Book this event' })
      const shown = {
        name: main.getByRole('heading', { level: 1 }),
        'when and where': lede,
        price: panel.getByText(/^(Free|£\d+\.\d\d)$/),
        book: panel.getByRole('link', { name: 'BOOK', exact: true }),
      }
      for (const [what, part] of Object.entries(shown)) {
        expect(await lowestOf(part), what).toBeLessThanOrEqual(viewport.height)
      }
      expect(await scrolled(page)).toBe(0)
    })
  }
}

async function lowestOf(part: Locator): Promise<number> {
  await expect(part).toBeVisible()
  const box = await part.boundingBox()
  if (!box) throw new Error('not on the page')
  return box.y + box.height
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate(() => scrollY)
}
