import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let count = 0
let start = START
beforeAll(async () => {
  site = await openTestApp({
    now: START,
    settings: { rateLimitScale: 1, trustedProxy: 'loopback' },
  })
})
// Each test on a day of its own, since codes are counted by the day.
beforeEach(() => {
  start = new Date(start.getTime() + 25 * 3_600_000)
  site.moveTo(start)
})
afterAll(() => site.close())

const newPhone = () => `07700 900${String(100 + ++count)}`
const toE164 = (phone: string) => `+44${phone.replace(/\D/g, '').slice(1)}`
const withNumber = () => site.member({ phone: newPhone(), contactBy: 'sms' })

const state = async (as: TestMember) => (await site.ask('GET', '/api/my-phone', { as })).body
const askForCode = (as: TestMember, headers?: Record<string, string>) =>
  site.ask('POST', '/api/my-phone/codes', { as, ...(headers && { headers }) })
const confirm = (as: TestMember, code: string) =>
  site.ask('POST', '/api/my-phone/confirmations', { as, body: { code } })
const textsTo = (phone: string) => site.smses.filter((sms) => sms.phone === toE164(phone))
const profileUrl = ({ email }: TestMember) => `/api/auth/profile?email=${encodeURIComponent(email)}`
const afterMinutes = (n: number) => site.moveTo(new Date(start.getTime() + n * 60_000))

async function codeSentTo(phone: string, n = 1): Promise<string> {
  const sms = await until(() => {
    const found = textsTo(phone).filter(({ subject }) => subject === 'Code for your number')[n - 1]
    if (!found) throw new Error('no code')
    return found
  })
  return /\d{6}/.exec(sms.text)?.[0] ?? ''
}

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')

async function book(member: TestMember): Promise<number> {
  const event = await site.event()
  await site.consent(member, event)
  const body = { eventId: event.event_id, appointmentStartTime: '10:00' }
  const booked = await site.ask('POST', '/api/appointments', { as: member, body })
  expect(booked.status).toBe(201)
  return booked.body.appointment.appointment_id
}

describe('a number that the member typed', () => {
  test('gets no text message by the booking and moves of an appointment, and the mails are sent', async () => {
    const member = await withNumber()
    const id = await book(member)
    for (let n = 0; n < 4; n++)
      await site.ask('PUT', `/api/appointments/${id}/update`, {
        as: member,
        body: { appt_time: n % 2 === 0 ? '10:20' : '10:00' },
      })
    await until(() =>
      expect(site.mails.filter(({ to }) => to === member.email).length).toBeGreaterThanOrEqual(5),
    )
    expect(textsTo(member.phone)).toEqual([])
    const { rows } = await site.ownerPool.query(
      `select 1 from jobs.job where name = 'sms' and data->>'about' like 'sms-%'`,
    )
    expect(rows).toEqual([])
  })

  test('is confirmed by the code that it gets, and then has text messages', async () => {
    const member = await withNumber()
    expect(await state(member)).toEqual({
      phone: member.phone,
      state: 'to_confirm',
      code_ends_at: null,
    })
    const sent = await askForCode(member)
    expect([sent.status, sent.body.code_ends_at]).toEqual([
      200,
      new Date(start.getTime() + 600_000).toISOString(),
    ])
    const code = await codeSentTo(member.phone)
    const confirmed = await confirm(member, ` ${code.slice(0, 3)} ${code.slice(3)} `)
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'confirmed' } })
    expect((await confirm(member, code)).status).toBe(200)
    expect((await askForCode(member)).body.code).toBe('number_confirmed')
    await book(member)
    await until(() =>
      expect(textsTo(member.phone).map(({ subject }) => subject)).toContain('Appointment booked'),
    )
    expect(site.smses.at(-1)?.text).not.toContain(code)
  })

  test('is unconfirmed again when the member changes it, also back', async () => {
    const member = await withNumber()
    await askForCode(member)
    await confirm(member, await codeSentTo(member.phone))
    for (const [phone, expected] of [
      [toE164(member.phone), 'confirmed'],
      [newPhone(), 'to_confirm'],
      [member.phone, 'to_confirm'],
      ['01206 500100', 'no_mobile'],
    ] as const) {
      // A text goes to no landline.
      const contact_by = expected === 'no_mobile' ? 'telephone' : 'sms'
      await site.ask('PUT', profileUrl(member), { as: member, body: { phone, contact_by } })
      expect([phone, (await state(member)).state]).toEqual([phone, expected])
    }
    expect((await askForCode(member)).body.code).toBe('no_mobile_of_yours')
  })
})

describe('a code', () => {
  test('has five tries, of which the sixth is wrong even with the right digits', async () => {
    const member = await withNumber()
    await askForCode(member)
    const code = await codeSentTo(member.phone)
    for (let n = 0; n < 5; n++)
      expect((await confirm(member, wrongOf(code))).body.code).toBe('wrong_number_code')
    expect((await confirm(member, code)).body.code).toBe('wrong_number_code')
    expect((await state(member)).code_ends_at).toBeNull()
    await askForCode(member)
    expect((await confirm(member, code)).status).toBe(403)
    expect((await confirm(member, await codeSentTo(member.phone, 2))).status).toBe(200)
  })

  test('of which six are tried at once has five tries', async () => {
    const member = await withNumber()
    await askForCode(member)
    const code = await codeSentTo(member.phone)
    await Promise.all(Array.from({ length: 6 }, () => confirm(member, wrongOf(code))))
    const { rows } = await site.ownerPool.query(
      'select phone_code_tries as tries from members where id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('works for ten minutes', async () => {
    const member = await withNumber()
    await askForCode(member)
    const code = await codeSentTo(member.phone)
    afterMinutes(10)
    expect((await confirm(member, code)).body.code).toBe('wrong_number_code')
    expect((await state(member)).code_ends_at).toBeNull()
  })

  test('confirms no number that was typed since, and nobody else’s', async () => {
    const [member, other] = [await withNumber(), await withNumber()]
    await askForCode(member)
    await askForCode(other)
    const code = await codeSentTo(member.phone)
    const others = await codeSentTo(other.phone)
    if (code !== others) expect((await confirm(other, code)).status).toBe(403)
    await site.ask('PUT', profileUrl(member), { as: member, body: { phone: newPhone() } })
    expect((await confirm(member, code)).status).toBe(403)
    await site.ask('PUT', profileUrl(member), { as: member, body: { phone: member.phone } })
    expect((await confirm(member, code)).status).toBe(403)
  })

  test('is stored as a keyed hash, and no log or row has its digits', async () => {
    const member = await withNumber()
    await askForCode(member)
    const code = await codeSentTo(member.phone)
    const { rows } = await site.ownerPool.query(
      `select (select to_jsonb(m) from members m where id = $1)::text as member,
          (select jsonb_agg(a) from audit_log a where member_id = $1)::text as audit,
          (select jsonb_agg(j.data) from jobs.job j where name = 'sms')::text as jobs`,
      [member.id],
    )
    expect(rows[0].member).toContain('phone_code_hash')
    expect(JSON.stringify(rows)).not.toContain(code)
    const copy = await site.ask('GET', '/api/my-data', { as: member })
    expect(JSON.stringify(copy.body)).not.toContain(code)
  })
})

describe('codes are counted', () => {
  const FIRST = { 'x-forwarded-for': '198.51.100.7' }

  test('by number: three a day, whoever asks', async () => {
    const phone = newPhone()
    const askers = await Promise.all(
      Array.from({ length: 4 }, () => site.member({ phone, contactBy: 'sms' })),
    )
    const statuses = []
    for (const one of askers) statuses.push((await askForCode(one)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('by member: five a day, to whatever numbers', async () => {
    const member = await withNumber()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      await site.ask('PUT', profileUrl(member), { as: member, body: { phone: newPhone() } })
      statuses.push((await askForCode(member, FIRST)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('by network: accounts of one /48 have four times as many as one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 62; n++) {
      const member = await withNumber()
      const address = { 'x-forwarded-for': `2001:db8:7:${(n * 256).toString(16)}::1` }
      statuses.push((await askForCode(member, address)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  })
})

test('the code reaches a number that somebody had who has died', async () => {
  const phone = newPhone()
  const died = await site.member({ phone, provenPhone: phone })
  await site.ownerPool.query('update members set died_at = now() where id = $1', [died.id])
  const member = await site.member({ phone, contactBy: 'sms' })
  await askForCode(member)
  expect((await confirm(member, await codeSentTo(phone))).status).toBe(200)
})

test('a site that sends no text messages says so, and asks for no code', async () => {
  const { settings } = site.deps
  settings.sendsSms = false
  const member = await withNumber()
  expect((await state(member)).state).toBe('no_texts')
  expect((await askForCode(member)).body.code).toBe('no_texts_here')
  settings.sendsSms = true
})

test('an account without a profile has no number', async () => {
  const cookie = await site.signIn('6f1dd0a4-6a31-4a3b-8d77-0b1cf1b2a111', 'nobody@example.org')
  const nobody = { cookie } as TestMember
  for (const { status } of [
    await site.ask('GET', '/api/my-phone', { as: nobody }),
    await askForCode(nobody),
    await confirm(nobody, '123456'),
  ])
    expect(status).toBe(404)
})
