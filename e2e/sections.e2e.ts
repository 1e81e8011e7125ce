import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1280, height: 700 } })

const SECTIONS = {
  '/about-us': ['about-the-charity', 'our-team', 'our-supporters', 'get-involved'],
  '/events': ['community', 'freemason', 'corporate', 'speaker'],
  '/information-hub': [
    'prostate-cancer',
    'mens-health',
    'health-in-workplace',
    'education',
    'resources',
  ],
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function watchScrolling(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const watch = () => {
      if (seen.at(-1) !== Math.round(window.scrollY)) seen.push(Math.round(window.scrollY))
      requestAnimationFrame(watch)
    }
    watch()
  })
  return () => page.evaluate(() => Reflect.get(window, 'seen'))
}

test('the home page scrolls smoothly to the charity’s story, and Back returns', async ({
  page,
  checkPage,
}) => {
  await page.goto('/')
  await checkPage()
  const more = page.getByRole('link', { name: 'Read more about the charity' })
  await more.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(0)
  const places = await watchScrolling(page)
  await more.click()
  await expect(heading(page, 'About the charity')).toBeFocused()
  await expect(page).toHaveURL('/about-us#about-the-charity')
  const there = await topOf(page, 'about-the-charity')
  await expect.poll(() => scrolled(page)).toBe(there)
  const way = (await places()).slice((await places()).indexOf(0))
  expect(way.length).toBeGreaterThan(2)
  await checkPage()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => scrolled(page)).toBe(before)
})

for (const [link, name, ms] of [
  ['at work', 'Corporate', 300],
  ['Raise money', 'Get involved', 200],
] as const) {
  test(`after ‘${link}’ the page moves to ‘${name}’ when ${ms} ms have passed`, async ({
    page,
    checkPage,
  }) => {
    await page.clock.install()
    await page.goto('/support-us')
    await checkPage()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('link', { name: link }).click()
    await expect(heading(page, name)).toBeFocused()
    await page.clock.runFor(ms - 1)
    expect(await scrolled(page)).toBe(0)
    await page.clock.runFor(1)
    await expect.poll(() => scrolled(page)).toBeGreaterThan(0)
    await page.clock.resume()
    await checkPage()
  })
}

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a section is there at once', async ({ page, checkPage }) => {
    await page.goto('/support-us')
    await checkPage()
    const link = page.getByRole('link', { name: 'your lodge' })
    await link.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    const places = await watchScrolling(page)
    await link.click()
    await expect(heading(page, 'Freemasons')).toBeFocused()
    const there = await topOf(page, 'freemason')
    await expect.poll(() => scrolled(page)).toBe(there)
    expect(await places()).toEqual([before, there])
    await checkPage()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every section is found by its address', async ({ page }) => {
    for (const [path, ids] of Object.entries(SECTIONS)) {
      for (const id of ids) {
        await page.goto(`${path}#${id}`)
        await expect(page.locator(`[id="${id}"]`), id).toBeInViewport()
      }
    }
  })
})

function topOf(page: Page, id: string): Promise<number> {
  return page.evaluate((name) => {
    const { scrollY, innerHeight } = window
    const root = document.documentElement
    const box = document.getElementById(name)?.getBoundingClientRect()
    const margin = Number.parseFloat(getComputedStyle(root).scrollPaddingTop)
    return Math.round(Math.min((box?.top ?? 0) + scrollY - margin, root.scrollHeight - innerHeight))
  }, id)
}
