// Each field that the office enters of a member, by the list alone: what a new line of that list has to do.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesOf } from '../../../domain/fields.ts'
import { CONTACT_FIELDS } from '../../../domain/member-fields.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const PERSON = {
  first_name: 'Arthur',
  last_name: 'Newman',
  date_of_birth: '1950-02-03',
  phone: '01206 496001',
}
/** Of what is no plain text. */
const KNOWN: Record<string, unknown> = {
  ...PERSON,
  first_name: '偉',
  last_name: '歐陽',
  gender: 'Female',
  staff_may_open: true,
  address_lines: ['Rose Cottage', '3 Mill Lane'],
  postcode: 'CO8 5AA',
  email: 'arthur@example.org',
  contact_by: 'post',
  support_needs: ['carer'],
}
const ALL = Object.fromEntries(
  namesOf(CONTACT_FIELDS).flatMap((name) => {
    if (name === 'nhs_number') return []
    return [[name, KNOWN[name] ?? `Words of ${name.replaceAll('_', ' ')}`]]
  }),
)

const add = (body: object) =>
  site.ask('POST', '/api/office/members', {
    as: clerk,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })

test('each field is saved with a change of the record', async () => {
  const { body: member } = await add(PERSON)
  const { status, body } = await site.ask('PUT', `/api/office/members/${member.id}`, {
    as: clerk,
    body: { ...ALL, version: member.version },
  })
  expect([status, body]).toMatchObject([200, ALL])
})

test('each field but the billing address is saved with a new record', async () => {
  const { billing_address: _, ...known } = ALL
  const { status, body } = await add({ ...known, confirmed_new: true })
  expect([status, body]).toMatchObject([201, known])
})
