import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { TILE_ORIGIN } from './site.ts'

const pins = (page: Page) => page.getByRole('region', { name: /^Map:/ }).locator('[aria-expanded]')
const numbers = (page: Page) => page.getByRole('article').locator('h4 > [aria-hidden]:first-child')
const popup = (page: Page) => page.getByRole('dialog')
const maker = (page: Page) => page.getByRole('link', { name: '© OpenStreetMap contributors' })

async function seeMap(page: Page, title: string) {
  await page.getByRole('region', { name: title, exact: true }).scrollIntoViewIfNeeded()
  await expect(pins(page).first()).toBeAttached()
}

test('the map of the listing has a pin for each numbered event, loads only tiles from elsewhere, and follows a search', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto('/book-event-main')
  await seeMap(page, 'Map of the events')
  const all = await numbers(page).count()
  expect(all).toBeGreaterThan(10)
  await expect(pins(page)).toHaveCount(all)
  await expect(page.getByText('London', { exact: true })).toBeInViewport()
  await checkPage()

  await page.getByRole('button', { name: `Show all ${all} events` }).click()
  for (const town of ['Belfast PSA screening', 'Norwich PSA screening']) {
    await expect(page.getByRole('button', { name: new RegExp(town) })).toBeInViewport()
  }

  await page.getByLabel('Freemasons').check()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(/\d+ events( found|, soonest)/)).toBeVisible()
  // The list and the map follow the search one after the other.
  await expect(async () => {
    const some = await numbers(page).count()
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
    expect(await pins(page).count()).toBe(some)
  }).toPass({ timeout: 10_000 })
  expect([...asked]).toEqual([new URL(page.url()).origin, TILE_ORIGIN])
})

test('a search that finds one event moves the map to it', async ({ page, checkPage }) => {
  await page.goto('/book-event-main?by=location&location=Belfast')
  await seeMap(page, 'Map of the events')
  await expect(pins(page)).toHaveCount(1)
  await expect(pins(page)).toBeInViewport()
  await expect(page.getByText('1 mile', { exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Open in maps' })).toBeVisible()
  await checkPage()
})

test('a search that finds several opens the map on the nearest', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/book-event-main?by=location&location=Colchester')
  await seeMap(page, 'Map of the events')
  const first = page.getByRole('button', { name: /^1: Colchester/ })
  await expect(first).toBeInViewport()
  expect(await pins(page).count()).toBeGreaterThan(1)
  const middleOf = (box: { x: number; width: number } | null) =>
    box === null ? 0 : box.x + box.width / 2
  const map = await page.getByRole('region', { name: /^Map:/ }).boundingBox()
  expect(Math.abs(middleOf(await first.boundingBox()) - middleOf(map))).toBeLessThan(10)
  await checkPage()
})

test('a pin can be reached, opened, closed and followed with the keyboard alone', async ({
  page,
  checkPage,
}) => {
  await page.goto('/book-event-main')
  await seeMap(page, 'Map of the events')
  const pin = page.getByRole('button', { name: /^\d+: Brighton PSA screening/ })
  await tabTo(page, page.getByRole('link', { name: 'Skip the map' }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: /^Map:/ })).toBeFocused()
  await tabTo(page, pin)

  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect(popup(page).getByRole('link')).toBeFocused()
    await expect(popup(page)).toContainText(/day, \d\d \w+ \d{4}/)
    await expect(pin).toHaveAttribute('aria-expanded', 'true')
    if (key === 'Enter') await checkPage()
    await page.keyboard.press('Escape')
    await expect(popup(page)).toHaveCount(0)
    await expect(pin).toBeFocused()
  }

  await page.keyboard.press('Enter')
  await expect(popup(page).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(popup(page)).toHaveCount(0)
  await expect(pin).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(popup(page).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/event\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brighton')
  await checkPage()
})

test('Tab and the skip link leave the map, and its keys move nothing else', async ({
  page,
  checkPage,
}) => {
  await page.goto('/event/7')
  await seeMap(page, 'Map of the venue')
  await expect(maker(page)).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Skip the map' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Open in maps' })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await expect(maker(page)).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeFocused()
  const at = () => pins(page).evaluate((pin) => pin.getBoundingClientRect().x)
  const before = await at()
  await page.keyboard.press('ArrowRight')
  expect(await at()).toBe(before)
  await page.keyboard.press('Space')
  await expect(page.getByText('½ mile')).toBeAttached()
  await checkPage()
})

test('an event’s page shows its place zoomed in, with a popup of its name', async ({
  page,
  checkPage,
}) => {
  await page.goto('/event/7')
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await seeMap(page, 'Map of the venue')
  await expect(pins(page)).toHaveCount(1)
  // Half a mile is about 68 px at zoom 13 and half of that at 12.
  const rings = page.locator('.map-ring')
  await expect(rings.first()).toBeAttached()
  const ring = await rings.first().evaluate((path) => path.getBoundingClientRect().width)
  expect(ring).toBeGreaterThan(110)
  expect(ring).toBeLessThan(180)
  await pins(page).click()
  await expect(popup(page)).toHaveText(new RegExp(name))
  await checkPage()
  await page.keyboard.press('Escape')
  await expect(popup(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open in maps' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.openstreetmap\.org\/\?mlat=5\d\.\d+&mlon=-?\d/,
  )
})

test('the wheel scrolls the page past the map until the map is clicked', async ({
  page,
  checkPage,
}) => {
  await page.goto('/event/7')
  await seeMap(page, 'Map of the venue')
  await checkPage()
  const map = page.getByRole('region', { name: /^Map:/ })
  const ring = () =>
    page
      .locator('.map-ring')
      .first()
      .evaluate((path) => path.getBoundingClientRect().width)
  const before = await ring()
  const scrolled = await page.evaluate(() => scrollY)
  await map.hover({ position: { x: 60, y: 60 } })
  await page.mouse.wheel(0, 80)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled)
  expect(await ring()).toBe(before)

  await map.click({ position: { x: 60, y: 60 } })
  await page.mouse.wheel(0, 400)
  await expect.poll(ring).toBeLessThan(before)
})

test.describe('with touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } })

  test('the page scrolls past the map until the map is tapped', async ({ page, checkPage }) => {
    await page.goto('/event/7')
    await seeMap(page, 'Map of the venue')
    const map = page.getByRole('region', { name: /^Map:/ })
    await expect(page.getByText('Tap the map to move it')).toBeVisible()
    await expect(map).toHaveCSS('touch-action', 'pan-x pan-y')
    await checkPage()
    await map.tap({ position: { x: 60, y: 60 } })
    await expect(page.getByText('Tap the map to move it')).toBeHidden()
    await expect(map).toHaveCSS('touch-action', 'none')
    await page.getByRole('heading', { name: 'Before you book' }).tap()
    await expect(map).toHaveCSS('touch-action', 'pan-x pan-y')
  })
})

test('tiles cover the outline, with their attribution', async ({ page, checkPage }) => {
  await page.goto('/event/7')
  await seeMap(page, 'Map of the venue')
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeAttached()
  await expect(maker(page)).toBeVisible()
  await checkPage()
})

test.describe('when no tile loads', () => {
  test.use({ expectedErrors: [new RegExp(`ERR_FAILED ${TILE_ORIGIN}`)] })

  test('the map shows the outline, and the service is not asked again', async ({
    page,
    checkPage,
  }) => {
    let asked = 0
    await page.route(`${TILE_ORIGIN}/**`, (route) => {
      asked += 1
      return route.abort()
    })
    await page.goto('/book-event-main')
    await seeMap(page, 'Map of the events')
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect(page.locator('.leaflet-tile')).toHaveCount(0)
    await checkPage()
    const atFirst = asked
    await page.getByRole('button', { name: /^Show all/ }).click()
    await expect(page.getByRole('button', { name: /Belfast PSA screening/ })).toBeInViewport()
    expect(asked).toBe(atFirst)
    await expect(maker(page)).toHaveCount(0)
  })
})

test.describe('when the map fails to load', () => {
  test.use({ expectedErrors: [/live-map/] })

  test('a sentence says so, and the address and the link to a map stay', async ({
    page,
    checkPage,
  }) => {
    await page.route(/live-map.*\.js/, (route) => route.abort())
    await page.goto('/event/7')
    await page
      .getByRole('region', { name: 'Map of the venue', exact: true })
      .scrollIntoViewIfNeeded()
    await expect(page.getByText('The map could not be loaded.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in maps' })).toBeVisible()
    await checkPage()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no empty box, and an event’s page links to a map elsewhere', async ({ page }) => {
    await page.goto('/event/7')
    const map = page.getByRole('region', { name: 'Map of the venue', exact: true })
    await expect(map).toContainText('Saffron Walden, CB10 1JW')
    await expect(map.getByRole('link', { name: 'Open in maps' })).toBeVisible()
    expect((await map.boundingBox())?.height).toBeLessThan(120)

    await page.goto('/book-event-main')
    await expect(page.getByText(/\d+ events( found|, soonest)/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Map of the events', exact: true })).toBeHidden()
  })
})
