import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_VERSION } from '../../../domain/consent.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { sendConsentLink } from './consent-link.ts'

const START = new Date('2027-01-12T09:00:00Z')
const TEST_DATE = '2027-01-26'
const UNKNOWN = 'A'.repeat(43)
let site: TestApp
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  member = await site.member()
  event = await site.event()
  await site.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  await site.ask('POST', '/api/appointments', { as: member, body })
})

const send = (who = member, testDate = TEST_DATE) =>
  sendConsentLink(site.deps, { memberId: who.id, testDate })

async function mailed(): Promise<{ link: URL; key: string }> {
  const belongsToMember = (to: string, text: string) =>
    to === member.email && text.includes('/test-consent?')
  await expect.poll(() => site.mails.some(({ to, text }) => belongsToMember(to, text))).toBe(true)
  const text = site.mails.findLast((mail) => belongsToMember(mail.to, mail.text))?.text ?? ''
  const link = new URL(/http\S+test-consent\S+/.exec(text)?.[0] ?? '')
  return { link, key: link.hash.replace('#key=', '') }
}

const look = (key: string) => site.ask('POST', '/api/medical/consent-link', { body: { key } })

const use = (key: string, more: object = {}, headers: Record<string, string> = {}) => {
  const { eventId: _, ...form } = consentFormFor(event)
  const body = { key, ...form, profileId: member.id, ...more }
  return site.ask('POST', '/api/medical/consent-by-link', { body, headers })
}

async function refused(asked: () => Promise<{ status: number; body: unknown }>) {
  const before = await site.stored()
  const answer = await asked()
  expect(await site.stored()).toEqual(before)
  return answer
}

async function consents() {
  const { rows } = await site.deps.database.db.execute(
    `select * from consents where member_id = ${member.id} order by id`,
  )
  return rows
}

describe('a link to the consent form', () => {
  test('is mailed to the member alone, and its key is in no table in the clear', async () => {
    const sent = await send()
    expect(sent?.until).toEqual(new Date('2027-01-19T09:00:00Z'))
    const { link, key } = await mailed()
    expect(link.search).toBe(`?profile_id=${member.id}&test_date=${TEST_DATE}`)
    expect(key).toMatch(/^[\w-]{43}$/)
    const { rows } = await site.deps.database.db.execute('select * from consent_links')
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(await everythingAsText(site.deps.database.db)).toContain('consent link sent')
  })

  test('opens the form of the test and takes the consent, without sign-in, once', async () => {
    await send()
    const { key } = await mailed()
    expect((await look(key)).body).toEqual({
      profile_id: member.id,
      test_date: TEST_DATE,
      event_name: event.event_name,
    })
    expect(await use(key)).toMatchObject({ status: 201, body: { status: 'success' } })
    expect((await consents()).at(-1)).toMatchObject({
      event_id: event.event_id,
      psa_test_date: TEST_DATE,
      words_version: CONSENT_VERSION,
      channel: 'signed link',
      terms: true,
      sample_consent: true,
      disclaimer: true,
      given_at: expect.anything(),
    })
    expect((await refused(() => use(key))).status).toBe(404)
    expect((await refused(() => look(key))).status).toBe(404)
  })

  test('pressed ten times at once gives one consent', async () => {
    await send()
    const { key } = await mailed()
    const before = (await consents()).length
    const answers = await Promise.all(Array.from({ length: 10 }, () => use(key)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await consents()).toHaveLength(before + 1)
  })

  test('repeats a lost response to an identical request', async () => {
    await send()
    const { key } = await mailed()
    const again = { 'idempotency-key': 'one' }
    expect((await use(key, {}, again)).status).toBe(201)
    expect((await use(key, {}, again)).status).toBe(201)
    expect((await use(key, {}, { 'idempotency-key': 'two' })).status).toBe(404)
  })

  test('ends after seven days, or when the test begins', async () => {
    await send()
    const { key } = await mailed()
    site.moveTo(new Date('2027-01-19T08:59:59Z'))
    expect((await look(key)).status).toBe(200)
    site.moveTo(new Date('2027-01-19T09:00:00Z'))
    expect((await refused(() => use(key))).status).toBe(404)
    site.moveTo(new Date('2027-01-25T09:00:00Z'))
    expect((await send())?.until).toEqual(new Date('2027-01-26T10:20:00Z'))
    site.moveTo(new Date('2027-01-26T10:20:00Z'))
    expect(await send()).toBeNull()
  })

  test('trap 28: opens nothing for another profile or date, and is not used up by trying', async () => {
    const other = await site.member()
    await send()
    const { key } = await mailed()
    expect((await refused(() => use(key, { profileId: other.id }))).status).toBe(404)
    expect((await refused(() => use(key, { psaTestDate: '2027-01-27' }))).status).toBe(400)
    expect((await refused(() => use(key, { terms: false }))).status).toBe(400)
    expect((await use(key)).status).toBe(201)
  })

  test('of our making alone opens anything', async () => {
    for (const key of [UNKNOWN, '', 'a'.repeat(44), "' or true"]) {
      const wanted = key === UNKNOWN ? 404 : 400
      expect((await refused(() => look(key))).status).toBe(wanted)
      expect((await refused(() => use(key))).status).toBe(wanted)
    }
  })

  test('is not made for a member without an appointment on that day', async () => {
    const before = await site.stored()
    const other = await site.member()
    const stored = await site.stored()
    expect(await send(other)).toBeNull()
    expect(await send(member, '2027-01-27')).toBeNull()
    expect(await sendConsentLink(site.deps, { memberId: 99_999, testDate: TEST_DATE })).toBeNull()
    expect(await site.stored()).toEqual(stored)
    expect(before).not.toEqual(stored)
  })
})
