import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMembers } from '../../../test/app/crowd.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const list = async (query: string) => {
  const { body } = await site.ask('GET', `/api/office/members?${query}`, { as: clerk })
  return { ...body, ids: body.data.map(({ id }: { id: number }) => id) }
}
const find = async (q: string) => (await list(new URLSearchParams({ q }).toString())).ids

describe('the list of members', () => {
  test('finds by name, e-mail, telephone, birth date, and both references', async () => {
    const member = await site.member({
      firstName: 'José',
      lastName: 'O’Neill-Quartz',
      email: 'jose.quartz@sample.example.org',
      phone: '+44 7700 900555',
      dateOfBirth: '1961-03-27',
      postcode: 'CO7 9QZ',
    })
    await site.member({ firstName: 'Jo', lastName: 'Other', dateOfBirth: '1961-03-28' })
    const event = await site.event()
    await site.consent(member, event)
    const booking = { eventId: event.event_id, appointmentStartTime: '10:00' }
    const booked = await site.ask('POST', '/api/appointments', { as: member, body: booking })
    const { reference } = booked.body.appointment
    for (const typed of [
      'josé quar',
      'QUARTZ o’nei',
      'jose.quartz@sam',
      '07700 900 555',
      '447700900555',
      '27/03/1961',
      '1961-03-27 quartz',
      'co7 9qz',
      'CO79QZ',
      'quartz CO79',
      reference.toLowerCase(),
    ])
      expect([typed, await find(typed)]).toEqual([typed, [member.id]])
    expect(await find('josé other')).toEqual([])
    // PostgreSQL's own parser takes 3880e4 for a number.
    const numbered = await site.member({ email: '3880e4ec@sample.example.org' })
    expect(await find('3880e4ec@sample.example.org')).toEqual([numbered.id])
    expect(await find("' | '")).not.toContain(undefined)

    const upcoming = await list('tab=upcoming&q=quartz')
    expect(upcoming).toMatchObject({ total: 1, tabs: { all: 1, upcoming: 1, waiting: 0 } })
    expect(upcoming.data[0].next_appointment).toEqual({
      event_id: event.event_id,
      event_name: event.event_name,
      date: event.event_date,
      time: '10:00',
    })
    expect(await list('tab=waiting&q=quartz')).toMatchObject({ total: 0, ids: [] })
    expect(Object.keys(upcoming.data[0])).not.toContain('nhs_number')
  })

  test('has every member once over its pages, by name or newest first', async () => {
    for (let n = 0; n < 55; n++)
      await site.member({ firstName: `Twin ${n % 3}`, lastName: 'Pageman' })
    for (const sort of ['name', 'newest']) {
      const first = await list(`q=pageman&sort=${sort}`)
      const second = await list(`q=pageman&sort=${sort}&after=${first.next}`)
      const ids = [...first.ids, ...second.ids]
      expect([ids.length, new Set(ids).size, second.next]).toEqual([55, 55, null])
      if (sort === 'newest') expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    }
  })

  test('has thousands that a search finds in the order of their names', async () => {
    await makeMembers(site.deps.database.db, 2_001, [])
    const first = await list('q=carter')
    const second = await list(`q=carter&after=${first.next}`)
    const names = [...first.data, ...second.data].map(({ last_name }) => last_name)
    expect(first.total).toBeGreaterThan(2_000)
    expect(names).toEqual([...new Set(names)].toSorted())
    expect(names).toHaveLength(100)
  })
})

describe('one member', () => {
  const open = (id: number, query = '') =>
    site.ask('GET', `/api/office/members/${id}${query}`, { as: clerk })
  const change = (id: number, body: object) =>
    site.ask('PUT', `/api/office/members/${id}`, { as: clerk, body })
  const rows = async (query: string, values: unknown[]) =>
    (await site.deps.database.pool.query(query, values)).rows

  test('has contact, appointments and consents without answers; the read is logged', async () => {
    const member = await site.member({
      nhsNumber: Buffer.from('x'),
      nhsNumberIndex: Buffer.from('y'),
    })
    const event = await site.event()
    await site.consent(member, event, { answers: { medicationHistory: 'secret pills' } })
    const booking = { eventId: event.event_id, appointmentStartTime: '10:20' }
    const booked = await site.ask('POST', '/api/appointments', { as: member, body: booking })
    const { status, body } = await open(member.id, '?reason=request')
    expect([status, body]).toMatchObject([
      200,
      {
        id: member.id,
        email: member.email,
        nhs_number: 'given',
        appointments: [
          {
            reference: booked.body.appointment.reference,
            time: '10:20',
            payment: 'Nothing to pay',
            is_over: false,
            attendance: null,
            history: [{ action: 'booked', by: 'the member' }],
          },
        ],
        mails: [{ about: `booked ${booked.body.appointment.reference}` }],
        consents: [{ channel: 'website', state: 'valid', taken_by: null }],
        who_looked: [{ by: clerk.name, reason: 'request of the man' }],
      },
    ])
    expect(JSON.stringify(body)).not.toContain('pills')
    const log = `select actor_role, what, reason from access_log where member_id = $1`
    expect(await rows(log, [member.id])).toEqual([
      { actor_role: 'office', what: 'member', reason: 'request of the man' },
    ])
    const views = await site.ask('GET', '/api/my-data/result-views', { as: member })
    expect(views.body).toEqual({ views: [] })
    await rows(
      `insert into attendance (appointment_id, event_id, state, since)
         select id, event_id, 'did_not_attend', now() from appointments where reference = $1`,
      [booked.body.appointment.reference],
    )
    expect((await open(member.id)).body.appointments).toMatchObject([
      { attendance: 'did_not_attend' },
    ])
    expect((await open(9_999_999)).status).toBe(404)
  })

  test('shows what the member read about an appointment, in its words', async () => {
    const member = await site.member({ firstName: 'Harold' })
    const event = await site.event()
    await site.consent(member, event)
    const booking = { eventId: event.event_id, appointmentStartTime: '10:20' }
    const booked = await site.ask('POST', '/api/appointments', { as: member, body: booking })
    const { appointment_id: id, reference } = booked.body.appointment
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    const told = async () => (await open(member.id)).body.mails
    await until(async () =>
      expect(await told()).toEqual([
        {
          about: `cancelled ${reference}`,
          state: 'completed',
          at: expect.any(String),
          words: { subject: expect.any(String), text: expect.stringContaining('\nDear Harold,\n') },
        },
        {
          about: `booked ${reference}`,
          state: 'completed',
          at: expect.any(String),
          words: { subject: expect.any(String), text: expect.stringContaining(reference) },
        },
      ]),
    )
    expect(JSON.stringify(await told())).not.toContain('://')
    const stored = await everythingAsText(site.owner)
    for (const canary of ['Dear Harold', Buffer.from('Dear Harold').toString('hex')])
      expect(stored).not.toContain(canary)
    // The job is deleted after a day, and the words stay.
    await site.owner.execute('delete from jobs.job')
    expect(await told()).toHaveLength(2)
  })

  test('is changed with before and after, once for each version', async () => {
    const member = await site.member({ phone: '447700900001' })
    const body = { phone: '447700900002', last_name: 'Changed', reason: 'rang us', version: 1 }
    const changed = await change(member.id, body)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        phone: '447700900002',
        version: 2,
        changes: [
          {
            by: clerk.name,
            reason: 'rang us',
            changed: ['lastName', 'phone'],
            before: { last_name: 'Carter', phone: '447700900001' },
            after: { last_name: 'Changed', phone: '447700900002' },
          },
        ],
      },
    ])
    const stale = await change(member.id, { phone: '447700900003', version: 1 })
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { code: 'changed_meanwhile', by: clerk.name },
    ])
    const audit = 'select details::text as details from audit_log where subject = $1'
    const [{ details }] = await rows(audit, [`member ${member.id}`])
    expect(details).not.toContain('447700900002')
    const history = 'select fields, actor_user_id from identity_changes where member_id = $1'
    expect(await rows(history, [member.id])).toEqual([
      { fields: ['last_name'], actor_user_id: clerk.userId },
    ])
    const copy = await site.ask('GET', '/api/my-data', { as: member })
    expect(copy.body.who_looked).toMatchObject([{ what: 'member', role: 'office' }])
  })

  test('whose identity changes after a consent is reviewed, and no age is let through', async () => {
    const member = await site.member()
    await site.consent(member, await site.event())
    const changed = await change(member.id, { date_of_birth: '1970-01-01', version: 1 })
    expect(changed.body.being_checked).toMatchObject([
      { about: 'changed identity', withholds: false, fields: ['date_of_birth'] },
    ])
    const young = await change(member.id, { date_of_birth: '2001-01-01', version: 2 })
    expect([young.status, young.body.code]).toEqual([400, 'age_out_of_range'])
    const theirs = [{ email: 'other@example.org' }, { nhs_number: '9990000018' }]
    for (const body of theirs)
      expect((await change(member.id, { ...body, version: 2 })).body).toMatchObject({
        code: 'invalid_request',
        fields: [{ field: Object.keys(body)[0] }],
      })
  })

  test('who works in the office does not clear or change the NHS number of their own record', async () => {
    const own = await site.member()
    const clerk = await site.staff(['office'])
    const { pool } = site.deps.database
    await pool.query('update members set seal_id = user_id where id = $1', [own.id])
    await pool.query('update members set user_id = $2 where id = $1', [own.id, clerk.userId])
    for (const nhs_number of [null, '9990000018']) {
      const { status, body } = await site.ask('PUT', `/api/office/members/${own.id}`, {
        as: clerk,
        body: { nhs_number, version: 1 },
      })
      expect([status, body.code, body.error]).toEqual([
        403,
        'own_record',
        'This is your own record. Somebody else must do this.',
      ])
    }
  })
})

test('the file of members is for letters: address in columns, numbers with their zero, nobody who died', async () => {
  const name = { lastName: 'Mergemail' }
  const alive = await site.member({ ...name, firstName: 'Abel', phone: '01353111222' })
  const dead = await site.member({ ...name, firstName: 'Bert' })
  const { pool } = site.deps.database
  await pool.query(
    `update members set address_lines = '{Flat 2,8 Mill Lane}', town = 'Ely', postcode = 'CB7 4BB' where id = $1`,
    [alive.id],
  )
  await pool.query('update members set died_at = now() where id = $1', [dead.id])
  const { body } = await site.app.inject({
    url: '/api/office/members?q=mergemail',
    headers: { accept: 'text/csv', cookie: clerk.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(parse(body, { bom: true, columns: true })).toMatchObject([
    {
      'First name': 'Abel',
      Phone: '01353 111222',
      'Address 1': 'Flat 2',
      'Address 2': '8 Mill Lane',
      Town: 'Ely',
      Postcode: 'CB7 4BB',
      'May be written to': 'Yes',
    },
    { 'First name': 'Bert', 'May be written to': 'No: has died' },
  ])
})
