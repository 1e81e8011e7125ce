import { addVenueDay } from './day.queries.ts'
import { codeIsWritten, loadDay, nameOf, sendNow } from './door.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'
import { typeDayCode } from './tablet.ts'

test('somebody fainted: it is recorded at the day, and a clinician looks at it', async ({
  page,
  browser,
  checkPage,
}) => {
  const { id } = await addVenueDay({ count: 3 })
  const path = `/office/days/${id}/incidents`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  await page.getByLabel('What happened?').selectOption('Fainted')
  await page.getByRole('button', { name: 'Record the incident' }).click()
  await expect(page.getByText('Say what was done.').first()).toBeVisible()
  await page.getByLabel('Who was it?').selectOption({ index: 2 })
  const who = await page.getByLabel('Who was it?').locator('option:checked').innerText()
  await page.getByLabel('What was done?').fill('Feet up, a drink, well after 10 minutes')
  await checkPage()
  await page.getByRole('button', { name: 'Record the incident' }).click()
  await expect(page.getByRole('heading', { name: `Fainted: ${who}` })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await checkPage()

  const other = await (await browser.newContext()).newPage()
  const clinician = await newStaff(['clinician'])
  await openOffice(other, { staff: clinician, path: '/office/incidents' })
  await other
    .getByRole('row')
    .filter({ hasText: who.split(',')[0] ?? who })
    .getByRole('link')
    .click()
  await other.getByRole('button', { name: /^Mark as looked at: Fainted/ }).click()
  await other.getByLabel('What did you decide?').fill('No follow-up')
  await other.getByRole('button', { name: 'Mark as looked at', exact: true }).click()
  await expect(other.getByText('Looked at by')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Mark as looked at/ })).toHaveCount(0)
  await other.context().close()
})

test.describe('on the tablet', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('an incident is written without a connection, outlives a restart and is sent once', async ({
    page,
    context,
    checkPage,
  }) => {
    const { id, people } = await addVenueDay({ count: 3 })
    const [person] = people
    if (!person) throw new Error('nobody is booked')
    const path = `/office/days/${id}`
    await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
    const code = await loadDay(page)
    await codeIsWritten(page)
    await checkPage()
    await context.setOffline(true)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Record an incident' }).click()
    await page.getByLabel('What happened?').selectOption('Fainted')
    await page.getByRole('button', { name: 'Record the incident' }).click()
    await expect(page.getByText('Say what was done.')).toBeVisible()
    await checkPage()
    const who = page.getByLabel('Who was it?')
    const option = who.locator('option', { hasText: nameOf(person) })
    await who.selectOption((await option.getAttribute('value')) ?? '')
    await page.getByLabel('What was done?').fill('Feet up, a drink')
    await page.getByRole('button', { name: 'Record the incident' }).click()
    await expect(page.getByText('The incident has been recorded.')).toBeVisible()
    await expect(page.getByText(/1 action waiting/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('1 action waiting to be sent, safe')).toBeVisible()
    await typeDayCode(page, code)
    await expect(page.getByRole('searchbox')).toBeVisible()
    await sendNow(page)
    await expect(page.getByText('Everything has been sent')).toBeVisible()
    await page.goto(`${path}/incidents`)
    const recorded = page.getByRole('heading', { name: `Fainted: ${nameOf(person)}` })
    await expect(recorded).toHaveCount(1)
    await checkPage()
  })
})
