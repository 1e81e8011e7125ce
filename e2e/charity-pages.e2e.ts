import { expect, test } from './fixtures.ts'

test('the texts of the About page open one by one, by keyboard', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/about-us')
  const more = page.getByRole('button', { name: 'Show More of ‘Who We Are’' })
  const end = page.getByText('Trustees are responsible for the charity')
  await expect(end).toBeHidden()
  await more.focus()
  await page.keyboard.press('Enter')
  const less = page.getByRole('button', { name: 'Show Less of ‘Who We Are’' })
  await expect(less).toBeFocused()
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await expect(end).toBeVisible()
  await expect(page.getByText('We also give talks')).toBeHidden()
  await checkPage()
  await page.keyboard.press('Space')
  await expect(end).toBeHidden()
})

test('the cards under Get involved open one by one', async ({ page, checkPage }) => {
  await page.goto('/about-us')
  const donate = page.getByRole('button', { name: 'of ‘Donate Today’' })
  const ideas = page.getByRole('button', { name: 'of ‘Ideas for Fundraising Events’' })
  const join = page.getByRole('button', { name: 'of ‘Get Involved Today!’' })
  await donate.click()
  await ideas.click()
  await expect(donate).toHaveText(/^Show Less/)
  await expect(ideas).toHaveText(/^Show Less/)
  await expect(join).toHaveText(/^Show More/)
  await donate.click()
  await expect(donate).toHaveText(/^Show More/)
  await expect(ideas).toHaveText(/^Show Less/)
  await checkPage()
})

test('the About page names the charity to people and to search engines', async ({
  page,
  checkPage,
}) => {
  await page.goto('/about-us')
  await expect(page.getByRole('img', { name: 'Fenmark, Engineering' })).toBeVisible()
  const supporter = page.getByRole('link', { name: 'Become a Supporter (opens in a new tab)' })
  await expect(supporter).toHaveAttribute('target', '_blank')
  await expect(supporter).toHaveAttribute('href', /^https:/)
  const data = await page.locator('script[type="application/ld+json"]').innerText()
  expect(JSON.parse(data)['@graph'][0]).toMatchObject({ name: 'CHAPS', foundingDate: '2000' })
  await checkPage()
})

test('one ribbon says that people are invented, and twelve marks and more stand in a grid', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about-us')
  await expect(page.getByText('Demonstration.')).toHaveCount(1)
  await expect(page.locator('#our-team, #our-supporters')).toHaveText([/Ashdown/, /Fenmark/])
  for (const part of ['#our-team', '#our-supporters']) {
    await expect(page.locator(part)).not.toContainText('Sample ')
  }
  const marks = page.locator('#our-supporters [role=img]')
  await expect(marks).toHaveCount(14)
  const lefts = await marks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  expect(new Set(lefts.map(Math.round)).size).toBeGreaterThan(1)
  await checkPage()
})

test('Support us says what a gift does, Gift Aid, and who answers for it', async ({
  page,
  checkPage,
}) => {
  await page.goto('/support-us')
  await expect(page.getByRole('heading', { name: 'What a gift does' })).toBeVisible()
  await expect(page.getByText('Gift Aid:')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Our trustees' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Registered charity')
  await checkPage()
})

test('the overview of events leads to each kind and back', async ({ page, checkPage }) => {
  await page.goto('/events')
  await checkPage()
  for (const [link, title] of [
    ['Learn more about community events', 'Community screening'],
    ['Learn more about events at work', 'Corporate screening'],
    ['Learn more about talks', 'Seminar talks'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await checkPage()
    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Events' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every text of the About page is shown, without buttons that do nothing', async ({
    page,
  }) => {
    await page.goto('/about-us')
    await expect(page.getByText('Trustees are responsible for the charity')).toBeVisible()
    await expect(page.getByText('Volunteers greet people')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
  })

  test('policies can be read to the end', async ({ page }) => {
    await page.goto('/refund-policy')
    await expect(page.getByRole('heading', { name: 'An example' })).toBeVisible()
    await expect(page.getByRole('row', { name: /28 April 2027/ })).toContainText('£23.97')
    await page.getByRole('navigation', { name: 'Small print' }).getByText('Terms and').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
    await expect(page.getByText('27 November 2026')).toBeVisible()
    await page.goto('/cookies')
    await expect(page.getByRole('cell', { name: '__Host-at' })).toBeVisible()
  })
})
