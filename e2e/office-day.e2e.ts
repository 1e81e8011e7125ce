import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// Pages that the test cuts off from the network, or that another tablet overtook.
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('a tablet without a network, opened again, and one with it lose nobody', {
  tag: '@core',
}, async ({ page, browser, checkPage }) => {
  const event = await ownEvent()
  const [early, late, absent] = await booked(event)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${event}`)
  await checkPage()
  const code = await loadDay(page)
  await checkPage()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(row(page, early)).toContainText('born 14/05/1968')
  await checkPage()

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This day is locked' })).toBeVisible()
  await checkPage()
  await openWith(page, 'AAAA-AAAA')
  await expect(page.getByText('This is not the code')).toBeVisible()
  await openWith(page, code.toLowerCase())
  await checkIn(page, early)
  await checkPage()
  await takeSample(page, early, `LAB1 ${early}`)
  await checkIn(page, late)
  await page.getByRole('button', { name: /^Arrived/ }).click()
  await page.getByRole('button', { name: `Undo for Sam ${late}` }).click()
  await checkPage()
  await page.getByLabel('Why?').fill('pressed the wrong name')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('No connection: 4 actions waiting to send')).toBeVisible()

  // The other tablet has a network, and the same person was sent to it too.
  const other = await secondTablet(browser, event)
  await checkIn(other, early)
  await checkIn(other, late)
  await takeSample(other, late, `LAB1 ${early}`)
  await expect(other.getByText('Everything has been sent')).toBeVisible()

  // The tablet is switched off and on, still without a network.
  await page.reload()
  await expect(page.getByText('4 actions waiting to be sent')).toBeVisible()
  await openWith(page, code)
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Please look/ }).click()
  const problems = page.getByRole('region', { name: 'Please look at these' })
  await expect(problems).toContainText(`Sam ${early} was checked in twice`)
  await expect(problems).toContainText('the tube belongs to somebody else')
  await find(page, absent)
  await expect(row(page, absent)).toContainText('Expected')
  await find(page, late)
  await expect(row(page, late)).toContainText('Sample taken')
  await checkPage()
  await other.context().close()
})

test('what the tablet keeps shows no name, and goes at sign-out', async ({ page, checkPage }) => {
  const event = await ownEvent()
  const [name] = await booked(event)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${event}`)
  await checkPage()
  await loadDay(page)
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(row(page, name)).toBeVisible()
  const kept = await storedOn(page)
  expect(kept).toContain('"eventId"')
  expect(kept).not.toContain(name)
  expect(kept).not.toContain('1968')

  await page.getByRole('link', { name: 'All days' }).click()
  await checkPage()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await checkPage()
  expect(await storedOn(page)).not.toContain('"eventId"')
})

/** Their last names. */
async function booked(event: number): Promise<[string, string, string]> {
  const book = async (letter: string) => {
    const lastName = `T${randomUUID().slice(0, 8).replace(/\d/g, 'x')}${letter}`
    await bookThroughApi(await newMember({ firstName: 'Sam', lastName }), event)
    return lastName
  }
  return [await book('a'), await book('b'), await book('c')]
}

async function loadDay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Load the day' }).click()
  await expect(page.getByRole('heading', { name: 'Write this code down' })).toBeVisible()
  return page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText()
}

async function openWith(page: Page, code: string): Promise<void> {
  await page.getByLabel('Day code').fill(code)
  await page.getByRole('button', { name: 'Open the day' }).click()
}

async function secondTablet(browser: Browser, event: number): Promise<Page> {
  const staff = await newStaff(['office'])
  const tablet = await browser.newContext()
  const page = await tablet.newPage()
  await openOffice(page, { staff, path: '/office/days' })
  await page.goto(`/office/days/${event}`)
  await loadDay(page)
  await page.getByRole('button', { name: 'I have written it down' }).click()
  return page
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).first()

async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
}

async function checkIn(page: Page, name: string): Promise<void> {
  await find(page, name)
  await page.getByRole('button', { name: `Check in Sam ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
}

async function takeSample(page: Page, name: string, tube: string): Promise<void> {
  await find(page, name)
  await page.getByRole('button', { name: `Sample of Sam ${name}`, exact: true }).click()
  await page.getByLabel('Tube code').fill(tube)
  await page.getByRole('button', { name: 'Sample taken' }).click()
}

/** Everything in the browser's database of days, as text. */
function storedOn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await ask(indexedDB.open('chaps-days'))
    const found: Record<string, unknown[]> = {}
    for (const store of db.objectStoreNames)
      found[store] = await ask(db.transaction(store).objectStore(store).getAll())
    const text = new TextDecoder()
    return JSON.stringify(found, (_key, value) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? text.decode(value) : value,
    )
  })
}
