import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { readTubeCode } from '../domain/office/tube-code.ts'
import { inspectPdf } from '../test/app/inspect-pdf.ts'
import { expect, test } from './fixtures.ts'
import { eventIn } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

test('the office prints labels for a day, and the same numbers again for a lost sheet', async ({
  page,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  const event = await eventIn('Ipswich')
  await openOffice(page, { staff, path: `/office/events/${event}`, checkPage })
  await expect(page.getByRole('link', { name: 'Labels and forms' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Labels and forms' }).click()
  await expect(
    page.getByText('You can make them as soon as a sample has been recorded.'),
  ).toBeVisible()

  await page.getByLabel('How many tubes').fill('3')
  await page.getByLabel('First unused label on the sheet').fill('64')
  const codes = await codesOf(await saved(page, 'Make the labels'))
  expect(new Set(codes).size).toBe(3)
  expect(codes).toHaveLength(3)

  await page
    .getByRole('button', { name: /^Print again/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Print again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('what happened to the first sheet')
  await checkPage()
  await dialog.getByLabel('What happened to the first sheet?').fill('The printer has eaten it.')
  await dialog.getByRole('radio', { name: 'Two, for the tube and a form' }).check()
  const again = await codesOf(await saved(page, 'Print again', dialog))
  expect(again).toEqual(codes.flatMap((code) => [code, code]))
  await expect(dialog).toBeHidden()
  await checkPage()
})

async function saved(page: Page, button: string, within: Pick<Page, 'getByRole'> = page) {
  const download = page.waitForEvent('download')
  await within.getByRole('button', { name: button, exact: true }).click()
  return download
}

async function codesOf(download: Download): Promise<string[]> {
  const pdf = await inspectPdf(await readFile(await download.path()))
  const pages = await Promise.all([...Array(pdf.pages).keys()].map((n) => pdf.text(n + 1)))
  return pages
    .flat()
    .flatMap(({ text }) => (text.startsWith('CHP') ? (readTubeCode(text) ?? []) : []))
}
