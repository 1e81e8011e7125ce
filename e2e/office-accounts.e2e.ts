import { GOOD_CARD, openCheckout, pressPay, SOON, typeCard } from './checkout.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember } from './member.ts'
import { PressCounter } from './presses.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(01|22)/] })

const HEADINGS = 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,Transaction ID'

test('the treasurer compares the provider’s report with the ledger, and prints statements', async ({
  page,
  browser,
  checkPage,
}) => {
  const theirs = await browser.newPage()
  const member = await newMember({ lastName: 'Reconciled' })
  await openCheckout(theirs, { member, eventId: await eventIn(SOON), time: '15:40' })
  await typeCard(theirs, GOOD_CARD)
  await pressPay(theirs)
  await expect(theirs).toHaveURL(/\/booking-success/)
  await theirs.close()

  const staff = await newStaff(['treasurer'])
  await openOffice(page, { staff, path: '/office/payments?tab=all', checkPage })
  await page.getByRole('searchbox').fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page.getByRole('link', { name: 'Reconciled' }).click()
  const captureId = await page
    .getByText(/^[0-9A-Z]{17}$/)
    .last()
    .textContent()
  await checkPage()

  await page.getByRole('link', { name: 'Reconciliation' }).click()
  await checkPage()
  const compare = page.getByRole('button', { name: 'Compare with the ledger' })
  await compare.click()
  await expect(page.getByRole('link', { name: 'Choose the report' })).toBeVisible()
  await upload('Date,Time\n1,2')
  await expect(page.getByRole('link', { name: /no column for/ })).toBeVisible()
  await checkPage()
  const cells = '01/01/2020,10:00:00,GMT,A Man,Website Payment,Completed,GBP,24.00,-1.03,22.97'
  await upload(`${HEADINGS}\n${cells},${captureId}\n`)
  await expect(page.getByText('1 new transaction: 0 match the ledger, 1 difference.')).toBeVisible()
  const list = page.getByRole('region', { name: 'Differences' })
  await list.getByRole('link', { name: `Different amount, ${captureId}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Different amount')
  await checkPage()
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByRole('link', { name: 'Choose what it is.' })).toBeVisible()
  await page.getByLabel('Corrected at PayPal').check()
  await page.getByLabel('Why').fill('typed by hand there')
  await page.getByRole('button', { name: 'Decide' }).click()
  await expect(page.getByText('typed by hand there')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reopen it' })).toBeVisible()
  await checkPage()

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
  const gift = (n: number) =>
    `02/01/2020,1${n}:00:00,GMT,A Giver,Donation Payment,Completed,GBP,5.00,-0.20,4.80,GIFT${Date.now()}${n}`
  await upload([HEADINGS, ...[1, 2, 3, 4, 5].map(gift)].join('\n'))
  await expect(
    page.getByText('5 new transactions: 0 match the ledger, 5 differences.'),
  ).toBeVisible()
  const counter = new PressCounter()
  await counter.act('decide five differences of one kind', async ({ tap }) => {
    await tap(page.getByRole('button', { name: /^Decide these \d+$/ }).first())
    await tap(page.getByLabel('Explained: nothing to correct'))
    await page.getByLabel('Why').fill('donations')
    await tap(page.getByRole('button', { name: /^Decide these \d+$/ }).last())
    await expect(
      page.getByText(/^Your decision on \d+ differences has been saved\.$/),
    ).toBeVisible()
  })
  counter.compare()
  await checkPage()

  await page.getByRole('link', { name: 'Statements' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Total' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'By event' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'By event' })).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all entries as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('ledger.csv')

  async function upload(text: string): Promise<void> {
    await page
      .getByLabel('The PayPal report')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await compare.click()
  }
})
