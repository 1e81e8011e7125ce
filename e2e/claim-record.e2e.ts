import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeIn } from '../test/app/claim-letters.ts'
import { consentFormFor } from '../test/app/consent-form.ts'
import { readPdf } from '../test/app/read-pdf.ts'
import { expect, test } from './fixtures.ts'
import { look } from './look.ts'
import { linkInMail } from './mailbox.ts'
import { freeTimes, newAccount, newMember, signIn } from './member.ts'
import { sampleOf } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'
import { newVisitor } from './visitor.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 40[04]/] })
const BORN = { day: '7', month: '3', year: '1956' }
const WIDTHS = [390, 768, 1280]

async function ask(page: Page, call: string, body?: object) {
  return page.evaluate(
    async ([method, path, text]) => {
      const headers = { 'content-type': 'application/json' }
      const sent = text === undefined ? {} : { headers, body: text }
      const answer = await fetch(path, { method, ...sent })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    [...(call.split(' ') as [string, string]), body && JSON.stringify(body)] as const,
  )
}

/** A member without an account, made by the clerk whose office is open. */
async function addByOffice(page: Page): Promise<{ id: number; name: string }> {
  const lastName = `Rungin ${randomUUID().slice(0, 6)}`
  const { id } = await ask(page, 'POST /api/office/members', {
    first_name: 'Walter',
    last_name: lastName,
    date_of_birth: '1956-03-07',
    address_lines: ['Rose Cottage', '3 Mill Lane'],
    town: 'Bures',
    postcode: 'CO6 2AB',
    contact_by: 'post',
    confirmed_new: true,
  })
  return { id, name: `Walter ${lastName}` }
}

/** The office asks for the letter, a clinician prints it; reads the code off the sheet. */
async function printLetter(
  page: Page,
  { id, name }: { id: number; name: string },
): Promise<string> {
  await page.goto(`/office/members/${id}/claim-letter`)
  await page.getByRole('button', { name: 'Ask for the letter' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'is waiting to be printed' }),
  ).toBeVisible()
  const context = await page.context().browser()?.newContext()
  const desk = await context?.newPage()
  if (!desk) throw new Error('there is no browser')
  await openOffice(desk, {
    staff: await newStaff(['clinician']),
    path: '/office/letters/invitations',
    checkPage: async () => {},
  })
  const saved = desk.waitForEvent('download')
  await desk.getByRole('button', { name: `Print: the letter to ${name}` }).click()
  const file = await (await saved).path()
  const code = codeIn(await readPdf(await readFile(file)))
  await desk.context().close()
  await page.reload()
  return code
}

async function enter(page: Page, code: string, born = BORN) {
  await page.getByLabel('Code from the letter').fill(code)
  await page.getByLabel('Day').fill(born.day)
  await page.getByLabel('Month').fill(born.month)
  await page.getByLabel('Year').fill(born.year)
  await page.getByRole('button', { name: 'Find my record' }).click()
}

test('a member who was booked by telephone signs up with the code of a letter and sees the appointment', async ({
  page,
  browser,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/members', checkPage })
  await checkPage()
  const { id, name } = await addByOffice(page)
  const { event, time } = await bookFor(page, id, (times) => times[0])

  await page.goto(`/office/members/${id}`)
  await checkPage()
  await page.getByRole('link', { name: 'Invite to an online account by post' }).click()
  await expect(page.getByRole('button', { name: 'Ask for the letter' })).toBeVisible()
  await checkPage()
  const code = await printLetter(page, { id, name })
  const row = page.getByRole('region', { name: 'Letters so far' }).getByRole('row').nth(1)
  await expect(row).toContainText('Works until')
  await row.getByRole('button', { name: /^Mark as posted/ }).click()
  await expect(row.getByRole('button', { name: /^Mark as returned/ })).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }

  const own = await browser.newContext()
  const portal = await own.newPage()
  await portal.goto('/portal/letter')
  await portal.getByRole('link', { name: 'Create an account' }).click()
  await expect(portal.getByLabel('First name')).toHaveCount(0)
  const { email, password } = newVisitor()
  await portal.getByLabel('Email').fill(email)
  await portal.getByLabel('Password', { exact: true }).fill(password)
  await portal.getByLabel('Confirm password').fill(password)
  await portal.getByRole('button', { name: 'Create account' }).click()
  await portal.waitForURL('/portal/letter')
  await expect(portal.getByText(email)).toBeVisible()

  await enter(portal, `${code.slice(0, -1)}${code.endsWith('3') ? '4' : '3'}`)
  await expect(portal.getByRole('alert').first()).toContainText(
    'one of the letters or numbers is wrong or missing',
  )
  await enter(portal, code, { ...BORN, day: '4' })
  await expect(portal.getByRole('alert').first()).toContainText('do not match a record')
  await expect(portal.getByText(name)).toHaveCount(0)
  await enter(portal, code)
  await expect(portal.getByRole('main').getByRole('status')).toContainText('Your record is linked')
  await portal.getByRole('link', { name: 'See my appointments' }).click()
  await expect(portal.getByRole('main')).toContainText(event.event_name)
  await expect(portal.getByRole('main')).toContainText(time)
  await own.close()

  await page.goto(`/office/members/${id}/claim-letter`)
  await expect(page.getByRole('heading', { name: 'Email address lost' })).toBeVisible()
  await expect(row).toContainText('Used: they have their account')
  await checkPage()
})

test('a claim of a record with a sample waits until the address on record says that it was them', async ({
  page,
  browser,
  checkPage,
}) => {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/members', checkPage })
  await checkPage()
  const { id, name } = await addByOffice(page)
  // The first time may go to the test beside this one.
  const { event } = await bookFor(page, id, (times) => times.at(-1))
  const former = newVisitor().email
  await sampleOf(id, { email: former })
  const code = await printLetter(page, { id, name })

  const own = await browser.newContext()
  await signIn(own, await newAccount())
  const portal = await own.newPage()
  await portal.goto('/portal/letter')
  await enter(portal, code)
  const waiting = portal.getByRole('main').getByRole('status')
  await expect(waiting).toContainText('Your code is right')
  await expect(portal.getByText(name)).toHaveCount(0)
  await look(portal, 'claim-waits')

  const desk = await browser.newContext()
  const list = await desk.newPage()
  await openOffice(list, {
    staff: await newStaff(['clinician']),
    path: '/office/record-claims',
    checkPage: async () => {},
  })
  const row = list.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(former)
  await expect(row).toContainText('still has time to answer')
  await expect(row.getByRole('button', { name: /^Release/ })).toHaveCount(0)
  await look(list, 'claims-of-records')
  await desk.close()

  const mailed = await browser.newContext()
  const link = await mailed.newPage()
  await link.goto(await linkInMail(former, /^Is this you/))
  await expect(link.getByRole('main')).toContainText('This link is for Walter')
  await look(link, 'claim-link')
  await link.getByRole('button', { name: 'This is not me', exact: true }).click()
  await expect(link.getByRole('heading', { level: 1 })).toHaveText('This link is not for you')
  await link.reload()
  await link.getByRole('button', { name: 'Yes, this was me' }).click()
  await expect(link.getByRole('heading', { level: 1 })).toHaveText('Your record is linked')
  await mailed.close()
  await portal.goto('/upcoming-events')
  await expect(portal.getByRole('main')).toContainText(event.event_name)
  await own.close()
})

test('a member who has a profile asks for it, and an admin joins the two records', async ({
  page,
  browser,
  checkPage,
}) => {
  const staff = await newStaff(['office', 'admin'])
  await openOffice(page, { staff, path: '/office/members', checkPage })
  await checkPage()
  const { id, name } = await addByOffice(page)
  const code = await printLetter(page, { id, name })
  await checkPage()
  const member = await newMember({ ...BORN, day: '07', firstName: 'Walter' })
  const own = await browser.newContext()
  await signIn(own, member)
  const portal = await own.newPage()
  await portal.goto('/portal')
  await portal.getByRole('link', { name: 'Enter the code from our letter' }).click()
  await expect(portal.getByText('You already have a record')).toBeVisible()
  await enter(portal, code)
  await expect(portal.getByRole('main').getByRole('status')).toContainText('Our office is checking')

  await page.goto('/office/doubles')
  await checkPage()
  await page.getByRole('link', { name: 'Merge requests' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await checkPage()
  await row.getByRole('button', { name: /^Do not merge/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not merge' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Say why.')
  await checkPage()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('link', { name: /^Compare/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Merge records/)
  await checkPage()
  for (const field of await page.getByRole('group').all()) {
    const choice = field.getByRole('radio').first()
    if (await choice.isVisible()) await choice.check()
  }
  await page.getByLabel('How do you know it is the same person?').fill('the code of his letter')
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge the records' }).click()
  await expect(page).toHaveURL('/office/doubles')
  await checkPage()
  await portal.reload()
  await expect(portal.getByText('We have merged your two records')).toBeVisible()
  await own.close()
})

test('the page of the code is accessible for a visitor, and for an account without a profile', async ({
  page,
  context,
  checkPage,
}) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/portal/letter')
    await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible()
    await checkPage()
  }
  await signIn(context, await newAccount())
  await page.goto('/signup?finish=1')
  await checkPage()
  await page.getByRole('link', { name: 'I have a letter from CHAPS with a code' }).click()
  await page.getByRole('button', { name: 'Find my record' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
})

/** Books the member at Southampton, as on the telephone, at one of the free times; returns event and time. */
async function bookFor(
  page: Page,
  memberId: number,
  choose: (times: string[]) => string | undefined,
) {
  const helper = await newMember()
  const { events } = await ask(page, 'GET /api/events?location=Southampton')
  const [event] = events
  const time = choose(await freeTimes(helper, event.event_id)) ?? ''
  const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(event)
  await ask(page, 'POST /api/office/appointments', {
    member_id: memberId,
    event_id: event.event_id,
    date: event.event_date,
    time,
    consent: { channel: 'telephone', answers },
    payment: 'waived',
  })
  return { event, time }
}
