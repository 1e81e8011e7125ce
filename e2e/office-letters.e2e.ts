import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '../test/app/read-pdf.ts'
import { expect, test } from './fixtures.ts'
import { addLetterToGp, addWaitingLetters } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

// Both make batches of all letters that wait.
test.describe.configure({ mode: 'serial' })

test('six members without e-mail have their letters printed, counted and posted', async ({
  page,
  checkPage,
}) => {
  await addWaitingLetters(6)
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/letters', checkPage })
  await expect(page.getByText('6 letters')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Make a batch' }).click()
  await expect(page.getByRole('heading', { name: /^Batch \d+$/ })).toBeVisible()
  const letters = await saved(page, 'Letters (PDF)')
  expect(letters.filter((text) => text.startsWith('Page 1 of'))).toHaveLength(6)
  const cover = await saved(page, 'Cover list (PDF)')
  expect(cover.join(' ')).toContain('6 letters')

  await page.getByLabel('Envelopes counted').fill('5')
  await page.getByRole('button', { name: 'All are printed' }).click()
  await expect(page.getByRole('alert').first()).toContainText('count the envelopes again')
  await checkPage()
  await page.getByLabel('Envelopes counted').fill('6')
  await page.getByRole('button', { name: 'All are printed' }).click()
  await expect(page.getByRole('heading', { name: 'Post' })).toBeVisible()
  await page.getByLabel('Envelopes counted').fill('6')
  await page.getByRole('button', { name: 'All are posted' }).click()
  await expect(page.getByText(/^Posted /)).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/office/letters?tab=posted')
  await page
    .getByRole('link', { name: /^Mark as returned/ })
    .first()
    .click()
  await page.getByRole('radio', { name: 'Gone away' }).check()
  await checkPage()
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await checkPage()
  await page
    .getByRole('link', { name: /^Print again/ })
    .first()
    .click()
  await page.getByLabel('Why are you printing it again?').fill('')
  await page.getByRole('button', { name: 'Make the batch' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Say why you are printing it again')
  await checkPage()
  await page.getByLabel('Why are you printing it again?').fill('It came back, and he has moved')
  await page.getByRole('button', { name: 'Make the batch' }).click()
  await expect(page.getByText('It came back, and he has moved')).toBeVisible()
  await checkPage()
})

test('the surgery’s address is entered, and the letter to the GP printed with it', async ({
  page,
  checkPage,
}) => {
  await addLetterToGp()
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/letters', checkPage })
  const row = page.getByRole('row').filter({ hasText: '’s GP' })
  await expect(row).toContainText('Address missing')
  await row.getByRole('link', { name: /^Enter the address/ }).click()
  await expect(page.getByText('No surgery: call the member to ask')).toBeVisible()
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByRole('alert').first()).toContainText('name of the surgery')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.getByLabel('Name of the surgery').fill('Mill Road Surgery')
  await page.getByLabel('Address').fill('The Old Dairy\n12 Mill Road')
  await page.getByLabel('Town').fill('Diss')
  await page.getByLabel('Postcode').fill('ip224aa')
  await page.getByRole('button', { name: 'Save the address' }).click()
  const known = page.getByRole('row').filter({ hasText: 'Mill Road Surgery, GP of' })
  await expect(known).toContainText('The Old Dairy, 12 Mill Road, Diss, IP22 4AA')
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.getByRole('button', { name: 'Make a batch' }).click()
  const letter = await saved(page, 'Letters (PDF)')
  for (const text of ['Mill Road Surgery', 'IP22 4AA', 'Dear doctor,'])
    expect(letter).toContain(text)
  await checkPage()
})

async function saved(page: Page, button: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const pages = await readPdf(await readFile(await (await download).path()))
  return pages.flat().map(({ text }) => text)
}
