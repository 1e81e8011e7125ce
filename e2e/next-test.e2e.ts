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
