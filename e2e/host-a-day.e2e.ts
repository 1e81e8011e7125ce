import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const THANKS = 'Thank you. We have your request and a member of our team will reply.'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedErrors: [/status of 422/] })

    test('a host asks for a day from the page for hosts', async ({ page }) => {
      await page.goto('/events/community-screening')
      await page.getByRole('main').getByRole('link', { name: 'Host a day' }).click()
      await expect(page).toHaveURL('/events/host-a-day')
      await fillIn(page)
      await page.getByLabel('How many men').fill('many')
      await send(page)

      await expect(page).toHaveTitle(/^Error: Host a day/)
      const words = 'Enter how many men you expect as a number, such as 60'
      await expect(page.getByRole('alert').getByRole('link')).toHaveText([words])
      await expect(page.getByLabel('Place')).toHaveValue('Village Hall, Diss')
      await expect(page.getByLabel('Each man, for his own test')).toBeChecked()
      await page.getByLabel('How many men').fill('60')
      await send(page)
      await expect(page).toHaveURL('/events/host-a-day?sent=1')
      await expect(page.getByText(THANKS)).toBeVisible()
    })
  })
}

for (const width of [320, 390, 768, 1280]) {
  test(`the form fits ${width} px, empty, with errors and sent`, async ({ page, checkPage }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/events/host-a-day', '/events/host-a-day?sent=1', '/events']) {
      await page.goto(path)
      await checkPage()
    }
  })
}

async function fillIn(page: Page) {
  await page.getByLabel('Day', { exact: true }).fill('A Saturday in March')
  await page.getByLabel('Place').fill('Village Hall, Diss')
  await page.getByLabel('Each man, for his own test').check()
  const main = page.getByRole('main')
  await main.getByLabel('First name').fill('James')
  await main.getByLabel('Last name').fill('Marlow')
  await main.getByLabel('Email').fill('james@example.org')
  await main.getByLabel('Phone number').fill('07700 900118')
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send request' }).click()
}
