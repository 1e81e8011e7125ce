import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { DEMO_MEMBER } from './member.ts'
import { CONSENT_PAGE, PUBLIC_PAGES, WIDTHS } from './public-pages.ts'

const MEMBERS = [
  '/upcoming-events',
  '/portal',
  '/portal/my-data',
  '/portal/consents',
  '/portal/payments',
  '/portal/letter',
  '/portal/contact',
  '/portal/sign-in',
  '/portal/devices',
  '/portal/viewers',
  '/portal/erase',
  '/medical-results',
  '/medical-results/1',
  '/booking-success',
  CONSENT_PAGE,
  '/waiting-list?event=7',
]

// One width for each address in turn; the long tests cover all widths.
const widthOf = (n: number) => ({ width: WIDTHS[n % WIDTHS.length] ?? 1280, height: 900 })

for (const [n, path] of PUBLIC_PAGES.entries()) {
  test(`${path} is accessible at ${widthOf(n).width} px`, async ({ page, checkPage }) => {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await checkPage()
  })
}

test('the members’ screens are accessible', async ({ page, checkPage }) => {
  await page.goto('/login?from=/upcoming-events')
  await checkPage()
  await logIn(page, DEMO_MEMBER)
  await expect(page).toHaveURL('/upcoming-events')
  for (const [n, path] of MEMBERS.entries()) {
    await page.setViewportSize(widthOf(n))
    await page.goto(path)
    await checkPage()
  }
})
