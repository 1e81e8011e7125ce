import type { Browser, Page } from '@playwright/test'

/**
 * Bytes of JavaScript on the wire (brotli) that a first visit to `url` fetches until the page
 * is at rest, without lazy chunks of later steps.
 */
export async function firstLoadScripts(
  browser: Browser,
  url: string,
  cookies: { name: string; value: string; url: string }[] = [],
): Promise<number> {
  const context = await browser.newContext()
  await context.addCookies(cookies)
  const page = await context.newPage()
  const bytes = countScripts(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const sum = await bytes()
  await context.close()
  return sum
}

/** Bytes of JavaScript on the wire that a page at rest fetches for `act`. */
export async function laterScripts(
  browser: Browser,
  url: string,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = countScripts(page)
  await act(page)
  await page.waitForLoadState('networkidle')
  const sum = await bytes()
  await context.close()
  return sum
}

/** Returns a function for the bytes since this call, of responses from the origin `of` if given. */
export function countScripts(page: Page, { of = '' } = {}): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' && request.url().startsWith(of))
      sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The session cookies of a sign-in at `siteUrl`. Throws when the sign-in is refused. */
export async function signInCookies(siteUrl: string, who: { email: string; password: string }) {
  const answer = await fetch(`${siteUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`)
  return answer.headers.getSetCookie().map((cookie) => {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: siteUrl }
  })
}
