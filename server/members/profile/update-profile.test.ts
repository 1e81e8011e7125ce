import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
const NHS = '9990000018'
let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await site.member()
})

function update(body: object, as: { cookie: string } = member, email = member.email) {
  const query = `?email=${encodeURIComponent(email)}`
  return site.ask('PUT', `/api/auth/profile${query}`, { as, body })
}

async function refused(...asked: Parameters<typeof update>) {
  const before = await site.stored()
  const answer = await update(...asked)
  expect(await site.stored()).toEqual(before)
  return answer
}

async function profile(of: TestMember = member) {
  return (await site.ask('GET', '/api/auth/profile', { as: of })).body.userProfile
}

async function rows(query: string) {
  return (await site.deps.database.db.execute(query)).rows
}

const auditOf = (member: TestMember) =>
  rows(`select * from audit_log where subject = 'member ${member.id}' order by id`)

async function confirmedAt(member: TestMember) {
  const [row] = await rows(`select nhs_confirmed_at from members where id = ${member.id}`)
  return row?.nhs_confirmed_at ?? null
}

const whole = {
  first_name: 'John',
  last_name: 'Smith',
  gender: 'Other',
  date_of_birth: '1960-02-29',
  ethnicity: 'White - Irish',
  occupation: 'Baker',
  phone: '447700900999',
  home_address: '1 New Street, York, YO1 9RL, United Kingdom',
  billing_address: '2 Old Street, York, YO1 9RL, United Kingdom',
  nhs_number: NHS,
}

describe('a member changes the profile', () => {
  test('and finds it so', async () => {
    const answer = await update(whole)
    expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await profile()).toEqual({
      profileId: member.id,
      firstName: 'John',
      lastName: 'Smith',
      gender: 'Other',
      dateOfBirth: '1960-02-29',
      ethnicity: 'White - Irish',
      occupation: 'Baker',
      phone: '447700900999',
      email: member.email,
      homeAddress: '1 New Street, York, YO1 9RL, United Kingdom',
      billingAddress: '2 Old Street, York, YO1 9RL, United Kingdom',
      nhsNumber: NHS,
      isVerified: false,
      isActive: true,
    })
  })

  test('in one field, and the others stay as they are', async () => {
    const before = await profile()
    await update({ phone: ' 447700900222 ', gender: null, date_of_birth: null })
    expect(await profile()).toEqual({ ...before, phone: '447700900222' })
  })

  test('but no field that the server sets', async () => {
    const before = await profile()
    await update({
      first_name: 'John',
      user_id: randomUUID(),
      id: 1,
      is_verified: true,
      is_active: false,
      nhs_confirmed_at: '2027-01-01',
      ni_number: 'QQ123456C',
    })
    expect(await profile()).toEqual({ ...before, firstName: 'John' })
    expect(await rows(`select ni_number, user_id from members where id = ${member.id}`)).toEqual([
      { ni_number: null, user_id: member.userId },
    ])
  })

  test('and no other profile changes', async () => {
    const other = await site.member()
    const before = await profile(other)
    await update(whole)
    expect(await profile(other)).toEqual(before)
  })

  test('in plain text', async () => {
    await update({ first_name: ' Jo\u0000hn\r\nBcc: x ', occupation: ' ' })
    expect(await profile()).toMatchObject({ firstName: 'Jo hn Bcc: x', occupation: null })
  })

  test('to the same values, and nothing is written', async () => {
    await update(whole)
    expect((await refused(whole)).status).toBe(200)
    expect((await refused({})).status).toBe(200)
  })

  test('in any spelling of the e-mail address', async () => {
    expect((await update({ first_name: 'A' }, member, member.email.toUpperCase())).status).toBe(200)
  })

  test('after the 81st birthday, as long as the date of birth stays', async () => {
    const old = await site.member({ dateOfBirth: '1940-01-01' })
    const body = { phone: '447700900333', date_of_birth: '1940-01-01' }
    expect((await update(body, old, old.email)).status).toBe(200)
  })
})

describe('an NHS number', () => {
  test('sent alone is confirmed, and stored sealed', async () => {
    expect((await update({ nhs_number: NHS })).body).toEqual({ status: 'success' })
    expect((await profile()).nhsNumber).toBe(NHS)
    const [row] = await rows(`select * from members where id = ${member.id}`)
    expect(row?.nhs_confirmed_at).not.toBeNull()
    expect(JSON.stringify(row)).not.toContain(NHS)
    expect(row?.nhs_number_index).toEqual(site.deps.fieldKeys.blindIndex(NHS, 'nhs_number'))
  })

  test('that was given before is confirmed by sending it again, alone', async () => {
    await update({ first_name: 'Jim', nhs_number: NHS })
    expect(await confirmedAt(member)).toBeNull()
    await update({ nhs_number: NHS })
    expect(await confirmedAt(member)).not.toBeNull()
  })

  test('confirmed allows a booking where the laboratory requires it', async () => {
    const labId = await site.lab({ requiresNhsNumber: true })
    const event = await site.event({ labId })
    await site.consent(member, event)
    const body = { eventId: event.event_id, appointmentStartTime: '10:00' }
    const book = () => site.ask('POST', '/api/appointments', { as: member, body })
    expect((await book()).body.code).toBe('nhs_number_required')
    await update({ nhs_number: NHS })
    expect((await book()).status).toBe(201)
  })

  test('changed among other fields, or taken away, is no longer confirmed', async () => {
    await update({ nhs_number: NHS })
    await update({ first_name: 'Jim', nhs_number: NHS })
    expect(await confirmedAt(member)).not.toBeNull()
    await update({ first_name: 'Jim', nhs_number: '9990000026' })
    expect(await confirmedAt(member)).toBeNull()
    await update({ nhs_number: '9990000026' })
    await update({ nhs_number: null })
    expect(await confirmedAt(member)).toBeNull()
    expect((await profile()).nhsNumber).toBeNull()
  })

  test('trap 6: with a wrong check digit can be confirmed', async () => {
    expect((await update({ nhs_number: '9990000019' })).status).toBe(200)
  })

  test('trap 6: of another member is taken without a word, and noted for the office', async () => {
    const other = await site.member()
    await update({ nhs_number: '9990000042' }, other, other.email)
    const answer = await update({ nhs_number: '9990000042' })
    expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    const [entry] = await auditOf(member)
    expect(entry?.details).toMatchObject({ nhsNumberAlsoOf: [other.id] })
  })
})

describe('the audit log', () => {
  test('trap 7: stores the history of date of birth and NHS number, unreadable without the keys', async () => {
    await update({ nhs_number: NHS })
    await update({ date_of_birth: '1961-03-04', nhs_number: '9990000026' })
    const entries = await auditOf(member)
    expect(entries).toMatchObject([
      { action: 'profile changed', details: { changed: ['nhsNumber', 'nhsConfirmedAt'] } },
      {
        actor_user_id: member.userId,
        member_id: member.id,
        details: { changed: ['dateOfBirth', 'nhsNumber'] },
      },
    ])
    for (const value of [NHS, '9990000026', '1968-05-14', '1961-03-04']) {
      expect(JSON.stringify(entries)).not.toContain(value)
    }
    expect(await opened(member, 'before')).toEqual({ date_of_birth: '1968-05-14', nhs_number: NHS })
    expect(await opened(member, 'after')).toEqual({
      date_of_birth: '1961-03-04',
      nhs_number: '9990000026',
    })
  })

  test('names the other changed fields, without their values', async () => {
    await update({ phone: '447700900444' })
    const entries = await auditOf(member)
    expect(entries).toMatchObject([{ details: { changed: ['phone'], before: {} } }])
    expect(JSON.stringify(entries)).not.toContain('447700900444')
  })

  async function opened(member: TestMember, which: 'before' | 'after') {
    const entries = await rows(
      `select key, value from audit_log, jsonb_each_text(details->'${which}')
        where subject = 'member ${member.id}' order by id`,
    )
    return Object.fromEntries(
      entries.map(({ key, value }) => {
        const where = `audit_log|${key}|${member.userId}`
        return [key, site.deps.fieldKeys.open(Buffer.from(String(value), 'base64'), where)]
      }),
    )
  }
})

describe('a change is refused', () => {
  test('trap 5: for any e-mail address but the account’s, as if there were no profile', async () => {
    const other = await site.member()
    for (const email of [other.email, 'nobody@example.org', '']) {
      expect(await refused({ first_name: 'X' }, member, email)).toMatchObject({
        status: 404,
        body: { error: 'Not found', code: 'not_found' },
      })
    }
    const url = '/api/auth/profile'
    expect((await site.ask('PUT', url, { as: member, body: {} })).status).toBe(404)
  })

  test('to an account without a profile', async () => {
    const stranger = { cookie: await site.signIn(randomUUID(), 'stranger@example.org') }
    expect((await refused({ first_name: 'X' }, stranger, 'stranger@example.org')).status).toBe(404)
  })

  test('trap 7: of the e-mail address, the same or another', async () => {
    for (const email of ['victim@example.org', member.email, null]) {
      expect(await refused({ first_name: 'X', email })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: [{ field: 'email' }] },
      })
    }
  })

  test.each([
    ['too young', '1987-01-13'],
    ['too old', '1946-01-12'],
    ['not born yet', '2030-01-01'],
  ])('trap 7: to a date of birth of somebody %s', async (_, date_of_birth) => {
    expect(await refused({ date_of_birth })).toMatchObject({
      status: 400,
      body: { code: 'age_out_of_range' },
    })
  })

  test.each([
    { first_name: '' },
    { last_name: ' ' },
    { phone: '\u0000' },
    { home_address: null },
    { billing_address: '' },
    { billing_address: 'a'.repeat(401) },
    { nhs_number: '999000001' },
    { nhs_number: '999 000 0018' },
    { nhs_number: '99900000181' },
    { nhs_number: 9990000018 },
    { gender: 'male' },
    { ethnicity: '' },
    { date_of_birth: '1970-02-30' },
    { date_of_birth: '14/05/1968' },
  ])('to %j', async (body) => {
    expect(await refused(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })
})

describe('how to reach the member and what helps', () => {
  const contact = { contact_by: 'sms', support_needs: ['bsl'], support_note: 'reads lips' }

  test('is read and changed by the member', async () => {
    const own = await site.member()
    const read = () => site.ask('GET', '/api/auth/profile', { as: own })
    expect((await read()).body.contact).toEqual({
      contact_by: 'email',
      support_needs: [],
      support_note: null,
    })
    const url = `/api/auth/profile?email=${own.email}`
    expect((await site.ask('PUT', url, { as: own, body: contact })).status).toBe(200)
    expect((await read()).body.contact).toEqual(contact)
    const copy = await site.ask('GET', '/api/my-data', { as: own })
    expect(copy.body.profile).toMatchObject({ ...contact, postcode: null })
  })

  test('needs the whole address for letters', async () => {
    const own = await site.member()
    const url = `/api/auth/profile?email=${own.email}`
    const body = { contact_by: 'post' }
    const refused = await site.ask('PUT', url, { as: own, body })
    expect(refused.body.fields).toMatchObject([{ field: 'home_address' }])
    const home_address = '1 New Street, York, YO1 9RL'
    const both = await site.ask('PUT', url, { as: own, body: { ...body, home_address } })
    expect(both.status).toBe(200)
  })
})
