// Every screen of the office, at three widths, and its states: errors of a form, an empty list, a
// question. A screen that is missing here fails the first test.

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { ROLES } from '../domain/office/permissions.ts'
import { addDays, ukDate } from '../domain/uk-time.ts'
import { setTextSize } from './check-large.ts'
import { checkSize } from './check-page.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, profileIdOf } from './member.ts'
import { ask as askOffice } from './office-results.ts'
import { addMessage, addPayment } from './queries.ts'
import { uploadResults } from './result-file.ts'
import { newStaff, openOffice } from './staff.ts'

const WIDTHS = [320, 768, 1280]
/** Between a phone and a desk only the size is checked. */
const TABLET = 768

/** By the paths of web/office/routes.tsx; `{}` are filled in with what the test has made. */
const SCREENS: Record<string, string> = {
  today: 'today',
  help: 'help',
  search: 'search?q=Carter',
  events: 'events',
  'events/calendar': 'events/calendar',
  'events/new': 'events/new',
  'events/:id': 'events/{event}',
  'events/:id/edit': 'events/{event}/edit',
  'events/:id/attendees': 'events/{booked}/attendees',
  'events/:id/group': 'events/{booked}/group',
  'events/:id/group/new': 'events/{booked}/group/new',
  'events/:id/slips': 'events/{booked}/slips',
  'events/:id/list': 'events/{booked}/list',
  'events/:id/access-code': 'events/{booked}/access-code',
  'events/:id/series': 'events/{booked}/series',
  'events/:id/host-page': 'events/{booked}/host-page',
  'events/:id/message': 'events/{booked}/message',
  'events/:id/time': 'events/{booked}/time',
  'events/:id/move-ticked': 'events/{booked}/move-ticked?ids={appointment}',
  'events/:id/cancel-ticked': 'events/{booked}/cancel-ticked?ids={appointment}',
  'events/:id/cancel': 'events/{booked}/cancel',
  'bulk-actions/:id': 'bulk-actions/{action}',
  figures: 'figures',
  products: 'products',
  'products/new': 'products/new',
  'products/:id': 'products/{product}',
  'mail-texts': 'mail-texts',
  banners: 'banners',
  newsletters: 'newsletters',
  'newsletters/new': 'newsletters/new',
  'newsletters/:id': 'newsletters/{newsletter}',
  'newsletters/:id/edit': 'newsletters/{newsletter}/edit',
  rules: 'rules',
  settings: 'settings',
  'settings/:group': 'settings/helpline',
  'banners/new': 'banners/new',
  'banners/:id': 'banners/{banner}',
  'saved-texts': 'saved-texts',
  'saved-texts/new': 'saved-texts/new',
  'saved-texts/:id': 'saved-texts/{text}',
  'mail-texts/:kind': 'mail-texts/reminder',
  'labs/new': 'labs/new',
  'labs/:id': 'labs/{lab}',
  'results/imports': 'results/imports',
  'results/imports/new': 'results/imports/new',
  'results/imports/:id': 'results/imports/{file}',
  'clinicians-away': 'clinicians-away',
  laboratories: 'laboratories',
  'laboratories/:id/columns': 'laboratories/{lab}/columns',
  members: 'members',
  'members/new': 'members/new',
  'members/:id': 'members/{member}',
  'members/:id/edit': 'members/{member}/edit',
  'members/:id/claim-letter': 'members/{lonely}/claim-letter',
  'members/:id/contact': 'members/{member}/contact',
  'members/:id/withdraw-consent': 'members/{member}/withdraw-consent',
  'members/:id/help': 'members/{member}/help',
  'members/:id/message': 'members/{member}/message',
  'sign-up-confirmation': 'sign-up-confirmation',
  'members/:id/notes': 'members/{member}/notes',
  'members/:id/active': 'members/{member}/active',
  'members/:id/erasure': 'members/{member}/erasure',
  'members/:id/appointments/:appointment/payment':
    'members/{member}/appointments/{appointment}/payment',
  'members/:id/book': 'members/{other}/book',
  'members/:id/book/:event': 'members/{other}/book/{booked}',
  'members/:id/appointments/:appointment/move': 'members/{member}/appointments/{appointment}/move',
  'members/:id/appointments/:appointment/move/:event':
    'members/{member}/appointments/{appointment}/move/{booked}',
  'members/:id/appointments/:appointment/cancel':
    'members/{member}/appointments/{appointment}/cancel',
  'members/:id/appointments/:appointment/slip': 'members/{member}/appointments/{appointment}/slip',
  'members/:id/merges/:other': 'members/{member}/merges/{other}',
  doubles: 'doubles',
  'identity-reviews': 'identity-reviews',
  'merge-requests': 'merge-requests',
  'merged-results': 'merged-results',
  payments: 'payments',
  unpaid: 'unpaid',
  notifications: 'notifications',
  invoices: 'invoices',
  'invoices/:id': 'invoices/{invoice}',
  'events/:id/invoice': 'events/{event}/invoice',
  'payments/:id': 'payments/{payment}',
  reconciliation: 'reconciliation',
  statements: 'statements',
  erasures: 'erasures',
  'erasures/:id': 'erasures/{erasure}',
  retention: 'retention',
  jobs: 'jobs',
  results: 'results',
  'results/greens': 'results/greens',
  'results/release': 'results/release',
  days: 'days',
  'days/:id/labels': 'days/{booked}/labels',
  'days/:id/walk-ins': 'days/{booked}/walk-ins',
  'days/:id/cash': 'days/{booked}/cash',
  'days/:id/late': 'days/{booked}/late',
  'days/:id/incidents': 'days/{booked}/incidents',
  incidents: 'incidents',
  'cash-counts': 'cash-counts',
  'laboratory-forms': 'laboratory-forms',
  loops: 'loops',
  'closed-loops': 'closed-loops',
  'events/:id/laboratory-receipt': 'events/{booked}/laboratory-receipt',
  'events/:id/failsafe': 'events/{booked}/failsafe',
  letters: 'letters',
  'letters/batches': 'letters/batches',
  'letters/invitations': 'letters/invitations',
  'record-claims': 'record-claims',
  messages: 'messages',
  'messages/:id': 'messages/{message}',
  subscriptions: 'subscriptions',
  mails: 'mails',
  staff: 'staff',
  'staff/new': 'staff/new',
  'staff/:id': 'staff/{staff}',
  overrides: 'overrides',
  audit: 'audit',
  'access-log': 'access-log',
}
/**
 * The day, the review of a result, an open task, an exception of an erasure, a wait and letters to members and surgeries have journeys; a difference needs a report of the
 * payment provider.
 */
const ELSEWHERE = [
  '/days/:id',
  'reconciliation/:id',
  'results/:id',
  'loops/:id',
  'letters/batches/:id',
  'letters/:id/surgery',
  'erasures/:id/exception',
  'merge-requests/:id',
  'merges/:id/part',
  'members/:id/capacity',
  'letters/:id/collection',
  'letters/:id/again',
  'letters/:id/return',
  'walk-in-strikes/:id',
  'waits/:id',
]
/** Forms that are sent empty. */
const FORMS: Record<string, string> = {
  'events/new': 'Save as draft',
  'products/new': 'Add',
  'labs/new': 'Add',
  'results/imports/new': 'Upload and compare',
  'members/new': 'Add the member',
  'members/:id/erasure': 'Enter the request',
  'staff/new': 'Add and invite',
  'banners/new': 'Show the banner',
  'newsletters/new': 'Save the draft',
  'saved-texts/new': 'Save the text',
  'events/:id/invoice': 'Issue the invoice',
  'members/:id/book/:event': 'Book',
  'members/:id/appointments/:appointment/cancel': 'Cancel the appointment',
  'members/:id/merges/:other': 'Propose the merge',
}
const NEW_BANNER = {
  words: 'The office telephone is out of order.',
  tone: 'warning',
  place: 'office',
  shown_from: new Date().toISOString(),
  shown_until: new Date(Date.now() + 600_000).toISOString(),
}
const NEW_NEWSLETTER = {
  subject: 'What we did in spring',
  body: '## Thank you\n\nRead more about [our events](/book-event-main).',
  audience: 'everybody',
}
const NEW_TEXT = {
  by: 'email',
  name: `Parking ${Date.now()}`,
  subject: 'Where to park',
  text: 'Please use the back yard.',
}
const NEW_INVOICE = {
  kind: 'deposit',
  host_name: 'Ely Lodge',
  address_lines: ['1 High Street', 'Ely'],
  description: 'Deposit for 20 tests',
  amount_pence: 10_000,
  due_on: '2099-01-31',
}
const LISTS = [
  'events',
  'members',
  'payments',
  'unpaid',
  'invoices',
  'messages',
  'subscriptions',
  'mails',
  'staff',
]

test('every screen of the office is in this walk', () => {
  const routes = readFileSync('web/office/routes.tsx', 'utf8')
  const named = routes.matchAll(/screen\(\s*'([\w:/-]+)'|path: '([\w:/-]+)'/g)
  const screens = [...named].flatMap(([, path, other]) => path ?? other ?? [])
  const known = Object.keys(SCREENS)
  const elsewhere = ['/', ...ELSEWHERE]
  expect(screens.filter((path) => ![...known, ...elsewhere].includes(path))).toEqual([])
  expect(known.filter((path) => !screens.includes(path))).toEqual([])
})

test('every screen is accessible, and in its states', walk)
test('every screen is accessible at every width, and in its states', { tag: '@long' }, walk)

async function walk({ page, checkPage }: { page: Page; checkPage: () => Promise<void> }) {
  test.setTimeout(1200_000)
  const staff = await newStaff([...ROLES])
  await openOffice(page, { staff, path: '/office/today', checkPage })
  await checkPage()
  const made = await makeAll(page)
  for (const [screen, address] of Object.entries(SCREENS)) {
    await test.step(screen, async () => {
      const path = address.replaceAll(/\{(\w+)\}/g, (_, name) => String(made[name]))
      await page.goto(`/office/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Not |went wrong/)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await (width === TABLET ? checkSize(page) : checkPage())
      }
      await page.setViewportSize({ width: 320, height: 900 })
      await setTextSize(page, '200%')
      await checkSize(page)
      await setTextSize(page, '')
      await page.setViewportSize({ width: 1280, height: 900 })
      // Beside the menu, not below it.
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect(title?.y).toBeLessThan(300)
      const submit = FORMS[screen]
      if (submit === undefined) return
      await page
        .getByRole('main')
        .getByRole('button', { name: submit, exact: true })
        .click({ timeout: 5_000 })
      await expect(page.getByRole('alert').first()).toBeVisible()
      await checkPage()
    })
  }
  for (const list of LISTS) {
    await page.goto(`/office/${list}?q=zzzzzz`)
    await expect(page.getByRole('link', { name: 'Show all' })).toBeVisible()
    await checkPage()
  }
}

/** Ids of one of each, made through the API or found in the demo data. */
async function makeAll(page: Page): Promise<Record<string, unknown>> {
  const ask = (call: string, body?: object) => askOffice(page, call, body)
  const firstOf = async (list: string) => (await ask(`GET /api/office/${list}`)).data[0]
  const [one, two, three] = [await newMember(), await newMember(), await newMember()]
  await three.ask('POST /api/my-data/erasure-request')
  const booked = await ownEvent()
  const { id: appointment } = await bookThroughApi(one, booked)
  const { product_id: product } = await firstOf('products')
  const { lab_id: lab } = await firstOf('labs')
  const { id: file } = await uploadResults(page, lab)
  const { event_id: event } = await ask('POST /api/office/events', {
    event_name: 'A hall in Ely',
    event_date: addDays(ukDate(new Date()), 50),
    slot_plan: { start: '10:00', end: '12:00', session_minutes: 10, places_per_slot: 2 },
    product_id: product,
    lab_id: lab,
    price: 0,
    payment_required: false,
    address_line1: 'The Maltings',
    city: 'Ely',
    postcode: 'CB7 4BB',
    latitude: 52.3953,
    longitude: 0.2676,
    host_name: 'Ann Baker',
    host_phone: '01353 960118',
  })
  const { id: lonely } = await ask('POST /api/office/members', {
    first_name: 'Edwin',
    last_name: 'Marlowe',
    date_of_birth: '1949-09-12',
    address_lines: ['The Lodge'],
    town: 'Ely',
    postcode: 'CB7 4AA',
    confirmed_new: true,
  })
  const acknowledged = ['sunday', 'bank_holiday', 'same_hall']
  await ask(`POST /api/office/events/${event}/publish`, { acknowledged })
  const none = { appointments: 0, refund_pence: 0, waiting: 0 }
  const { bulk_action_id: action } = await ask(`POST /api/office/events/${event}/cancellation`, {
    dry_run: false,
    message: 'The hall is flooded.',
    expected: none,
  })
  return {
    product,
    lab,
    file,
    event,
    booked,
    action,
    appointment,
    lonely,
    member: await profileIdOf(one),
    other: await profileIdOf(two),
    banner: (await ask('POST /api/office/banners', NEW_BANNER)).id,
    newsletter: (await ask('POST /api/office/newsletters', NEW_NEWSLETTER)).id,
    text: (await ask('POST /api/office/saved-texts', NEW_TEXT)).id,
    invoice: (await ask(`POST /api/office/events/${event}/invoices`, NEW_INVOICE)).id,
    payment: await addPayment(appointment),
    message: await addMessage('writes@example.org'),
    staff: (await firstOf('staff')).id,
    erasure: (await firstOf('erasures')).request_id,
  }
}
