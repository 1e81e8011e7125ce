import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { EventSchema } from '../domain/contract.ts'
import { profileOf } from '../domain/sign-up.ts'
import { signInCookies } from '../scripts/first-load.ts'
import { consentFormFor } from '../test/app/consent-form.ts'
import { SITE_URL } from './site.ts'
import { newVisitor, type Visitor } from './visitor.ts'

export type Member = Visitor & {
  ask: (call: string, body?: unknown) => Promise<Record<string, unknown>>
  cookies: { name: string; value: string; url: string; httpOnly: boolean }[]
}

export async function newMember(
  own: Partial<Visitor> & { occupation?: string; gender?: string } = {},
): Promise<Member & { userId: string }> {
  const { userId, ...member } = await newAccount(own)
  const dateOfBirth = `${member.year}-${member.month.padStart(2, '0')}-${member.day}`
  const unasked = { address2: '', town: '', country: '', occupation: '', nhs: '', gender: 'Male' }
  const form = { ...unasked, ...member, dateOfBirth, confirmPassword: member.password }
  await member.ask('POST /api/auth/profile', profileOf(form, userId))
  return { ...member, userId }
}

/** An account without a member's profile; of the browser tests' site, or another. */
export async function newAccount(
  own: Partial<Visitor> = {},
  siteUrl = SITE_URL,
): Promise<Member & { userId: string }> {
  const visitor = { ...newVisitor(), ...own }
  const { email, password } = visitor
  const answer = await fetch(`${siteUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: siteUrl },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token, user } = await answer.json()
  const ask: Member['ask'] = async (call, body = {}) => {
    const [method = 'GET', path = ''] = call.split(' ')
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const written = method === 'GET' ? {} : { body: JSON.stringify(body) }
    const said = await fetch(siteUrl + path, { method, headers, ...written })
    expect(said.ok, `${call} was answered ${said.status}`).toBe(true)
    return said.status === 204 ? {} : await said.json()
  }
  const cookies = answer.headers.getSetCookie().map((line) => cookieOf(line, siteUrl))
  return { ...visitor, ask, cookies, userId: user.id }
}

export async function profileIdOf({ ask }: Member): Promise<number> {
  const { userProfile } = await ask('GET /api/auth/profile')
  return Object(userProfile).profileId
}

export async function freeTimes({ ask }: Member, eventId: number): Promise<string[]> {
  const [day] = Object.values(await ask(`GET /api/events/${eventId}/slots`))
  return Object(day).availableTimeSlots
}

/** Consents and books through the API: the first free time, or the one of `pick`. */
export async function bookThroughApi(
  member: Member,
  eventId: number,
  pick: (times: string[]) => string | undefined = ([first]) => first,
) {
  const { event } = await member.ask(`GET /api/events/${eventId}`)
  await member.ask('POST /api/medical/consent', consentFormFor(EventSchema.parse(event)))
  const time = pick(await freeTimes(member, eventId))
  if (!time) throw new Error(`no time is free at event ${eventId}`)
  const booking = { eventId, appointmentStartTime: time }
  const { appointment } = await member.ask('POST /api/appointments', booking)
  const { appointment_id: id, appt_date: date, reference } = Object(appointment)
  return { id: Number(id), date: String(date), time, reference: String(reference) }
}

/** Members of the demo data: one with appointments and results, one without. */
export const DEMO_MEMBER = { email: 'member@example.org', password: 'screening-demo' }
export const DEMO_NEWCOMER = { ...DEMO_MEMBER, email: 'newcomer@example.org' }

export async function signInAs(browser: BrowserContext, who: typeof DEMO_MEMBER): Promise<void> {
  await browser.addCookies(await signInCookies(SITE_URL, who))
}

export async function signIn(browser: BrowserContext, { cookies }: Member): Promise<void> {
  await browser.addCookies(cookies)
}

export async function eventIn(town: string): Promise<number> {
  const answer = await fetch(`${SITE_URL}/api/events?location=${encodeURIComponent(town)}`)
  const { events } = await answer.json()
  const id: unknown = events[0]?.event_id
  if (typeof id !== 'number') throw new Error(`no event in ${town}`)
  return id
}

export async function chooseTime(page: Page, time: string): Promise<void> {
  await page.getByRole('radio', { name: time, exact: true }).check()
  await expect(page.getByText(`${time} is held for you`)).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consent form' })).toBeVisible()
}

function cookieOf(line: string, url: string) {
  const [pair = ''] = line.split(';')
  const at = pair.indexOf('=')
  const httpOnly = /;\s*HttpOnly/i.test(line)
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url, httpOnly }
}
