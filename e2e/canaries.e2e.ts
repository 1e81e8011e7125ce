import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { MedicalResult } from '../domain/contract.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { chooseFirstTime, consent, giveConsentAndBook, logIn } from './journey.ts'
import { newMember } from './member.ts'
import { siteLog, type Traces, watch } from './watch.ts'

/** A unique value for each sensitive field. */
const SECRET = {
  ethnicity: 'Mixed - White and Asian',
  gender: 'Non-binary',
  occupation: 'Bellfounder',
  phone: '447700900942',
  birth: ['1961-11-23', '23 November 1961'],
  address: ['77 Nightjar Rise', 'CO7 9ZZ'],
  billing: '9 Dunnock Yard',
  password: 'otter-canary-lintel',
  nhs: ['9990004242', '999 000 4242'],
  value: '177.7731',
  comments: 'Kestrel remark',
  nextStep: 'Wigeon advice',
  consent: ['Siskin detail', 'Pipit detail'],
}
const SECRETS = Object.values(SECRET).flat()

test('nothing sensitive about a member is stored by the browser, put in an address or logged', async ({
  page,
  checkPage,
}) => {
  const member = await newMember({
    firstName: 'Canariusz',
    lastName: 'Heronsby-Quill',
    email: `canary-${randomUUID().slice(0, 8)}@example.org`,
    phoneNumber: SECRET.phone,
    day: '23',
    month: '11',
    year: '1961',
    address1: '77 Nightjar Rise',
    postCode: 'CO7 9ZZ',
    password: SECRET.password,
    ethnicity: SECRET.ethnicity,
    gender: SECRET.gender,
    occupation: SECRET.occupation,
  })
  await page.route('**/api/medical/results/*', (route) =>
    route.fulfill({ json: { data: [result()] }, headers: { 'cache-control': 'no-store' } }),
  )
  await page.route('**/api/medical/results/*/*', (route) =>
    route.fulfill({ json: { data: result() }, headers: { 'cache-control': 'no-store' } }),
  )
  const { traces, cacheable, readStorage } = watch(page)
  const shown: string[] = []
  const recordPage = async () => {
    await checkPage()
    const typed = page.locator('main textarea')
    const texts = typed.evaluateAll((boxes) => boxes.map((box) => Reflect.get(box, 'value')))
    shown.push(await page.locator('main').innerText(), ...(await texts))
    const { user, ...rest } = await readStorage()
    const { profileId: _, ...names } = JSON.parse(user ?? '{}')
    const { firstName, lastName, email } = member
    expect(names).toEqual({ firstName, lastName, email })
    expect(Object.keys(rest).filter((key) => key !== 'hold')).toEqual([])
  }

  await page.goto('/login?from=/portal')
  await checkPage()
  await logIn(page, member)
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  await editProfile(page)
  await recordPage()
  await page.getByRole('link', { name: 'See and download all my data' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All my data')
  await recordPage()

  await page.goto('/medical-results')
  await recordPage()
  await page.getByRole('link', { name: 'Open this result', exact: true }).click()
  await expect(page.getByRole('article')).toContainText(SECRET.comments)
  await recordPage()

  await page.goto(`/book-event?event=${await ownEvent()}`)
  await chooseFirstTime(page)
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await tellOfFamily(page, 'Siskin detail')
  await recordPage()
  await giveConsentAndBook(page)
  await recordPage()

  await page.goto('/upcoming-events')
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  const window = page.getByRole('dialog', { name: 'Edit Appointment' })
  await window.getByRole('radio', { disabled: false, checked: false }).last().check()
  await window.getByRole('button', { name: 'Confirm New Time' }).click()
  await expect(page.getByText('Appointment time updated successfully.')).toBeVisible()
  await recordPage()
  const date = await page.locator('dd time').first().getAttribute('datetime')
  const { userProfile } = await member.ask('GET /api/auth/profile')
  await page.goto(`/test-consent?profile_id=${Object(userProfile).profileId}&test_date=${date}`)
  await tellOfFamily(page, 'Pipit detail')
  await recordPage()
  await page.getByRole('button', { name: 'Give consent' }).click()
  await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await recordPage()

  await page.goto('/upcoming-events')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Your appointment has been cancelled')).toBeVisible()
  await recordPage()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect(await readStorage()).toEqual({})
  expect(await page.evaluate(() => document.cookie)).toBe('')

  const all = shown.join('\n')
  const read = ['Bellfounder', SECRET.phone, '23 November 1961', SECRET.value, SECRET.nextStep]
  for (const secret of [...read, ...SECRET.consent]) expect(all).toContain(secret)
  expect(found(traces, SECRETS)).toEqual([])
  // Names and email are stored while the member is signed in (rules §2.7); otherwise they appear
  // in one address only, that of a call of the contract (rules §2.4).
  const elsewhere = traces.filter(
    ({ place, text }) => !place.startsWith('user,') && !text.includes('/api/auth/profile?email='),
  )
  expect(found(elsewhere, [member.email, 'Canariusz', 'Heronsby-Quill'])).toEqual([])
  expect(cacheable.filter((one) => !/^\/:/.test(one))).toEqual([])

  const log = await siteLog()
  expect(log).toContain('/api/appointments/:id/cancel')
  expect(log).toContain('/api/medical/consent')
  const logged = [{ place: 'the log', text: log }]
  expect(found(logged, [...SECRETS, member.email, 'Canariusz', 'Heronsby-Quill'])).toEqual([])
})

function found(traces: Traces, secrets: string[]): string[] {
  return traces.flatMap(({ place, text }) =>
    secrets
      .filter((one) => text.toLowerCase().includes(one.toLowerCase()))
      .map((one) => `${one} in ${place}`),
  )
}

async function editProfile(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel(/same as my home address/).uncheck()
  await page.getByLabel('Billing address', { exact: true }).fill(SECRET.billing)
  const [number = ''] = SECRET.nhs
  await page.getByLabel(/^NHS number/).fill(number)
  await page.getByLabel('Confirm NHS number').fill(number)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile has been saved.')).toBeVisible()
}

async function tellOfFamily(page: Page, details: string) {
  await consent(page)
  const question = page.getByRole('group', { name: /prostate cancer\?/ })
  await question.getByRole('radio', { name: 'Yes', exact: true }).check()
  await page.getByLabel('Additional details').fill(details)
}

function result(): MedicalResult {
  const { value, comments, nextStep } = SECRET
  return {
    appointment: null,
    result: {
      result_id: 1,
      test_result: value,
      test_unit: 'ng/ml',
      comments,
      next_step: nextStep,
      sample_date: '2026-06-09',
      band: 'Amber',
      laboratory: null,
      retest_on: null,
    },
    steps: [{ step: 'Result ready', state: 'done', on: '2026-06-12' }],
  }
}
