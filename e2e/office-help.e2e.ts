import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test('help opens at the part of the screen, over what was typed, and leads to the whole handbook', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/events/new', checkPage })
  await page.getByLabel('Name').first().fill('Village hall, Ely?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(help.getByRole('heading', { name: 'Making an event' })).toBeVisible()
  await expect(help.getByRole('img').first()).toHaveJSProperty('complete', true)
  expect(await help.getByRole('img').first().evaluate(widthOf)).toBeGreaterThan(100)
  await checkPage()
  await help.getByRole('button', { name: 'The same event again, and a series' }).click()
  await expect(help.getByRole('heading', { name: 'Making an event' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name').first()).toHaveValue('Village hall, Ely?')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(help.getByRole('heading', { name: 'Making an event' })).toBeVisible()
  const [handbook] = await Promise.all([
    page.waitForEvent('popup'),
    help.getByRole('link', { name: 'Read the whole handbook' }).click(),
  ])
  await expect(handbook.getByRole('heading', { name: 'Making an event' })).toBeInViewport()
})

function widthOf(picture: Element): number {
  return picture instanceof HTMLImageElement ? picture.naturalWidth : 0
}
