import type { Browser } from '@playwright/test'

/**
 * Bytes of JavaScript, as they came over the wire (brotli), that a first visit to `url` fetches until
 * the page is at rest; what a visitor waits for, lazy chunks of a later step not included.
 */
export async function firstLoadScripts(
  browser: Browser,
  url: string,
  cookies: { name: string; value: string; url: string }[] = [],
): Promise<number> {
  const context = await browser.newContext()
  await context.addCookies(cookies)
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return bytes
}
