import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { EventSchema } from '../domain/contract.ts'
import { consentFormFor } from '../test/app/consent-form.ts'
import { type Member, signIn } from './member.ts'
import { SITE_PORT } from './site.ts'

const STAND_IN_URL = `http://127.0.0.1:${SITE_PORT + 1}`

// The towns with paid events. Each test has its own time at one of them.
export const SOON = 'Bristol'
export const LATER = 'Leicester'

export const GOOD_CARD = { name: 'James Carter', number: '4012888888881881' }
/** The bank asks for verification of these cards; the stand-in's outcome is configurable. */
export const ASKED_CARD = { ...GOOD_CARD, number: '4462603040971339' }
export const FAILING_CARD = { ...GOOD_CARD, number: '4462603043025620' }

export async function openCheckout(
  page: Page,
  { member, eventId, time }: { member: Member; eventId: number; time: string },
): Promise<{ holdId: string }> {
  await signIn(page.context(), member)
  const { profileId } = Object((await member.ask('GET /api/auth/profile')).userProfile)
  const hold = await member.ask(`POST /api/events/${eventId}/holds`, { slot: time })
  const { event } = await member.ask(`GET /api/events/${eventId}`)
  await member.ask('POST /api/medical/consent', consentFormFor(EventSchema.parse(event)))
  // What the slot step stores in the tab (web/booking/stored-hold.ts).
  const storedHold = {
    owner: `${profileId}/${eventId}`,
    time,
    expiresAt: hold.expires_at,
    until: Date.parse(String(hold.expires_at)),
  }
  await page.addInitScript((text) => {
    if (window !== window.top) return
    // Once only: afterwards the site's own pages decide what is stored.
    if (sessionStorage.getItem('staged') === null) sessionStorage.setItem('hold', text)
    sessionStorage.setItem('staged', 'yes')
  }, JSON.stringify(storedHold))
  await page.goto(`/checkout?event=${eventId}`)
  await expect(pay(page)).toBeEnabled()
  return { holdId: String(hold.hold_id) }
}

/** Waits until each frame has the site's styles: the fields' own padding is 8 px. */
export async function waitForCardFieldStyles(page: Page): Promise<void> {
  for (const name of ['Name on card', 'Card number', 'Expiry date', 'Security code']) {
    await expect(cardField(page, name)).toHaveCSS('padding-top', '10.4px')
  }
}

export async function typeCard(page: Page, { name, number }: typeof GOOD_CARD): Promise<void> {
  await cardField(page, 'Name on card').fill(name)
  await cardField(page, 'Card number').fill(number)
  await cardField(page, 'Expiry date').fill('12/34')
  await cardField(page, 'Security code').fill('123')
}

export function cardField(page: Page, name: string): Locator {
  return page.frameLocator(`iframe[title^="${name}"]`).getByRole('textbox')
}

export function pay(page: Page): Locator {
  return page.getByRole('button', { name: /^Pay £/ })
}

/**
 * Presses Pay by key: after scrolling, a moved pointer may still be over the frame of another
 * process.
 */
export async function pressPay(page: Page): Promise<void> {
  await pay(page).press('Enter')
}

/** Presses Tab until this card field has the focus; its ring is drawn inside its frame. */
export async function tabIntoCard(page: Page, name: string): Promise<void> {
  const field = cardField(page, name)
  for (let presses = 0; presses < 150; presses++) {
    if (await field.evaluate((input) => input.ownerDocument.hasFocus())) {
      return expect(field).toBeFocused()
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`150 tabs did not lead to ${name}`)
}

export function bank(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Card security check"]')
}

/** Calls one of the stand-in's test endpoints (standins/paypal/test-endpoints.ts). */
export async function callStandIn(endpoint: string, body: unknown): Promise<void> {
  const answer = await fetch(`${STAND_IN_URL}/__test/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `the stand-in's ${endpoint} was answered ${answer.status}`).toBe(true)
}

type Ledger = {
  captures: { id: string; orderId: string; status: string; pence: number; refundedPence: number }[]
}

export async function capturesOf(orderId: string): Promise<Ledger['captures']> {
  const ledger: Ledger = await fetch(`${STAND_IN_URL}/__test/ledger`).then((answer) =>
    answer.json(),
  )
  return ledger.captures.filter((capture) => capture.orderId === orderId)
}

export async function nextOrder(page: Page): Promise<{ id: string; hold: { hold_id: string } }> {
  const answer = await page.waitForResponse(/\/api\/payments\/orders$/)
  return await answer.json()
}

/** Waits until the bank's page has the focus; before that, a key would go to the checkout. */
export async function waitForBankPage(page: Page): Promise<void> {
  await expect(bank(page).getByRole('heading', { level: 1 })).toBeFocused()
}
