import { expect, test } from './fixtures.ts'
import { addEventsOfLastYear } from './last-year.ts'
import { newStaff, openOffice } from './staff.ts'

test('a clinician reads the figures and publishes those of a year that is over', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/figures', checkPage })
  await expect(page.getByRole('heading', { name: 'Results', exact: true })).toBeVisible()
  await expect(page.getByText(/figures once the year is over/)).toBeVisible()
  await checkPage()

  const lastYear = String(new Date().getFullYear() - 1)
  await page.goto(`/office/figures?year=${lastYear}`)
  const publish = page.getByRole('region', { name: 'On the public page' })
  await expect(publish.getByText(/^Fewer than three events in that year/)).toBeVisible()
  await checkPage()
  await addEventsOfLastYear([3, 6], 8)
  await page.reload()
  await publish.getByLabel('Source').fill('')
  await publish.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Enter the source of the figures.').first()).toBeVisible()
  await checkPage()
  await publish.getByLabel('Source').fill('the records of its days')
  await publish.getByRole('button', { name: /^Publish/ }).click()
  await expect(publish.getByText(/^Published on/)).toContainText('the records of its days')

  await page.goto('/information-hub/statistics')
  const published = page.getByRole('region', { name: 'Year by year, from our records' })
  await expect(published).toContainText(lastYear)
  await expect(published).toContainText('Source: the records of its days.')
  await checkPage()
})

test('the office reads them without results', async ({ page, checkPage }) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/figures', checkPage })
  await expect(page.getByRole('heading', { name: 'From place to sample' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Red' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'On the public page' })).toHaveCount(0)
  await checkPage()
})
