// `npm run office-pictures -- http://localhost:3000` takes the pictures of docs/office.md on a
// running site with fresh demo data (`npm start` with a new DATA_DIR), where it makes one draft.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { Resvg } from '@resvg/resvg-js'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { OFFICE_DEMO_PASSWORD } from '../server/staff/demo-accounts.ts'
import { browserLaunch } from './browser-launch.ts'
import { palettePng } from './palette-png.mjs'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'office')
const WIDE = 1280
const TABLET = 768
const PHONE = 390

const [, , site = 'http://localhost:3000'] = process.argv

const browser = await chromium.launch(browserLaunch())
try {
  mkdirSync(FOLDER, { recursive: true })
  await takePictures(browser)
} finally {
  await browser.close()
}

async function takePictures(browser: Browser): Promise<void> {
  const page = await newPage(browser)
  await sendMessage()
  await signIn(page, 'office@example.org', { picture: 'code' })

  await page.goto(`${site}/office/events/new`)
  await fillNewEvent(page)
  await take(page, 'new-event', { height: 1_130 })
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Close this message' }).click()
  await take(page, 'checklist', { height: 720 })

  await open(page, '/office/today')
  await take(page, 'today', { height: 480 })
  await open(page, '/office/events')
  await take(page, 'events', { height: 640 })
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('How many events').fill('6')
  await take(page, 'series', { height: 900 })

  await open(page, '/office/events?q=Guildford')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('link', { name: 'Cancel the event' }).click()
  await page.getByLabel('Your message to the members').fill('The heating of the hall has failed.')
  await take(page, 'cancel', { height: 1_180 })

  await open(page, '/office/members?tab=upcoming')
  await page.getByRole('row').filter({ hasText: 'member@example.org' }).getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Appointments' }).waitFor()
  await take(page, 'member', { height: 900 })

  await open(page, '/office/members?q=newcomer')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('link', { name: 'Book', exact: true }).click()
  await page.getByRole('searchbox').last().fill('Exeter')
  await page.getByRole('link', { name: 'Exeter PSA screening' }).first().click()
  await page.getByRole('radio', { name: 'Given now by phone' }).check()
  await take(page, 'book', { height: 900 })

  await open(page, '/office/days')
  await page.getByRole('link', { name: 'Labels and forms' }).first().click()
  await page.getByRole('heading', { name: 'Tube labels' }).waitFor()
  await take(page, 'labels', { height: 1_320 })
  await open(page, '/office/laboratory-forms')
  await take(page, 'laboratory-forms', { height: 540 })

  await page.goto(`${site}/office/members/new`)
  await addMemberWithoutEmail(page)
  await page.getByRole('button', { name: 'Close this message' }).click()
  await page.getByRole('link', { name: 'Invite to an online account by post' }).click()
  await page.getByRole('button', { name: 'Ask for the letter' }).click()
  await page.waitForLoadState('networkidle')
  await take(page, 'letter', { height: 1_000 })

  await open(page, '/office/events?q=Guildford')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('link', { name: 'Attendees' }).click()
  await page.getByRole('heading', { level: 1, name: 'Attendees' }).waitFor()
  await take(page, 'attendees', { height: 900 })
  for (const name of ['Alan Whitfield', 'Winston Campbell']) {
    await open(page, '/office/events?q=Guildford')
    await page.getByRole('row').nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Attendees' }).click()
    await page.getByRole('link', { name }).click()
    await recordPaymentAtVenue(page)
  }

  await open(page, '/office/messages')
  await take(page, 'messages', { width: PHONE, height: 790 })

  const admin = await newPage(browser)
  await signIn(admin, 'admin@example.org')
  await open(admin, '/office/staff/new')
  await admin.getByLabel('Email address').fill('mary.hughes@example.org')
  await admin.getByLabel('Name').fill('Mary Hughes')
  await admin.getByRole('checkbox', { name: /^Office/ }).check()
  await take(admin, 'staff', { height: 900 })
  await open(admin, '/office/doubles')
  await take(admin, 'doubles', { height: 640 })
  await open(admin, '/office/jobs')
  await take(admin, 'jobs', { height: 640 })

  const treasurer = await newPage(browser)
  await signIn(treasurer, 'treasurer@example.org')
  await open(treasurer, '/office/statements')
  await take(treasurer, 'statements', { height: 720 })
  await takeWalkIn(await newPage(browser))
}

async function takeWalkIn(page: Page): Promise<void> {
  await signIn(page, 'venue@example.org')
  await open(page, '/office/days')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Load the day' }).click()
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await page.getByRole('button', { name: 'Register a walk-in' }).click()
  await page.getByLabel('First name').fill('Walter')
  await page.getByLabel('Last name').fill('Innes')
  for (const [part, value] of Object.entries({ Day: '4', Month: '5', Year: '1961' }))
    await page.getByRole('textbox', { name: part }).fill(value)
  await goOn(page)
  await page.getByLabel('Phone (optional)').fill('07700 900118')
  await page.getByRole('radio', { name: 'By phone' }).check()
  await take(page, 'walk-in', { width: TABLET, height: 1_000 })
  await goOn(page)
  await goOn(page)
  await page.getByRole('radio', { name: /^Yes, they can say it/ }).check()
  await goOn(page, 'They have the tablet')
  await page.getByRole('radio', { name: 'First' }).check()
  for (const question of await page.getByRole('group').all())
    await question.getByRole('radio', { name: /^(First|No|None)$/ }).check()
  await goOn(page)
  await page.getByLabel(/^I have read and agree/).check()
  await take(page, 'walk-in-consent', { width: TABLET, height: 720 })
}

/** To the next step of the registration: two steps in a row have a button of the same name. */
async function goOn(page: Page, button = 'Continue'): Promise<void> {
  const title = await page.locator('main h2[tabindex="-1"]').innerText()
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.locator('main h2[tabindex="-1"]').filter({ hasNotText: title }).waitFor()
}

async function newPage(browser: Browser): Promise<Page> {
  const viewport = { width: WIDE, height: 900 }
  const context = await browser.newContext({
    viewport,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function signIn(page: Page, email: string, { picture = '' } = {}): Promise<void> {
  await page.goto(`${site}/login?from=/office`)
  await page.getByLabel('Email').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(OFFICE_DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).last().click()
  const code = page.getByLabel('Code from your app')
  await code.waitFor()
  if (picture) await take(page, picture, { width: PHONE, height: 640 })
  await code.fill(await codeOf(email))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/office'))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function codeOf(email: string): Promise<string> {
  const answer = await fetch(`${site}/dev/authenticator`, {
    headers: { accept: 'application/json' },
  })
  const { accounts }: { accounts: { email: string; code: string }[] } = await answer.json()
  const account = accounts.find((account) => account.email === email)
  if (!account) throw new Error(`${site} has no demo account ${email}`)
  return account.code
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(site + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Without a browser: what a browser sends that a program controls counts as spam. */
async function sendMessage(): Promise<void> {
  const answer = await fetch(`${site}/forms/p/charity/f/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', origin: site },
    body: JSON.stringify({
      'first-name': 'James',
      'last-name': 'Marlow',
      email: 'james@example.org',
      'phone-number': '07700 900118',
      message: 'Is there parking at the hall in Exeter?',
    }),
  })
  if (!answer.ok) throw new Error(`the message was answered ${answer.status}`)
}

async function fillNewEvent(page: Page): Promise<void> {
  await page.getByLabel('Name').first().fill('Ely PSA screening')
  await page.getByLabel('Date').fill(addDays(ukDate(new Date()), 45))
  await page.getByLabel('Places kept back').fill('2')
  await page.getByLabel('Breaks').fill('10:30-10:45')
  await page.getByLabel('Hall or building').fill('The Maltings')
  await page.getByLabel('Town').fill('Ely')
}

async function addMemberWithoutEmail(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Albert')
  await page.getByLabel('Last name').fill('Rungin')
  await page.getByLabel('Day').fill('3')
  await page.getByLabel('Month').fill('2')
  await page.getByLabel('Year').fill('1955')
  await page.getByLabel('House and street').fill('Rose Cottage\n3 Mill Lane')
  await page.getByLabel('Town').fill('Bures')
  await page.getByLabel('Postcode').fill('CO8 5AA')
  await page.getByLabel('By post').check()
  await page.getByRole('button', { name: 'Add the member' }).click()
  await page.getByRole('heading', { level: 1, name: 'Albert Rungin' }).waitFor()
}

/** For the upcoming appointment of the member whose page is open. */
async function recordPaymentAtVenue(page: Page): Promise<void> {
  const appointments = page.getByRole('region', { name: 'Appointments' })
  await appointments.getByRole('link', { name: /^Payment/ }).click()
  await page.getByLabel('Cash').check()
  await page.getByRole('button', { name: 'Record the payment' }).click()
  await page.getByText('Paid at the venue').first().waitFor()
}

/** Writes docs/office/`name`.png: the top of the screen, `width` by `height` pixels. */
async function take(
  page: Page,
  name: string,
  { width = WIDE, height }: { width?: number; height: number },
): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`
  const small = palettePng(new Resvg(svg).render())
  writeFileSync(join(FOLDER, `${name}.png`), small)
  console.log(`${name}.png: ${Math.round(small.length / 1_000)} kB`)
  await page.setViewportSize({ width: WIDE, height: 900 })
}
