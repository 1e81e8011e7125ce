import { expect, test } from './fixtures.ts'
import { DEMO_MEMBER, signInAs } from './member.ts'

const TALLEST = 2000
const PARTS = [
  { link: 'How we contact you and your support needs', path: '/portal/contact' },
  { link: 'Password, email and two-step verification', path: '/portal/sign-in' },
  { link: 'Devices where you are signed in', path: '/portal/devices' },
  { link: 'Consents', path: '/portal/consents' },
  { link: 'Payments and receipts', path: '/portal/payments' },
  { link: 'The code from our letter', path: '/portal/letter' },
  { link: 'Who has looked at my results', path: '/portal/viewers' },
  { link: 'Erase my data', path: '/portal/erase' },
]

test('on a phone the profile is a short page, and so is each part of it', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page.context(), DEMO_MEMBER)
  const heightOfMain = () =>
    page.getByRole('main').evaluate((main) => Math.round(main.getBoundingClientRect().height))
  const heights: Record<string, number> = {}
  await page.goto('/portal')
  const index = page.getByRole('navigation', { name: 'Parts of your profile' })
  await expect(index.getByRole('link')).toHaveCount(9)
  heights['/portal'] = await heightOfMain()
  await checkPage()
  for (const { link, path } of PARTS) {
    await page.goto('/portal')
    await index.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(link)
    await checkPage()
    heights[path] = await heightOfMain()
  }
  console.log('height of main at 390 px:', heights)
  expect(Object.entries(heights).filter(([, height]) => height >= TALLEST)).toEqual([])
  await page.goto('/portal/devices')
  await page.getByRole('link', { name: 'All of your profile' }).click()
  await expect(page).toHaveURL('/portal')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await expect(index).toBeHidden()
  await expect(page.getByRole('region', { name: 'Erase my data' })).toBeVisible()
})

test('no drafting note of a lawyer stands in the profile', async ({ page, checkPage }) => {
  await signInAs(page.context(), DEMO_MEMBER)
  await page.goto('/portal/erase')
  await expect(page.getByRole('region', { name: 'Erase my data' })).toContainText('8 years after')
  await expect(page.getByRole('main')).not.toContainText(/proposal|lawyer/)
  await checkPage()
})
