import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in.
test.use({ expectedErrors: [/status of 401/] })

test('a banner about an event stands on its pages alone, is said once, and is taken down', async ({
  page,
  context,
  checkPage,
}) => {
  const event = await ownEvent()
  const words = `Park behind the church, not in front of event ${event}.`
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events/${event}`, checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'Add a banner' }).click()
  await page.getByRole('button', { name: 'Show the banner' }).click()
  await expect(page.getByRole('link', { name: 'Enter the words.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Words').fill(words)
  await page.getByRole('radio', { name: 'Urgent' }).check()
  await expect(page.getByRole('region', { name: 'How it looks' })).toContainText(words)
  await checkPage()
  await page.getByRole('button', { name: 'Show the banner' }).click()
  await expect(page.getByRole('row', { name: words })).toContainText('Shown now')
  await checkPage()

  const visitor = await context.newPage()
  await visitor.goto(`/event/${event}`)
  const banner = visitor
    .getByRole('region', { name: 'Announcements', includeHidden: true })
    .getByText(words)
  await expect(banner).toBeVisible()
  const said = visitor.getByRole('status').filter({ hasText: words })
  await expect(said).toHaveCount(1)
  await visitor.getByRole('navigation').getByRole('link', { name: 'About us' }).first().click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('About us')
  await expect(banner).toBeHidden()
  await expect(said).toHaveCount(0)
  await visitor.goBack()
  await expect(banner).toBeVisible()
  await expect(said).toHaveCount(0)

  await page.getByRole('link', { name: words }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change a banner')
  await checkPage()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByRole('row', { name: words })).toContainText('Over')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('a banner of the office stands above every screen', async ({ page, checkPage }) => {
  const words = `The copier is out of order ${Date.now()}.`
  const staff = await newStaff(['admin'])
  await openOffice(page, { staff, path: '/office/banners/new', checkPage })
  await checkPage()
  await page.getByLabel('Words').fill(words)
  await page.getByRole('radio', { name: 'The office' }).check()
  await page.getByRole('button', { name: 'Show the banner' }).click()
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  // The frame of the office keeps its columns.
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(title?.y).toBeLessThan(250)
  await checkPage()
  await page.getByRole('link', { name: words }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change a banner')
  await checkPage()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByRole('row', { name: words })).toContainText('Over')
  await expect(page.getByRole('status').filter({ hasText: words })).toHaveCount(0)
})
