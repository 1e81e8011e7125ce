import { readFile } from 'node:fs/promises'
import { DAY_MS } from '../domain/durations.ts'
import { addComingDay, keepPlacesBack } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test.describe('the link', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('a host reads counts by a private link that the office makes, replaces and ends', async ({
    page,
    checkPage,
  }) => {
    const eventId = await addComingDay({ name: 'Leominster lodge day', days: 30 })
    await keepPlacesBack(eventId, 3)
    await bookThroughApi(await newMember(), eventId)
    const staff = await newStaff(['office'])
    await openOffice(page, { staff, path: `/office/events/${eventId}`, checkPage })
    await checkPage()
    await page.getByRole('link', { name: 'Host page' }).click()
    await expect(page.getByText('There is no working link at the moment.')).toBeVisible()
    await checkPage()
    await page.getByLabel('Release unclaimed places on').fill(inDays(60))
    await page.getByRole('button', { name: 'Save the date' }).click()
    await expect(
      page.getByText('Choose a date after today and before the event.').first(),
    ).toBeVisible()
    await checkPage()
    await page.getByLabel('Release unclaimed places on').fill(inDays(10))
    await page.getByRole('button', { name: 'Save the date' }).click()
    await expect(page.getByText('The date has been saved.')).toBeVisible()

    await page.getByRole('button', { name: 'Make a link' }).click()
    const shown = page.getByText(/\/by-link#host=/)
    await expect(shown).toBeVisible()
    const first = (await shown.textContent()) ?? ''
    await checkPage()

    const host = await page.context().newPage()
    await host.goto(first)
    const main = host.getByRole('main')
    await expect(main).toContainText('Leominster lodge day')
    await expect(main).toContainText('1 of 9')
    await expect(main).toContainText('3, of which 0 claimed')
    const saved = host.waitForEvent('download')
    await host.getByRole('button', { name: 'Download the poster (PDF)' }).click()
    const poster = await saved
    expect(poster.suggestedFilename()).toBe(`poster-${eventId}.pdf`)
    expect((await readFile(await poster.path())).subarray(0, 5).toString()).toBe('%PDF-')

    await page.getByRole('button', { name: 'Make a new link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new link' }).click()
    await expect(page.getByText(first)).toHaveCount(0)
    await host.reload()
    await expect(host.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await page.getByRole('button', { name: 'End the link' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End the link' }).click()
    await expect(page.getByText('There is no working link at the moment.')).toBeVisible()
    await host.close()
  })
})

test.describe('the share of the price', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('is entered with the event, and the page of the host counts what is owed', async ({
    page,
    checkPage,
  }) => {
    const eventId = await addComingDay({ name: 'Leominster hosted day', days: 31 })
    const staff = await newStaff(['office'])
    await openOffice(page, { staff, path: `/office/events/${eventId}/edit`, checkPage })
    await page.getByLabel('Price in pounds').fill('25')
    await page.getByLabel('Host’s share, in pounds').fill('26')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const refused = page.getByText('The host cannot pay more than the price.')
    await expect(refused.first()).toBeVisible()
    await checkPage()
    await page.getByLabel('Host’s share, in pounds').fill('10')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Host £10.00, member £15.00')).toBeVisible()
    await checkPage()
    for (let people = 0; people < 2; people++) await bookThroughApi(await newMember(), eventId)

    await page.goto(`/office/events/${eventId}/host-page`)
    await checkPage()
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = (await page.getByText(/\/by-link#host=/).textContent()) ?? ''
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Your event' })).toBeVisible()
    const share = page.getByRole('region', { name: 'Your share of the price' })
    await expect(share).toContainText('2 members, £20.00')
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await checkPage()
    }
  })
})
