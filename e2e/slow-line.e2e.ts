import { expect, test } from './fixtures.ts'

test('on a slow connection a page loads its scripts after the first paint', async ({ page }) => {
  let letStylesCome = () => {}
  const styles = new Promise<void>((resolve) => {
    letStylesCome = resolve
  })
  await page.route('**/*.css*', async (route) => {
    await styles
    await route.continue()
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/about-us', { waitUntil: 'commit' })
  await page.locator('footer').waitFor({ state: 'attached' })
  expect(scripts).toEqual([])
  letStylesCome()
  await page
    .getByRole('button', { name: /^Show More/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Show Less/ })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(3)
})

test('a button pressed before the scripts have loaded still acts', async ({ page }) => {
  // Simulates a browser that reports no paint timing.
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined
  })
  await page.goto('/about-us', { waitUntil: 'commit' })
  await page
    .getByRole('button', { name: /^Show More/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Show Less/ })).toHaveCount(1)
})
