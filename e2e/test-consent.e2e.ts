import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { consent, logIn } from './journey.ts'
import { press } from './keyboard.ts'
import { linkInMail } from './mailbox.ts'
import { bookThroughApi, type Member, newMember, profileIdOf, signIn } from './member.ts'
import { SITE_URL } from './site.ts'

const FORM = '/test-consent'
const NOT_VALID = 'Invalid or missing parameters. Please check your link or contact support.'
const SUBJECT = /consent form/

test.describe('the consent form for a test', () => {
  test('opens for the member named in its address, after sign-in', async ({ page, checkPage }) => {
    const { member, address, date } = await bookedMember()
    await page.goto(address)
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(address)}`)
    await checkPage()
    await logIn(page, member)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consent form')
    await expect(page.locator(`time[datetime="${date}"]`)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Leominster')
    await checkPage()

    await page.getByRole('button', { name: 'Give consent' }).click()
    await expect(page.getByText('Consent Required')).toBeVisible()
    await expect(page.getByText('This field is required.').first()).toBeVisible()
    await checkPage()
    await consent(page)
    await page.getByRole('button', { name: 'Give consent' }).click()
    await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await checkPage()
    expect(await givenThrough(member)).toEqual(['website', 'website'])
  })

  test('opens the terms beside it, and asks for the surgery when sharing is ticked', async ({
    page,
    checkPage,
    context,
  }) => {
    const { member, address } = await bookedMember()
    await signIn(page.context(), member)
    await page.goto(address)
    await consent(page)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: /^Terms and conditions of 27 November 2026/ }).click()
    const terms = await opened
    await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
    await terms.close()

    await expect(page.getByLabel('Name of your GP surgery')).toBeHidden()
    await page.locator('input[name="gpSharing"]').check()
    await page.setViewportSize({ width: 320, height: 800 })
    await page.getByRole('button', { name: 'Give consent' }).click()
    const name = page.getByLabel('Name of your GP surgery')
    await expect(name).toHaveAccessibleDescription(/Please enter the name of your GP surgery\./)
    await checkPage()
    await name.fill('Mill Road Surgery')
    await page.getByLabel('Town of your GP surgery').fill('Colchester')
    await page.getByLabel('Email of your GP surgery').fill('no address')
    await page.getByRole('button', { name: 'Give consent' }).click()
    await expect(page.getByLabel('Email of your GP surgery')).toHaveAccessibleDescription(
      /Enter an email address/,
    )
    await page.getByLabel('Email of your GP surgery').fill('desk@mill.example')
    await page.setViewportSize({ width: 1280, height: 800 })
    await checkPage()
    await page.getByRole('button', { name: 'Give consent' }).click()
    await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
    await checkPage()
    const { consents } = await member.ask('GET /api/my-data')
    expect(Array.from(Object(consents), (one) => Object(one).gp_surgery)).toEqual([
      { name: 'Mill Road Surgery', town: 'Colchester', email: null },
      { name: 'Mill Road Surgery', town: 'Colchester', email: 'desk@mill.example' },
    ])
  })

  test('does not open with other numbers, and leads home with a message', async ({
    page,
    checkPage,
  }) => {
    const { member, address, profileId, date } = await bookedMember()
    await signIn(page.context(), member)
    for (const bad of [
      FORM,
      `${FORM}?profile_id=${profileId}`,
      `${FORM}?test_date=${date}`,
      `${FORM}?profile_id=${profileId}&test_date=2027-02-30`,
      address.replace(String(profileId), String(profileId + 1)),
      `${address}#key=${'A'.repeat(43)}`,
    ]) {
      await page.goto(bad, { waitUntil: 'commit' })
      await expect(page.getByText(NOT_VALID), bad).toBeVisible()
      await expect(page).toHaveURL('/')
    }
    await checkPage()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consent form')
    await checkPage()
  })

  test('on a small screen, by keyboard, the answers stay when saving fails', async ({
    page,
    checkPage,
  }) => {
    const { member, address } = await bookedMember()
    await signIn(page.context(), member)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(address)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await checkPage()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '100%'))
    await checkPage()
    await consent(page)
    await page.route('**/api/medical/consent', (route) =>
      route.fulfill({ status: 409, json: { error: 'x', code: 'unexpected' } }),
    )
    const give = page.getByRole('button', { name: 'Give consent' })
    await press(page, give, 'Enter')
    await expect(page.getByText('Failed to save consent. Please try again.')).toBeVisible()
    await page.unroute('**/api/medical/consent')
    await page.route('**/api/medical/consent', (route) =>
      route.fulfill({ status: 401, json: { error: 'x', code: 'sign_in_required' } }),
    )
    await press(page, give, 'Enter')
    await expect(page.getByText(/^Missing profile or date information\. Cannot/)).toBeVisible()
    await checkPage()
    await page.unroute('**/api/medical/consent')
    await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeChecked()
    await press(page, give, 'Enter')
    await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
    await expect(page).toHaveURL('/')
    await checkPage()
  })

  test.use({ expectedErrors: [/status of 40[149]/] })
})

test('the link that the office sends opens the form without sign-in, once', async ({
  page,
  checkPage,
  browser,
}) => {
  const { member, profileId, date } = await bookedMember()
  const said = await sendLink(profileId, date)
  expect(said).toContain('It works once, until')
  expect(said).not.toContain(member.email)
  const link = await linkInMail(member.email, SUBJECT)
  expect(link.startsWith(`${SITE_URL}${FORM}?profile_id=${profileId}&test_date=${date}#key=`)).toBe(
    true,
  )

  const asked = addressesAsked(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consent form')
  await checkPage()
  await consent(page)
  await page.getByRole('button', { name: 'Give consent' }).click()
  await expect(page.getByText('Consent form submitted successfully!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await checkPage()
  expect(await givenThrough(member)).toEqual(['website', 'signed link'])
  const key = link.split('#key=')[1] ?? ''
  expect(key).toHaveLength(43)
  expect(asked().filter((one) => one.includes(key))).toEqual([])

  const again = await (await browser.newContext()).newPage()
  await again.goto(link)
  await expect(again.getByText(NOT_VALID)).toBeVisible()
  await expect(again).toHaveURL(`${SITE_URL}/`)
  await again.context().close()
})

async function bookedMember() {
  const member = await newMember()
  const { date } = await bookThroughApi(member, await ownEvent())
  const profileId = await profileIdOf(member)
  const address = `${FORM}?profile_id=${profileId}&test_date=${date}`
  return { member, address, profileId, date }
}

async function givenThrough(member: Member): Promise<string[]> {
  const { consents } = await member.ask('GET /api/my-data')
  return Array.from(Object(consents), (one) => Object(one).given_through)
}

/** Runs the office's command with the site's settings, as an operator does. */
async function sendLink(profileId: number, date: string): Promise<string> {
  const args = ['scripts/consent-link.ts', '--member', String(profileId), '--date', date]
  const env = {
    ...process.env,
    DATABASE_URL: process.env.E2E_DATABASE_URL,
    DATA_DIR: process.env.E2E_DATA_DIR,
    PUBLIC_URL: SITE_URL,
  }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout
}

/** Every address requested, and the Referer of each request. */
function addressesAsked(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(request.url(), request.headers().referer ?? '')
  })
  return () => asked
}
