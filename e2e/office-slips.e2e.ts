// Tubes of two neighbours that were swapped are seen at the chair, by the slips they carry (H15).
import type { Page } from '@playwright/test'
import { slipCodeOf } from '../domain/office/slips.ts'
import { groupedTubeCode, tubeCodeOf } from '../domain/office/tube-code.ts'
import { addVenueDay, storedPresses, wantSlips } from './day.queries.ts'
import { codeIsWritten, find, loadDay, nameOf, type Shown } from './door.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('a swapped pair of neighbours is stopped at the chair, without a network too', async ({
  page,
  checkPage,
}) => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 3 })])
  await wantSlips(day.id)
  const [first, second, third] = day.people
  if (!first || !second || !third) throw new Error('three people are needed')
  const [one, two, three, four] = tubesOf(day.id)
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${day.id}`)
  await loadDay(page)
  await codeIsWritten(page)
  await page.context().setOffline(true)

  await checkInWith(page, first, slipCodeOf(one))
  await checkInWith(page, second, slipCodeOf(two))
  const dialog = page.getByRole('dialog')
  // The neighbour's tube, with the own slip.
  await openSample(page, first)
  await dialog.getByLabel('Code of the slip').fill(slipCodeOf(one))
  await dialog.getByLabel('Tube code').fill(two)
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await expect(dialog).toContainText(`Stop. This is tube ${groupedTubeCode(two)}, and the slip is`)
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
    await page.screenshot({ path: test.info().outputPath(`slip-${width}.png`) })
  }
  // With both of the neighbour, the slip that was given at the check-in speaks against it.
  await dialog.getByLabel('Code of the slip').fill(slipCodeOf(two))
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await expect(dialog).toContainText(`${nameOf(first)} was given the slip`)
  // A tube that is scanned twice is no slip.
  await dialog.getByLabel('Code of the slip').fill(one)
  await dialog.getByLabel('Tube code').fill(one)
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await expect(dialog).toContainText('This is the label of a tube.')
  await dialog.getByLabel('Code of the slip').fill(slipCodeOf(one))
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await expect(dialog).toBeHidden()
  await hasState(page, first, 'Sample taken')

  // With a scanner: the slip, then the tube, and it is recorded without a press.
  await openSample(page, second)
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await expect(async () => {
    await scan(page, slipCodeOf(two))
    await expect(dialog.getByLabel('Code of the slip')).toHaveValue(slipCodeOf(two), {
      timeout: 500,
    })
  }).toPass()
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await scan(page, two)
  await expect(dialog).toBeHidden()
  await hasState(page, second, 'Sample taken')

  // Nothing goes on against the slip without a reason, and with one it is to be looked at.
  await checkInWith(page, third, slipCodeOf(three))
  await openSample(page, third)
  await dialog.getByLabel('Code of the slip').fill(slipCodeOf(three))
  await dialog.getByLabel('Tube code').fill(four)
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await dialog
    .getByLabel(`explain how you know that this sample belongs to ${nameOf(third)}.`)
    .fill('The label tore, and nobody else was at the table')
  await dialog.getByRole('button', { name: 'Sample taken' }).click()
  await expect(dialog).toBeHidden()
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Please look 1/ }).click()
  await expect(page.getByRole('region', { name: 'Please look at these' })).toContainText(
    `${nameOf(third)} has a tube that does not match the slip`,
  )
  await checkPage()
  expect((await storedPresses(day.id)).map(({ type, code }) => [type, code])).toEqual([
    ['arrive', null],
    ['slip', null],
    ['arrive', null],
    ['slip', null],
    ['sample', null],
    ['sample', null],
    ['arrive', null],
    ['slip', null],
    ['sample', 'slip_differs'],
  ])
})

function tubesOf(event: number): [string, string, string, string] {
  const base = 5_000_000 + (event % 100_000) * 10
  return [tubeCodeOf(base), tubeCodeOf(base + 1), tubeCodeOf(base + 2), tubeCodeOf(base + 3)]
}

async function checkInWith(page: Page, person: Shown, slip: string): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Check in ${nameOf(person)}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await dialog.getByLabel('Code of the slip').fill(slip)
  await dialog.getByRole('button', { name: 'Slip given' }).click()
  await expect(dialog).toBeHidden()
}

async function openSample(page: Page, person: Shown): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Sample of ${nameOf(person)}`, exact: true }).click()
}

async function hasState(page: Page, person: Shown, state: string): Promise<void> {
  await find(page, nameOf(person))
  await expect(page.getByRole('listitem').filter({ hasText: nameOf(person) })).toContainText(state)
}

/** As a scanner types: all symbols within a moment. */
async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (keys) => {
      for (const key of keys) {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        ;(document.activeElement ?? document.body).dispatchEvent(press)
      }
    },
    [...code, 'Enter'],
  )
}
