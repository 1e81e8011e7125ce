// `npm run test:long -- every-state`: every public page at every width, in light and forced
// colours, at rest and with everything unfolded. Each width has a worker.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { PUBLIC_PAGES, WIDTHS } from './public-pages.ts'

const COLOURS = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'forced colours', media: { colorScheme: 'dark', forcedColors: 'active' } },
] as const

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, { tag: '@long' }, () => {
    test.describe.configure({ mode: 'default' })
    let looks = 0
    let pages = 0
    test.afterAll(() => {
      console.info(`${width} px: ${pages} pages in ${looks} combinations of colours and states`)
    })

    for (const path of PUBLIC_PAGES) {
      test(`${path} is accessible in every state`, async ({ page, checkPage }) => {
        const count = async () => {
          await checkPage()
          looks += 1
        }
        await page.setViewportSize({ width, height: 900 })
        await page.addInitScript(stay)
        for (const { name, media } of COLOURS) {
          await test.step(name, async () => {
            await page.emulateMedia(media)
            await page.goto(path)
            await count()
            for (const menu of await closed(page.getByRole('banner'))) {
              if (await open(page, menu)) await count()
            }
            await page.keyboard.press('Escape')
            const cards = await closed(page.getByRole('main'))
            for (const card of cards) await open(page, card)
            if (cards.length > 0) await count()
          })
        }
        pages += 1
      })
    }
  })
}

/** Stops signup-success from moving on after three seconds (rules §8.5). */
function stay() {
  const wait = window.setTimeout.bind(window)
  const hold = (act: () => void, ms?: number) => (ms === 3_000 ? 0 : wait(act, ms))
  Object.assign(window, { setTimeout: hold })
}

/** Marks of everything folded in a part of the page that can be opened. */
async function closed(part: Locator): Promise<string[]> {
  return part.locator('summary, button[aria-expanded]').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one, i) => {
        const mark = `fold-${one.closest('main') ? 'main' : 'banner'}-${i}`
        one.setAttribute('data-looked-at', mark)
        return `[data-looked-at="${mark}"]`
      }),
  )
}

async function open(page: Page, mark: string): Promise<boolean> {
  const fold = page.locator(mark)
  if (!(await fold.isVisible())) return false
  if (await isOpen(fold)) return true
  await fold.click()
  await expect.poll(() => isOpen(fold)).toBe(true)
  return true
}

function isOpen(fold: Locator): Promise<boolean> {
  return fold.evaluate(
    (one) => one.getAttribute('aria-expanded') === 'true' || one.closest('details')?.open === true,
  )
}
