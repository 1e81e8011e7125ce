// What a tablet keeps of a day, for how long, and what becomes of presses that wait.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { HOUR_MS } from '../domain/durations.ts'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { codeOf, showCode } from './authenticator.ts'
import { addVenueDay, assignTo, setRoles, storedPresses } from './day.queries.ts'
import {
  checkIn,
  codeIsWritten,
  find,
  hasState,
  loadDay,
  nameOf,
  takeSample,
  undo,
} from './door.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { letOfficeSessionEnd } from './queries.ts'
import { SITE_URL } from './site.ts'
import { newStaff, openOffice } from './staff.ts'
import { typeDayCode } from './tablet.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 4(00|01|03)/] })

const SENT = { timeout: 60_000 }
const LOAD = { name: 'Load the day on this tablet' }
const LOCKED = { name: 'This day is locked' }

test('no file of a browser that was closed shows anybody, and with the code the day opens', async () => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 3 })])
  const [person] = day.people
  if (!person) throw new Error('nobody is booked')
  const profile = await mkdtemp(join(tmpdir(), 'tablet-'))
  const options: BrowserContextOptions = { baseURL: SITE_URL, locale: 'en-GB' }
  const open = () => chromium.launchPersistentContext(profile, { ...browserLaunch(), ...options })
  try {
    const tablet = await open()
    const page = await tablet.newPage()
    await openOffice(page, { staff, path: '/office/days' })
    await page.goto(`/office/days/${day.id}`)
    const code = await loadDay(page)
    await codeIsWritten(page)
    await tablet.setOffline(true)
    await checkIn(page, person)
    await takeSample(page, person, 'LABSEALED1')
    await undo(page, person, 'canary-reason')
    await find(page, person.last_name)
    await plantCanary(page)
    await page.goto('about:blank')
    await tablet.close()

    const kept = await everyFile(profile)
    expect(foundIn(kept, 'canary-plain'), 'what is not sealed is found').toBe(true)
    const [year, month, date] = person.date_of_birth.split('-')
    const { first_name, last_name, reference, date_of_birth } = person
    const born = [date_of_birth, `${date}/${month}/${year}`]
    const secrets = [first_name, last_name, reference, ...born, 'LABSEALED1', 'canary-reason', code]
    expect(secrets.filter((secret) => foundIn(kept, secret))).toEqual([])

    const again = await open()
    await again.setOffline(true)
    const opened = again.pages()[0] ?? (await again.newPage())
    await opened.goto(`/office/days/${day.id}`)
    await typeDayCode(opened, code)
    await hasState(opened, person, 'Arrived')
    await again.close()
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
})

test('the people go after a day or when the clock is set back, and presses wait for their code', async ({
  page,
}) => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 2 })])
  const [person] = day.people
  if (!person) throw new Error('nobody is booked')
  await openOffice(page, { staff, path: '/office/days' })
  await page.goto(`/office/days/${day.id}`)
  await loadDay(page)
  const now = Date.now()
  const at = async (time: number) => {
    await page.clock.setFixedTime(time)
    await page.reload()
  }
  await page.context().setOffline(true)
  await at(now - HOUR_MS / 2)
  await expect(page.getByRole('heading', LOCKED)).toBeVisible()
  await at(now - 2 * HOUR_MS)
  await expect(page.getByRole('heading', LOAD)).toBeVisible()

  await page.context().setOffline(false)
  await at(now)
  const code = await loadDay(page)
  await codeIsWritten(page)
  await page.context().setOffline(true)
  await checkIn(page, person)
  await at(now + 24 * HOUR_MS + 60_000)
  await expect(page.getByText('1 action waiting to be sent, safe on this tablet')).toBeVisible()
  await typeDayCode(page, code)
  await expect(page.getByText('1 action waiting on this tablet')).toBeVisible()
  // Without a network the button must not make another code, which would open nothing that waits.
  await page.getByRole('button', { name: 'Load the day' }).click()
  await expect(page.getByText('There is no connection.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible(SENT)
  expect(await storedPresses(day.id)).toMatchObject([{ type: 'arrive', appointment: person.id }])
})

for (const [how, takeAway] of [
  ['is assigned elsewhere', (email: string) => assignTo(email, null)],
  ['has another role', (email: string) => setRoles(email, ['clinician'])],
  ['no longer works here', (email: string) => setRoles(email, null)],
] as const)
  test(`a tablet whose person ${how} forgets everybody, and the lead hands in what waits`, async ({
    page,
    checkPage,
  }) => {
    const [staff, lead, day] = await Promise.all([
      newStaff(['venue']),
      newStaff(['office']),
      addVenueDay({ count: 2 }),
    ])
    const [person, other] = day.people
    if (!person || !other) throw new Error('nobody is booked')
    await assignTo(staff.email, day.id)
    await openOffice(page, { staff, path: '/office/days', checkPage })
    await checkPage()
    await page.goto(`/office/days/${day.id}`)
    const code = await loadDay(page)
    await codeIsWritten(page)
    await page.context().setOffline(true)
    await checkIn(page, person)
    await takeAway(staff.email)
    await page.context().setOffline(false)
    await expect(page.getByText('You can no longer open this day.')).toBeVisible(SENT)
    await expect(page.getByText('You cannot open this day: 1 action waiting to send')).toBeVisible()
    await checkPage()
    await expect(page.getByText(nameOf(other))).toHaveCount(0)
    expect(await storedPresses(day.id)).toEqual([])

    await page.context().clearCookies()
    await openOffice(page, { staff: lead, path: '/office/days', checkPage })
    await checkPage()
    await page.goto(`/office/days/${day.id}`)
    await typeDayCode(page, code)
    await expect(page.getByText('Everything has been sent')).toBeVisible(SENT)
    await hasState(page, person, 'Arrived')
    await checkPage()
    expect(await storedPresses(day.id)).toHaveLength(1)
  })

test('a session that ends during the day keeps what is pressed until the next sign-in', async ({
  page,
  checkPage,
}) => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 2 })])
  const [person] = day.people
  if (!person) throw new Error('nobody is booked')
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${day.id}`)
  const code = await loadDay(page)
  await codeIsWritten(page)
  await letOfficeSessionEnd(staff.email)
  await checkIn(page, person)
  await expect(page.getByText('Signed out: 1 action waiting to send')).toBeVisible(SENT)
  await checkPage()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await checkPage()
  await logIn(page, staff)
  await showCode(page, codeOf(staff.key, 1))
  await typeDayCode(page, code)
  await expect(page.getByText('Everything has been sent')).toBeVisible(SENT)
  await hasState(page, person, 'Arrived')
})

test('a browser that keeps nothing says so, and one that is full asks for paper', async ({
  page,
  checkPage,
}) => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 2 })])
  const [person] = day.people
  if (!person) throw new Error('nobody is booked')
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${day.id}`)
  await loadDay(page)
  await codeIsWritten(page)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Check in ${nameOf(person)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('Write it on paper.')).toBeVisible()
  await hasState(page, person, 'Expected')
  await checkPage()

  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('private', 'SecurityError')
    }
  })
  await page.reload()
  await expect(page.getByText('This browser cannot save anything on the tablet.')).toBeVisible()
  await page.getByRole('button', { name: 'Load the day' }).click()
  await expect(page.getByText('This browser cannot save anything on the tablet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load the day' })).toBeEnabled()
  await checkPage()
})

test('a press that the site cannot read stays on the tablet, and the others are sent', async ({
  page,
}) => {
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 3 })])
  await openOffice(page, { staff, path: '/office/days' })
  await page.goto(`/office/days/${day.id}`)
  await loadDay(page)
  await codeIsWritten(page)
  const [one, unreadable, three] = day.people
  if (!one || !unreadable || !three) throw new Error('nobody is booked')
  await page.route('**/actions', (route) => {
    const isRead = !route.request().postData()?.includes(`"appointment_id":${unreadable.id}`)
    const body = JSON.stringify({ error: 'What is this?', code: 'invalid' })
    return isRead ? route.continue() : route.fulfill({ status: 400, body })
  })
  await page.context().setOffline(true)
  for (const person of [one, unreadable, three]) await checkIn(page, person)
  await page.context().setOffline(false)
  await expect(page.getByText('The site cannot read something recorded on')).toBeVisible(SENT)
  await expect(page.getByText('Sending: 1 action waiting')).toBeVisible()
  const sent = (await storedPresses(day.id)).map(({ appointment }) => appointment)
  expect(sent).toEqual([one.id, three.id])
})

async function plantCanary(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const opening = indexedDB.open('canary', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('canary', { autoIncrement: true }).put('canary-plain')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    opening.result.close()
  })
}

async function everyFile(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name))),
  )
}

function foundIn(files: readonly Buffer[], text: string): boolean {
  return (['utf8', 'utf16le'] as const).some((encoding) =>
    files.some((file) => file.includes(Buffer.from(text, encoding))),
  )
}
