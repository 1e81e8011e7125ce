import writeExcelFile from 'write-excel-file/node'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { newStaff, openOffice } from './staff.ts'

test('places are held for a list of names, and one of them opens the link', async ({
  page,
  checkPage,
}) => {
  const eventId = await ownEvent()
  const address = `albert-${eventId}@example.org`
  await openOffice(page, {
    staff: await newStaff(['office']),
    path: `/office/events/${eventId}`,
    checkPage,
  })
  await expect(page.getByRole('heading', { level: 1, name: /PSA screening/ })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Invited group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invited group' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Invite a group' }).click()
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('link', { name: 'Paste the names, or choose a file.' })).toBeVisible()
  const lines = [
    ['Name', 'Email'],
    ['Albert Green', address],
    ['Ben Hill', ''],
    ['Carl Wood', 'carl@'],
  ]
  const workbook = await writeExcelFile(lines.map((cells) => cells.map((value) => ({ value }))))
  await page.getByLabel('Or a file').setInputFiles({
    name: 'lodge.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await workbook.toBuffer()),
  })
  await page.getByRole('button', { name: 'Check the list' }).click()
  const checked = page.getByRole('region', { name: '2 of 3 lines can be held' })
  await expect(checked.getByText('This is not an email address.')).toBeVisible()
  await checkPage()
  await checked.getByRole('button', { name: 'Hold 2 places and send the links' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invited group' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Albert Green/ })).toContainText('Invited')
  await page.getByRole('button', { name: 'Print a card for Ben Hill' }).click()
  const cards = page.getByRole('region', { name: 'Cards to print' })
  await expect(cards.getByRole('heading', { name: /Ben Hill/ })).toBeVisible()
  await checkPage()

  // Booking is closed to the public: the invited book all the same.
  await page.goto(`/office/events/${eventId}`)
  await page.getByRole('button', { name: 'Close booking' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Close booking' }).click()
  await expect(page.getByRole('button', { name: 'Open booking' })).toBeVisible()
  await checkPage()

  let link = ''
  await expect(async () => {
    const [mail] = await mailsTo(address)
    link = /https?:\S+#invite=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  const visitor = await page.context().browser()?.newContext()
  if (!visitor) throw new Error('there is no browser')
  const tab = await visitor.newPage()
  await tab.goto(link)
  await expect(
    tab.getByRole('heading', { level: 1, name: 'A place is held for you' }),
  ).toBeVisible()
  await expect(tab.getByText('This link is for')).toContainText('Albert')
  await tab.getByRole('button', { name: 'Book this place' }).click()
  await expect(tab.getByText(/is held for you/)).toBeVisible()
  await visitor.close()
  await page.goto(`/office/events/${eventId}/group`)
  await expect(page.getByRole('row', { name: /Albert Green/ })).toContainText('Link opened')
  await checkPage()
})
