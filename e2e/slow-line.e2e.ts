import { expect, test } from './fixtures.ts'

test('on a slow line a page asks for its scripts when its words are painted', async ({ page }) => {
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

test('a button that is pressed before the scripts are there is not pressed in vain', async ({
  page,
}) => {
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
