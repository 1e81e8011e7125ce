import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { inspectPdf } from '../../test/app/inspect-pdf.ts'
import { recordSample, sampledEvent } from '../../test/app/samples.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
  clerk = await site.staff(['office'])
})
beforeEach(() => site.moveTo(START))
afterAll(() => site.close())

const OWN = { first_name: '伟', last_name: '李' }
const LATIN = { latin_first_name: 'Wei', latin_last_name: 'Li' }
let count = 0
function person(): Record<string, unknown> {
  count += 1
  return {
    ...OWN,
    date_of_birth: `1960-02-${String(count).padStart(2, '0')}`,
    phone: '01206 496001',
  }
}
const add = (body: object) => {
  const headers = { 'idempotency-key': randomUUID() }
  return site.ask('POST', '/api/office/members', { as: clerk, body, headers })
}
const change = (id: number, body: object) =>
  site.ask('PUT', `/api/office/members/${id}`, { as: clerk, body })
const own = (member: TestMember, body: object) =>
  site.ask('PUT', `/api/auth/profile?email=${member.email}`, { as: member, body })
const profile = async (as: TestMember) =>
  (await site.ask('GET', '/api/auth/profile', { as })).body.userProfile

test('the office enters the name in Latin letters, and it goes with the name that it is of', async () => {
  const { status, body } = await add({ ...person(), ...LATIN })
  expect([status, body]).toMatchObject([201, { ...OWN, ...LATIN }])
  const other = await change(body.id, { last_name: '王', version: body.version })
  expect(other.body).toMatchObject({
    last_name: '王',
    latin_first_name: 'Wei',
    latin_last_name: null,
  })
  const { version } = other.body
  const both = { last_name: '張', latin_last_name: 'Zhang', version }
  const second = await change(body.id, both)
  expect(second.body).toMatchObject({ latin_last_name: 'Zhang' })
  const plain = { first_name: 'David', last_name: 'Zhang', version: second.body.version }
  expect((await change(body.id, plain)).body).toMatchObject({
    latin_first_name: null,
    latin_last_name: null,
  })
})

test.each(['伟', 'Иван', '???'])('what is not in Latin letters is refused: %s', async (typed) => {
  const { status, body } = await add({ ...person(), latin_first_name: typed })
  expect([status, body.fields]).toEqual([
    400,
    [{ field: 'latin_first_name', message: expect.stringContaining('Latin letters') }],
  ])
})

test('a name that can be printed has none', async () => {
  const { body } = await add({ ...person(), first_name: 'Łukasz', last_name: 'Nguyễn', ...LATIN })
  expect(body).toMatchObject({ latin_first_name: null, latin_last_name: null })
})

test('the search of the office finds by either name and shows both', async () => {
  const { body } = await add({ ...person(), ...LATIN, last_name: '歐', latin_last_name: 'Ouyang' })
  for (const q of ['Ouyang', 'ouy wei', '歐', '伟 歐']) {
    const { body: found } = await site.ask(
      'GET',
      `/api/office/members?q=${encodeURIComponent(q)}`,
      {
        as: clerk,
      },
    )
    const listed = found.data.filter(({ id }: { id: number }) => id === body.id)
    expect(listed).toMatchObject([{ last_name: '歐', latin_name: 'Wei Ouyang' }])
  }
})

test('the member enters it in the portal, and a change of it is kept as one of the identity', async () => {
  const member = await site.member({ firstName: '伟', lastName: '李' })
  expect(await profile(member)).not.toHaveProperty('latinFirstName')
  expect((await own(member, { ...OWN, ...LATIN })).status).toBe(200)
  expect(await profile(member)).toMatchObject({ latinFirstName: 'Wei', latinLastName: 'Li' })
  const { rows } = await site.deps.database.pool.query(
    'select fields from identity_changes where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ fields: ['latin_first_name', 'latin_last_name'] }])
  const { body } = await site.ask('GET', '/api/my-data', { as: member })
  expect(JSON.stringify(body)).toContain('"latin_first_name":"Wei"')
})

test('the laboratory form has the Latin name, in a new version after a change of it', async () => {
  const member = await site.member({
    firstName: '伟',
    lastName: '李',
    latinFirstName: 'Wei',
    latinLastName: 'Li',
  })
  const day = await sampledEvent(site, [member])
  await recordSample(site, { ...day, appointment: day.appointments[0], tube: tubeCodeOf(7001) })
  const at = `/api/office/days/${day.event.event_id}`
  const office = await site.staff(['office'])
  const read = () =>
    site.app.inject({
      url: `${at}/laboratory-form`,
      headers: { 'sec-fetch-site': 'same-origin', cookie: office.cookie },
    })
  const wordsOf = async ({ rawPayload }: Awaited<ReturnType<typeof read>>) => {
    const pdf = await inspectPdf(rawPayload)
    return (await pdf.text(1)).map(({ text }) => text).join(' ')
  }
  const first = await wordsOf(await read())
  expect(first).toMatch(/Li, Wei/)
  expect(first).not.toContain('?')
  const labels = async () => (await site.ask('GET', `${at}/labels`, { as: office })).body
  expect(await labels()).toMatchObject({ form: { version: 1, is_current: true } })
  expect(await labels()).not.toHaveProperty('cannot_print')
  await own(member, { latin_first_name: 'Way' })
  expect(await labels()).toMatchObject({ form: { is_current: false } })
  expect(await wordsOf(await read())).toMatch(/Version 2 .*Li, Way/)
  const { body: people } = await site.ask('GET', at, { as: day.venue })
  expect(people.people).toMatchObject([{ ...OWN, latin_first_name: 'Way', latin_last_name: 'Li' }])
})
