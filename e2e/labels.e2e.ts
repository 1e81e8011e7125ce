import { expect, test } from './fixtures.ts'

const LABELS: [path: string, role: 'heading' | 'link' | 'button', ...texts: string[]][] = [
  ['/', 'heading', 'Upcoming events', 'Testimonials'],
  ['/', 'link', 'Home', 'About us', 'Events', 'Information hub', 'News', 'Contact us'],
  ['/', 'link', 'Book an event', 'Read more', 'See more'],
  ['/', 'button', 'Subscribe'],
  ['/events', 'heading', 'Community', 'Freemasons', 'Corporate', 'Speaker requests'],
  ['/about-us', 'heading', 'About the charity', 'Meet the team'],
  ['/information-hub', 'heading', 'Research and data'],
  ['/news/patient-journey', 'heading', 'Recent news'],
  ['/news/patient-journey', 'link', 'Read more'],
]

test('labels specified in capitals are shown so, and are sentence case in the text', async ({
  page,
  checkPage,
}) => {
  for (const [path, role, ...texts] of LABELS) {
    if (new URL(page.url(), 'http://x').pathname !== path) await page.goto(path)
    for (const text of texts) {
      const label = page.getByRole(role, { name: new RegExp(`^${text}`) }).first()
      await expect(label, `${text} on ${path}`).toHaveCSS('text-transform', 'uppercase')
      expect(await label.textContent(), path).toContain(text)
    }
    await checkPage()
  }
  await page.goto('/news')
  const more = page.getByRole('main').locator('summary').first()
  await expect(more).toHaveText(/^Read more/)
  await expect(more).toHaveCSS('text-transform', 'uppercase')
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [path] of LABELS) {
    await page.goto(path)
    await checkPage()
  }
  await page.goto('/news')
  await checkPage()
})
