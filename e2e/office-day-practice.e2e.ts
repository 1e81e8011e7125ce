import type { Page } from '@playwright/test'
import { practiceCodes, practiceDay } from '../domain/office/practice-day.ts'
import { addVenueDay, storedPresses } from './day.queries.ts'
import {
  checkIn,
  codeIsWritten,
  find,
  hasState,
  loadDay,
  nameOf,
  noSample,
  registerWalkIn,
  sendNow,
  takeSample,
  undo,
} from './door.ts'
import { expect, test } from './fixtures.ts'
import { newStaff, openOffice } from './staff.ts'
import { typeDayCode } from './tablet.ts'

test.use({
  viewport: { width: 768, height: 1024 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED/],
})

const [ALBERT, DESMOND, FRANK] = practiceDay(new Date()).people
const [TUBE = ''] = practiceCodes(practiceDay(new Date())).tubes
const BAND = 'Practice: nothing here is real'

test('practice has the screens of a day without a network, sends nothing and keeps nothing', async ({
  page,
  context,
  checkPage,
}) => {
  if (!ALBERT || !DESMOND || !FRANK) throw new Error('nobody to practise with')
  const [staff, day] = await Promise.all([newStaff(['office']), addVenueDay({ count: 2 })])
  const [person] = day.people
  if (!person) throw new Error('nobody is booked')
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${day.id}`)
  const code = await loadDay(page)
  await codeIsWritten(page)
  await checkPage()
  await context.setOffline(true)
  await checkIn(page, person)
  const before = await keptOn(page)

  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/api\//.test(request.url())) requests.push(request.url())
  })
  await page.goto('/office/days/practice')
  await expect(page.getByText(BAND)).toBeVisible()
  await checkPage()
  await checkIn(page, ALBERT)
  await page.getByRole('button', { name: 'Who takes blood here?' }).click()
  await page.getByLabel('Who takes blood here?').fill('Eva Nurse')
  await checkPage()
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByText('Blood is taken by Eva Nurse.')).toBeVisible()
  await takeSample(page, ALBERT, TUBE)
  await hasState(page, ALBERT, 'taken by Eva Nurse')
  await hasState(page, ALBERT, 'Sample taken')
  await undo(page, ALBERT, 'The wrong member')
  await hasState(page, ALBERT, 'Arrived')
  await checkIn(page, DESMOND)
  await noSample(page, DESMOND, 'Felt unwell')
  await takeMoney(page)
  await registerWalkIn(
    page,
    { first_name: 'Walter', last_name: 'Practises' },
    'Register, £25.00 taken in cash',
  )
  await lookAtProblems(page)
  await checkPage()
  await recordIncident(page)
  await checkPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page
    .getByRole('button', { name: 'Sample of Albert Marsh', exact: true })
    .or(page.getByRole('button', { name: /^Check in / }))
    .first()
  await checkPage()
  await page.getByRole('button', { name: 'Close the day' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Arrived, with neither a sample nor a reason for none: Albert')
  await dialog.getByRole('button', { name: 'Close it all the same' }).click()
  await expect(page.getByText('This day is closed.')).toBeVisible()
  await checkPage()
  expect(requests).toEqual([])
  expect(await keptOn(page)).toEqual(before)

  await page.reload()
  await hasState(page, ALBERT, 'Expected')
  await page.goto(`/office/days/${day.id}`)
  await typeDayCode(page, code)
  await expect(page.getByText(BAND)).toHaveCount(0)
  await hasState(page, person, 'Arrived')
  await find(page, nameOf(ALBERT))
  await expect(page.getByRole('listitem').filter({ hasText: nameOf(ALBERT) })).toHaveCount(0)
  await sendNow(page)
  await expect.poll(async () => (await storedPresses(day.id)).length, { timeout: 60_000 }).toBe(1)
})

async function takeMoney(page: Page): Promise<void> {
  if (!FRANK) return
  await find(page, nameOf(FRANK))
  await page.getByRole('button', { name: `Take payment from ${nameOf(FRANK)}` }).click()
  await page.getByRole('radio', { name: 'Cash' }).check()
  await page.getByRole('button', { name: /taken$/ }).click()
  await expect(page.getByText('£25.00 in cash')).toBeVisible()
}

async function lookAtProblems(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Please look 2/ }).click()
  await expect(page.getByText(/is recorded for James Whitlock/)).toBeVisible()
  await page.getByRole('button', { name: /^Dealt with: Liam O’Brien/ }).click()
  await expect(page.getByRole('button', { name: /^Please look 1/ })).toBeVisible()
}

async function recordIncident(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record an incident' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What happened?').selectOption('Felt faint')
  await dialog.getByLabel('Who was it?').selectOption({ index: 2 })
  await dialog.getByLabel('What was done?').fill('Lay down for 5 minutes.')
  await dialog.getByRole('button', { name: 'Record the incident' }).click()
  await expect(page.getByText('In practice, nobody gets it.')).toBeVisible()
  await expect(page.getByText('Lay down for 5 minutes.')).toBeVisible()
}

/** How many rows of each kind the tablet has stored for its days. */
function keptOn(page: Page): Promise<Record<string, number>> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('chaps-days')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const names = [...database.objectStoreNames]
          const transaction = database.transaction(names, 'readonly')
          const counts: Record<string, number> = {}
          for (const name of names) {
            const counting = transaction.objectStore(name).count()
            counting.onsuccess = () => {
              counts[name] = counting.result
            }
          }
          transaction.oncomplete = () => {
            database.close()
            resolve(counts)
          }
        }
      }),
  )
}
