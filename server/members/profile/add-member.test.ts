import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let colleague: typeof clerk
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  clerk = await site.staff(['office'])
  colleague = await site.staff(['office'])
})
afterAll(() => site.close())

let count = 0
let person: Record<string, unknown>
const born = () => `19${50 + count}-02-03`
beforeEach(() => {
  count += 1
  person = {
    first_name: 'Arthur',
    last_name: `Newman ${count}`,
    date_of_birth: born(),
    phone: `01206 4960${String(count).padStart(2, '0')}`,
    address_lines: ['Rose Cottage', '3 Mill Lane'],
    town: 'Bures',
    postcode: 'co8 5aa',
  }
})

const add = (body: object, { as = clerk, key = randomUUID() } = {}) =>
  site.ask('POST', '/api/office/members', { as, body, headers: { 'idempotency-key': key } })
const change = (id: number, body: object) =>
  site.ask('PUT', `/api/office/members/${id}`, { as: clerk, body })
const rows = async (query: string, values: unknown[] = []) =>
  (await site.deps.database.pool.query(query, values)).rows
const named = () => rows('select id from members where last_name = $1', [person.last_name])

describe('a member without an account', () => {
  test('is made from what the clerk knows', async () => {
    const { status, body } = await add({ ...person, support_needs: ['hearing loop', 'carer'] })
    expect([status, body]).toMatchObject([
      201,
      {
        ...person,
        postcode: 'CO8 5AA',
        home_address: 'Rose Cottage, 3 Mill Lane, Bures, CO8 5AA',
        email: null,
        has_account: false,
        contact_by: 'telephone',
        support_needs: ['hearing loop', 'carer'],
        nhs_number: 'none',
        who_looked: [{ by: clerk.name, reason: 'booking' }],
      },
    ])
    const audit = `select action, actor_user_id from audit_log where member_id = $1`
    expect(await rows(audit, [body.id])).toEqual([
      { action: 'member added', actor_user_id: clerk.userId },
    ])
    const found = await site.ask('GET', '/api/office/members?q=CO85AA', { as: clerk })
    expect(found.body.data.map(({ id }: { id: number }) => id)).toContain(body.id)
  })

  test.each([
    [{ phone: '', postcode: null }, 'postcode'],
    [{ contact_by: 'email' }, 'email'],
    [{ contact_by: 'sms', phone: '' }, 'phone'],
    [{ contact_by: 'sms', phone: '01206 500100' }, 'phone'],
    [{ contact_by: 'sms', phone: '07700 900123 (wife)' }, 'phone'],
    [{ contact_by: 'post', address_lines: [] }, 'address_lines'],
    [{ postcode: 'nowhere' }, 'postcode'],
    [{ first_name: ' \t' }, 'first_name'],
  ])('is refused with %j', async (wrong, field) => {
    const { status, body } = await add({ ...person, ...wrong })
    expect([status, body.code, body.fields?.[0]?.field]).toEqual([400, 'invalid_request', field])
    const young = await add({ ...person, date_of_birth: '2001-02-03' })
    expect(young.body.code).toBe('age_out_of_range')
    expect(await named()).toEqual([])
  })

  test('is changed with history; the number typed by the office counts as confirmed', async () => {
    const { body } = await add(person)
    const changed = await change(body.id, {
      version: 1,
      address_lines: ['4 Mill Lane'],
      contact_by: 'post',
      support_needs: ['large print', 'other'],
      support_note: 'Reads lips',
      email: 'Arthur@Example.org',
      nhs_number: '9990000026',
      reason: 'rang us',
    })
    expect(changed.body).toMatchObject({
      version: 2,
      home_address: '4 Mill Lane, Bures, CO8 5AA',
      contact_by: 'post',
      email: 'arthur@example.org',
      nhs_number: 'confirmed',
      changes: [
        {
          reason: 'rang us',
          before: { home_address: 'Rose Cottage, 3 Mill Lane, Bures, CO8 5AA', support_needs: '' },
          after: { support_needs: 'large print, other', support_note: 'Reads lips' },
        },
      ],
    })
    const without = await change(body.id, { version: 2, postcode: null })
    expect(without.body.fields).toMatchObject([{ field: 'postcode' }])
    const gone = await change(body.id, { version: 2, email: null, phone: '' })
    expect(gone.body).toMatchObject({ email: null, phone: '', version: 3 })
  })
})

describe('likely doubles', () => {
  const double = { code: 'possible_doubles', members: [{ last_name: expect.any(String) }] }

  test('are shown before anything is made, and the clerk decides', async () => {
    const first = await add(person)
    const again = { ...person, first_name: 'ARTHUR', postcode: null }
    const { status, body } = await add(again)
    expect([status, body]).toMatchObject([
      409,
      {
        code: 'possible_doubles',
        members: [
          { id: first.body.id, reasons: ['first_name', 'last_name', 'date_of_birth'], email: null },
        ],
      },
    ])
    expect(await named()).toHaveLength(1)
    const second = await add({ ...again, confirmed_new: true })
    expect(second.status).toBe(201)
    const audit = `select details->'comparedWith' as ids from audit_log where member_id = $1`
    expect(await rows(audit, [second.body.id])).toEqual([{ ids: [first.body.id] }])
  })

  test('are found by NHS number alone, and never with two different ones', async () => {
    const [one, other] = [`99800000${10 + count}`, `99700000${10 + count}`]
    expect((await add({ ...person, nhs_number: one })).status).toBe(201)
    const stranger = { ...person, first_name: 'Bo', last_name: 'Else', date_of_birth: '1960-01-01' }
    expect((await add({ ...stranger, nhs_number: one })).body).toMatchObject(double)
    expect((await add({ ...person, nhs_number: other })).status).toBe(201)
    const reviewed = await add({ ...stranger, nhs_number: one, confirmed_new: true })
    const reviews = 'select kind from identity_reviews where member_id = $1'
    expect(await rows(reviews, [reviewed.body.id])).toEqual([{ kind: 'shared nhs number' }])
  })

  test('are found among members with an account', async () => {
    const { id, lastName } = await site.member({
      firstName: 'Arthur',
      lastName: `Newman ${count}`,
      dateOfBirth: born(),
    })
    const { body } = await add(person)
    expect(body).toMatchObject({ ...double, members: [{ id, last_name: lastName }] })
  })
})

describe('at once', () => {
  test('one press sent twice makes one member, and both get the same answer', async () => {
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => add(person, { key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await named()).toHaveLength(1)
  })

  test('two clerks who make the same person: one is shown the other’s', async () => {
    for (let round = 0; round < 10; round++) {
      person = { ...person, last_name: `Racer ${round}`, date_of_birth: `1960-03-${10 + round}` }
      const answers = await Promise.all([
        add({ ...person, postcode: null }),
        add({ ...person, first_name: 'arthur' }, { as: colleague }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      expect(await named()).toHaveLength(1)
    }
  })
})
