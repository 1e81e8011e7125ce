import { expect, test } from './fixtures.ts'
import { signInAs } from './member.ts'

const DUE = { email: 'due@example.org', password: 'screening-demo' }

test('a member who is due answers, takes it back, and holds a place with one tap', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page.context(), DUE)
  await expect(async () => {
    await page.goto('/upcoming-events')
    await expect(page.getByRole('heading', { name: 'Your next test' })).toBeVisible()
  }).toPass()
  const section = page.getByRole('region', { name: 'Your next test' })
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(section.getByRole('listitem').first()).toContainText(/Colchester, (under|about)/)
  await checkPage()
  await page.goto('/medical-results')
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('main')).not.toContainText('You do not need to do anything now')
  await checkPage()
  await page.goto('/upcoming-events')

  await section.getByRole('button', { name: 'Ask me again in 3 months' }).click()
  await expect(section.getByRole('status')).toContainText('We will ask you again on')
  await section.getByRole('button', { name: 'Show me events near me again' }).click()
  await section.getByRole('button', { name: 'Do not ask me again' }).click()
  await expect(section.getByRole('status')).toContainText('not to remind you again')
  await page.reload()
  await expect(section.getByRole('status')).toContainText('not to remind you again')
  await section.getByRole('button', { name: 'Show me events near me again' }).click()

  await section.getByRole('button', { name: 'Hold a place at' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consent form' })).toBeVisible()
  await expect(page.getByText(/is held for you/).first()).toBeVisible()
  await checkPage()
})

test('amber shows two places near the member on the list and on the result, and holds one', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page.context(), { ...DUE, email: 'amber@example.org' })
  await page.goto('/medical-results')
  const places = page.getByRole('region', { name: 'Book your repeat test' })
  await expect(places).toBeInViewport()
  await checkPage()
  await page.getByRole('link', { name: 'Open this result' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Your result/ })).toBeVisible()
  await expect(places).toBeVisible()
  await checkPage()
  const hold = places.getByRole('button', { name: 'Hold a place at' })
  expect(await hold.count()).toBeLessThanOrEqual(2)
  await hold.first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consent form' })).toBeVisible()
  await checkPage()
})

test('a free repeat is free in the list and on the page of an event', async ({
  page,
  checkPage,
}) => {
  await signInAs(page.context(), { ...DUE, email: 'repeat@example.org' })
  await page.goto('/book-event-main')
  await expect(page.getByText('Free for you').first()).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('£')
  await checkPage()
  const priced = page.getByRole('article').filter({ hasText: 'Free for you' }).first()
  await priced.getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Book this event' })
  await expect(panel).toContainText('Free for you')
  await expect(panel).not.toContainText('sign in')
  await checkPage()
})
