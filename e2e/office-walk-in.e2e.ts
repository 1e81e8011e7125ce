import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkLarge } from './check-large.ts'
import { bringForward, ownEvent } from './coming-day.queries.ts'
import { addVenueDay } from './day.queries.ts'
import { codeIsWritten, goOn, loadDay, UNDERSTOOD } from './door.ts'
import { expect, test } from './fixtures.ts'
import { press, type } from './keyboard.ts'
import { bookThroughApi, newMember } from './member.ts'
import { openDay, typeDayCode } from './tablet.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

const TABLET = { width: 768, height: 1024 }

test('a walk-in is registered without a network, and arrives once with consent and payment', {
  tag: '@core',
}, async ({ page, checkPage }) => {
  await page.setViewportSize(TABLET)
  const { code } = await openDay(page, { event: await eventNow({ pricePence: 2500 }), checkPage })
  const last = lastName()
  await page.context().setOffline(true)

  await button(page, 'Register a walk-in').click()
  await checkPage()
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toContainText('There is a problem')
  await checkPage()
  await typeWho(page, { first: 'Walter', last, born: born() })
  await expect(page.getByText(/^They will be \d\d on the day\.$/)).toBeVisible()
  await button(page, 'Continue').click()
  await typeContact(page, '07700 900118')

  // The tablet is switched off and on, and Back goes one step back.
  await page.reload()
  await typeDayCode(page, code)
  await expect(page.getByRole('heading', { name: 'How can we contact them?' })).toBeVisible()
  await expect(page.getByLabel('Phone (optional)')).toHaveValue('07700 900118')
  await checkPage()
  await page.goBack()
  await expect(page.getByLabel('Last name')).toHaveValue(last)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'How can we contact them?' })).toBeVisible()
  await button(page, 'Continue').click()
  await page.getByRole('checkbox', { name: 'Hearing loop' }).check()
  await checkPage()
  await button(page, 'Continue').click()
  await checkPage()
  await consentAs(page, checkPage)

  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toContainText('Choose how they will pay.')
  await page.getByRole('radio', { name: 'Cash, now' }).check()
  await checkPage()
  await button(page, 'Lock').click()
  expect(await storedDrafts(page)).toMatch(/"eventId":\d+/)
  expect(await storedDrafts(page)).not.toContain(last)
  await typeDayCode(page, code)
  await expect(page.getByRole('radio', { name: 'Cash, now' })).toBeChecked()
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'Is everything right?' })).toBeVisible()
  await checkPage()
  await button(page, 'Register, £25.00 taken in cash').click()
  const row = page.getByRole('listitem').filter({ hasText: last })
  await expect(row).toContainText('Arrived')
  await expect(row).toContainText('waiting to be sent')
  await expect(row).not.toContainText('to pay')
  await checkPage()
  expect(await storedDrafts(page)).toBe('[]')
  await button(page, `Sample of Walter ${last}`).click()
  await page.getByLabel('Tube code').fill(`LAB1 ${last}`)
  await button(page, `Sample taken: Walter ${last}`).click()
  await expect(page.getByText('No connection: 3 actions waiting to send')).toBeVisible()

  await page.reload()
  await typeDayCode(page, code)
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('searchbox').fill(last)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Sample taken')
  await expect(row).not.toContainText('to pay')

  await page.goto(`/office/members?q=${last}`)
  await checkPage()
  await page.getByRole('link', { name: `Walter ${last}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Walter ${last}` })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(/Leominster PSA screening/)
  await expect(main).toContainText(/tablet/i)
  await expect(main).toContainText(/Hearing loop/)
  await expect(main).toContainText(/Paid at the venue/i)
  await checkPage()
})

test('a doubt whether somebody understands the test stops it: a walk-in and a sample, offline', async ({
  page,
  checkPage,
}) => {
  const event = await eventNow()
  await openDay(page, { event, checkPage })
  const last = lastName()
  await button(page, 'Register a walk-in').click()
  await typeWho(page, { first: 'Dora', last, born: born() })
  await button(page, 'Continue').click()
  await typeContact(page, '07700 900118')
  await goOn(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'I doubt it: no test today' }).check()
  await button(page, 'No test today').click()
  await expect(page.getByText('Say why you doubt it.').first()).toBeVisible()
  await page.getByLabel('Why do you doubt it?').fill('The carer answered every question')
  await checkPage()
  await button(page, 'No test today').click()
  await expect(page.getByText('Everything has been sent')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: last })).toHaveCount(0)

  const { id } = await addVenueDay({ count: 1 })
  await page.goto(`/office/days/${id}`)
  await loadDay(page)
  await codeIsWritten(page)
  await page.context().setOffline(true)
  const sample = page.getByRole('button', { name: /^Check in / }).first()
  await sample.click()
  await page.getByRole('button', { name: /^Check in: / }).click()
  await page.getByRole('button', { name: /^Arrived / }).click()
  await page
    .getByRole('button', { name: /^Sample of / })
    .first()
    .click()
  await button(page, 'I doubt it').click()
  await page.getByLabel('Why do you doubt that they understand?').fill('Did not know the place')
  await button(page, 'No test today').click()
  await expect(page.getByText(/^No test today: somebody doubted/).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Sample of / })
    .first()
    .click()
  await expect(page.getByText('Do not take blood.', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Tube code')).toHaveCount(0)
  await page.context().setOffline(false)
})

test('a walk-in is registered with the keyboard only', async ({ page, checkPage }) => {
  await openDay(page, { event: await eventNow(), checkPage })
  const last = lastName()
  const go = (name: string | RegExp) => press(page, page.getByRole('button', { name }), 'Enter')
  const isAt = (name: string | RegExp) =>
    expect(page.getByRole('heading', { level: 2, name })).toBeFocused()
  await go('Register a walk-in')
  await isAt('Who is the walk-in?')
  await type(page, page.getByLabel('First name'), 'Keith')
  await type(page, page.getByLabel('Last name'), last)
  await page.keyboard.press('Tab')
  for (const part of born()) {
    await page.keyboard.type(part)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await isAt('How can we contact them?')
  await type(page, page.getByLabel('Phone (optional)'), '07700 900118')
  await press(page, page.getByRole('radio', { name: 'By email' }), 'ArrowDown')
  await page.keyboard.press('ArrowDown')
  await go('Continue')
  await isAt('Do they need support today?')
  await go('Continue')
  await isAt('Before the consent')
  await tabToUnchosen(page, UNDERSTOOD)
  await go('They have the tablet')
  await isAt(`Hello Keith ${last}`)
  for (const name of ['First', 'No', 'No', 'None']) await tabToUnchosen(page, name)
  await go('Continue')
  await isAt('Do you want the test?')
  for (const tick of TICKS) await press(page, page.getByRole('checkbox', { name: tick }), 'Space')
  await go('I give my consent')
  await isAt(/Please hand the tablet back$/)
  await go('I have the tablet back')
  await isAt('Place')
  await expect(page.getByText('The test is free of charge.')).toBeVisible()
  await go('Continue')
  await isAt('Is everything right?')
  await go('Register them')
  await expect(page.getByRole('listitem').filter({ hasText: last })).toContainText('Arrived')
  await checkPage()
})

test('nobody is registered who is too young, is booked already, or does not consent', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const event = await ownEvent()
  const last = lastName()
  await bookThroughApi(await newMember({ firstName: 'Sam', lastName: last }), event)
  await bringForward(event, 0)
  await openDay(page, { event, checkPage })

  await button(page, 'Register a walk-in').click()
  await typeWho(page, { first: 'Yann', last: lastName(), born: ['2', '3', '2001'] })
  await expect(page.getByText(/the test is for men aged 40 to 80/)).toBeVisible()
  await checkLarge(page, checkPage)
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toContainText('Only men who are 40 to 80')
  await button(page, 'End the registration').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End it and delete' }).click()
  await expect(button(page, 'Register a walk-in')).toBeVisible()
  expect(await storedDrafts(page)).toBe('[]')

  await button(page, 'Register a walk-in').click()
  await typeWho(page, { first: 'Samuel', last, born: born() })
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'Is it this booking?' })).toBeVisible()
  await checkLarge(page, checkPage)
  await button(page, `Yes, it is Sam ${last}`).click()
  await expect(button(page, `Check in Sam ${last}`)).toBeVisible()

  await button(page, 'Register a walk-in').click()
  await typeWho(page, { first: 'Samuel', last, born: born() })
  await button(page, 'No, they have not booked').click()
  await button(page, 'Continue').click()
  await typeContact(page, '07700 900118')
  await goOn(page)
  await goOn(page)
  await checkLarge(page, checkPage)
  await page.getByRole('radio', { name: UNDERSTOOD }).check()
  await checkLarge(page, checkPage)
  await goOn(page, 'They have the tablet')
  await checkLarge(page, checkPage)
  await answer(page)
  await button(page, 'Continue').click()
  await checkLarge(page, checkPage)
  await expect(page.getByRole('link', { name: 'All days' })).toHaveCount(0)
  await button(page, 'I give my consent').click()
  await expect(page.getByRole('alert')).toContainText('You must agree to the terms')
  await button(page, 'I do not want to, or cannot tick all of this').click()
  await checkPage()
  await button(page, 'End the registration').click()
  await expect(button(page, 'Register a walk-in')).toBeVisible()
  expect(await storedDrafts(page)).toBe('[]')
})

test('what is still to pay is taken at the door, without a network too', async ({
  page,
  checkPage,
}) => {
  await openDay(page, { event: await eventNow({ pricePence: 2500 }), checkPage })
  const last = lastName()
  await button(page, 'Register a walk-in').click()
  await typeWho(page, { first: 'Peter', last, born: born() })
  await button(page, 'Continue').click()
  await typeContact(page, '07700 900118')
  await goOn(page)
  await goOn(page)
  await consentAs(page, checkPage)
  await page.getByRole('radio', { name: 'Later, here at the door' }).check()
  await button(page, 'Continue').click()
  await button(page, 'Register them').click()
  const row = page.getByRole('listitem').filter({ hasText: last })
  await expect(row).toContainText('£25.00 to pay')
  await expect(page.getByText('Everything has been sent')).toBeVisible()
  await page.context().setOffline(true)
  await button(page, `Take payment from Peter ${last}`).click()
  await checkPage()
  await button(page, '£25.00 taken').click()
  await expect(page.getByText('Choose how they paid.')).toBeVisible()
  await page.getByRole('radio', { name: 'Card machine' }).check()
  await button(page, '£25.00 taken').click()
  await expect(row).not.toContainText('to pay')
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 })
  await expect(row).toContainText('Arrived')
  await expect(row).not.toContainText('to pay')
})

test('a registration that is resumed leaves no step but by its button', async ({
  page,
  checkPage,
}) => {
  const { code } = await openDay(page, { event: await eventNow(), checkPage })
  const last = lastName()
  const resume = async (name: string) => {
    await page.goto(page.url().split('?')[0] ?? '')
    await typeDayCode(page, code)
    await page.getByRole('button', { name: `Continue registering ${name}` }).click()
  }
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 2, name })
  await button(page, 'Register a walk-in').click()
  await draftAfter(page, () => page.getByLabel('First name').fill('Keith'))
  await resume('Keith')
  await expect(heading('Who is the walk-in?')).toBeVisible()
  await page.getByLabel('Last name').pressSequentially(last)
  for (const [n, part] of born().entries())
    await page
      .getByRole('textbox', { name: ['Day', 'Month', 'Year'][n] ?? '' })
      .pressSequentially(part)
  await expect(heading('Who is the walk-in?')).toBeVisible()
  await expect(page.getByLabel('Last name')).toHaveValue(last)
  await button(page, 'Continue').click()
  await expect(heading('How can we contact them?')).toBeVisible()

  await resume(`Keith ${last}`)
  await page.getByRole('radio', { name: 'By phone' }).check()
  await page.getByLabel('Phone (optional)').pressSequentially('07700 900118')
  await expect(heading('How can we contact them?')).toBeVisible()
  await goOn(page)
  await goOn(page)
  await page.getByRole('radio', { name: UNDERSTOOD }).check()
  await button(page, 'They have the tablet').click()
  await expect(heading(`Hello Keith ${last}`)).toBeVisible()
  await page.reload()
  await typeDayCode(page, code)
  await answer(page)
  await expect(heading(`Hello Keith ${last}`)).toBeVisible()
  await button(page, 'Continue').click()
  await expect(heading('Do you want the test?')).toBeVisible()
  await page.reload()
  await typeDayCode(page, code)
  for (const tick of TICKS)
    await draftAfter(page, () => page.getByRole('checkbox', { name: tick }).check())
  await expect(heading('Do you want the test?')).toBeVisible()
  await page.goto(`${page.url().split('?')[0]}?walk-in=check`)
  await typeDayCode(page, code)
  await expect(heading('Do you want the test?')).toBeVisible()
  await goOn(page, 'I give my consent')
  await goOn(page, 'I have the tablet back')
  await expect(page.getByText('The test is free of charge.')).toBeVisible()
})

test('what a step has asked is on a slow tablet before the next step shows', async ({
  page,
  checkPage,
}) => {
  await page.addInitScript((slower) => {
    const { encrypt } = SubtleCrypto.prototype
    SubtleCrypto.prototype.encrypt = async function (...given) {
      await new Promise((resolve) => setTimeout(resolve, slower))
      return encrypt.apply(this, given)
    }
  }, SLOWER_MS)
  const { code } = await openDay(page, { event: await eventNow(), checkPage })
  await button(page, 'Register a walk-in').click()
  const last = lastName()
  await typeWho(page, { first: 'Walter', last, born: born() })
  await button(page, 'Continue').click()
  await expect(page.getByRole('heading', { name: 'How can we contact them?' })).toBeVisible()
  // Switched off at once.
  await page.reload()
  await typeDayCode(page, code)
  await expect(page.getByRole('heading', { name: 'How can we contact them?' })).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByLabel('Last name')).toHaveValue(last)
})

/** As a tablet that takes half a second to seal what is typed. */
const SLOWER_MS = 500

const TICKS = [
  /^I have read and agree/,
  /^I consent to my blood sample/,
  /^I confirm that I am not/,
]

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Of nobody else on the list: day, month and year. */
function born(): string[] {
  const [day = 0, month = 0, year = 0] = crypto.getRandomValues(new Uint8Array(3))
  return [1 + (day % 28), 1 + (month % 12), 1950 + (year % 25)].map(String)
}

const lastName = () => `W${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`

async function typeWho(
  page: Page,
  { first, last, born: [day, month, year] }: { first: string; last: string; born: string[] },
): Promise<void> {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('textbox', { name: 'Day' }).fill(day ?? '')
  await page.getByRole('textbox', { name: 'Month' }).fill(month ?? '')
  await page.getByRole('textbox', { name: 'Year' }).fill(year ?? '')
}

async function typeContact(page: Page, phone: string): Promise<void> {
  await draftAfter(page, () => page.getByLabel('Phone (optional)').fill(phone))
  await draftAfter(page, () => page.getByRole('radio', { name: 'By phone' }).check())
}

/** Waits until the tablet has stored what was entered, as a reload may follow. */
async function draftAfter(page: Page, enter: () => Promise<void>): Promise<void> {
  const before = await storedDrafts(page)
  await enter()
  await expect.poll(() => storedDrafts(page)).not.toBe(before)
}

/** From the question before it to the tablet handed back. */
async function consentAs(page: Page, checkPage: () => Promise<void>): Promise<void> {
  await checkPage()
  await page.getByRole('radio', { name: UNDERSTOOD }).check()
  await checkPage()
  await goOn(page, 'They have the tablet')
  await checkPage()
  await answer(page)
  await goOn(page)
  await button(page, 'Read the terms and conditions').click()
  await expect(page.getByRole('dialog')).toContainText('What these terms are about')
  await button(page, 'Close').click()
  await checkPage()
  for (const tick of TICKS) await page.getByRole('checkbox', { name: tick }).check()
  await goOn(page, 'I give my consent')
  await checkPage()
  await goOn(page, 'I have the tablet back')
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'First', exact: true }).check()
  const ask = (question: RegExp) => page.getByRole('group', { name: question })
  await ask(/in your family had prostate cancer/)
    .getByRole('radio', { name: 'No', exact: true })
    .check()
  await ask(/breast or ovarian cancer/)
    .getByRole('radio', { name: 'No', exact: true })
    .check()
  await ask(/any of these medicines/)
    .getByRole('radio', { name: /^None/ })
    .check()
}

/** The next choice of this name that is not taken, as arrow keys leave a group. */
async function tabToUnchosen(page: Page, name: string): Promise<void> {
  const free = page.locator('fieldset:not(:has(:checked))').first()
  await press(page, free.getByRole('radio').first(), 'Space')
  for (let n = 0; n < 8; n++) {
    const chosen = await free
      .page()
      .locator('input:focus')
      .evaluate((input) => {
        return input.closest('label')?.textContent?.trim() ?? ''
      })
    if (chosen.startsWith(name)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`no answer ${name}`)
}

/** As text. */
function storedDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await ask(indexedDB.open('chaps-days'))
    const found = await ask(db.transaction('drafts').objectStore('drafts').getAll())
    db.close()
    const text = new TextDecoder()
    return JSON.stringify(found, (_key, value) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? text.decode(value) : value,
    )
  })
}

/** An event that has begun, as walk-ins are not open before. */
async function eventNow({ pricePence = 0 } = {}): Promise<number> {
  const event = await ownEvent({ pricePence })
  await bringForward(event, 0)
  return event
}
