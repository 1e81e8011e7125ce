import { pressOf, walkIn } from '../test/app/walk-ins.ts'
import { bringForward, ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

test('walk-ins from one person are struck out after a colleague has approved', async ({
  page,
  browser,
  checkPage,
}) => {
  const event = await ownEvent()
  await bringForward(event, 0)
  const helper = await newStaff(['office'])
  const actions = [1, 2, 3].map(() =>
    pressOf('walk_in', new Date(), { registration: walkIn({ last_name: 'Invented' }) }),
  )
  await page.setViewportSize({ width: 320, height: 844 })
  await openOffice(page, { staff: helper, path: '/office/days', checkPage })
  await checkPage()
  await ask(page, `POST /api/office/days/${event}/actions`, { actions })
  await page.goto(`/office/days/${event}/walk-ins`)
  await page.getByRole('button', { name: `Strike out walk-ins from ${helper.name}` }).click()
  await page.getByRole('textbox', { name: /^Registered since/ }).fill('late')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Enter a time, for example 10:30.').first()).toBeVisible()
  await page.getByRole('textbox', { name: /^Registered since/ }).fill('00:00')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('3 to strike out, 0 staying.')).toBeVisible()
  await checkPage()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Nobody was there')
  await page.getByRole('button', { name: 'Ask a colleague to approve' }).click()
  await expect(page.getByText(/who did not register them can approve it/)).toBeVisible()
  await checkPage()
  const address = new URL(page.url()).pathname
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await checkPage()
  }

  const colleague = await newStaff(['office'])
  const other = await browser.newPage()
  await openOffice(other, { staff: colleague, path: address, checkPage })
  await other.getByRole('button', { name: 'Approve: cancel 3 appointments' }).click()
  await expect(other.getByText('Approved by')).toBeVisible()
  await other.close()
})
