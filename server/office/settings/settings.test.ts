import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCharity } from '../../../test/app/settings.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  admin = await site.staff(['admin'])
})
afterAll(() => site.close())

const { booking_helpline, helpline_hours } = testCharity
const FIRST = { booking_helpline, helpline_hours }
const SUMMER = { booking_helpline: '0808 157 0143', helpline_hours: 'Monday to Friday, 8am to 6pm' }

const read = async (group: string) =>
  (await site.ask('GET', `/api/office/settings/${group}`, { as: admin })).body.history
const save = (group: string, version: number, values: object, as = admin) =>
  site.ask('PUT', `/api/office/settings/${group}`, { as, body: { version, values } })
const present = async () => (await site.deps.site.present()).charity

test('a group is as it came with the program, is changed and is put back, each with who and when', async () => {
  expect(await read('helpline')).toEqual([
    { group: 'helpline', version: 0, values: FIRST, changed_by: null, changed_at: null },
  ])
  const { status, body } = await save('helpline', 0, SUMMER)
  expect([status, body]).toMatchObject([200, { version: 1, values: SUMMER }])
  expect(await present()).toEqual({ ...testCharity, ...SUMMER })

  expect((await save('helpline', 1, FIRST)).body).toMatchObject({ version: 2, values: FIRST })
  expect(await present()).toEqual(testCharity)
  expect(await read('helpline')).toMatchObject([
    { version: 2, values: FIRST, changed_by: admin.name },
    { version: 1, values: SUMMER, changed_by: admin.name },
    { version: 0, values: FIRST, changed_by: null },
  ])
  const { rows } = await site.ownerPool.query(
    `select details->'before' as before, details->'after' as after from audit_log
      where action = 'settings changed' and subject = 'settings helpline' order by id`,
  )
  expect(rows).toEqual([
    { before: FIRST, after: SUMMER },
    { before: SUMMER, after: FIRST },
  ])
})

test('what stays the same is no new version', async () => {
  const values = { medical_line: testCharity.medical_line }
  const clinician = await site.staff(['clinician'])
  expect((await save('medical', 0, values, clinician)).body).toMatchObject({ version: 0 })
})

test('of two people who change the same group at one moment the second reads who was first', async () => {
  const other = await site.staff(['admin'])
  const answers = await Promise.all(
    [admin, other].map((as, n) =>
      save(
        'links',
        0,
        { donate_url: `https://a.example/${n}`, supporter_url: 'https://b.example' },
        as,
      ),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const first = answers[0]?.status === 200 ? admin : other
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'changed_meanwhile', by: first.name })
  expect(await read('links')).toHaveLength(2)
  const late = await save('links', 0, {
    donate_url: 'https://c.example',
    supporter_url: 'https://b.example',
  })
  expect(late.body.code).toBe('changed_meanwhile')
})

test.each([
  ['helpline', { booking_helpline: '157 0142' }, 'booking_helpline'],
  ['helpline', { booking_helpline: '0808 157 0142 <b>' }, 'booking_helpline'],
  ['helpline', { helpline_hours: '' }, 'helpline_hours'],
  ['helpline', { helpline_hours: 'a'.repeat(61) }, 'helpline_hours'],
  ['helpline', { helpline_hours: 'From "9"' }, 'helpline_hours'],
  ['contact', { email: 'info at chaps' }, 'email'],
  ['contact', { email: 'a@b.example?cc=c@d.example' }, 'email'],
  ['address', { postcode: 'Colchester' }, 'postcode'],
  ['address', { street: '</body>' }, 'street'],
  ['links', { donate_url: 'http://a.example' }, 'donate_url'],
  ['links', { donate_url: 'javascript:alert(1)' }, 'donate_url'],
  ['links', { donate_url: 'https://a.example/"><script>' }, 'donate_url'],
] as const)('%s: %o is refused by its field', async (group, wrong, field) => {
  const [{ version, values }] = await read(group)
  const { status, body } = await save(group, version, { ...values, ...wrong })
  expect([status, body.fields]).toMatchObject([400, [{ field }]])
})

test('a warning on event pages may be empty, a fact may not', async () => {
  const none = { event_warning_title: '', event_warning: '' }
  expect((await save('events', 0, none)).body).toMatchObject({ version: 1, values: none })
  const [{ version, values }] = await read('home')
  const { body } = await save('home', version, { ...values, home_cost: ' ' })
  expect(body.fields).toMatchObject([{ field: 'home_cost' }])
})

test('what was typed is tidied', async () => {
  const [{ version, values }] = await read('address')
  const typed = {
    ...values,
    street: " St John's  House, 4–6 High Street\u200b",
    postcode: 'co1 0ab',
  }
  const { body } = await save('address', version, typed)
  expect(body.values).toMatchObject({
    street: 'St John’s House, 4–6 High Street',
    postcode: 'CO1 0AB',
  })
})

test('each group is changed by those whose it is, and others do not even read them', async () => {
  const values = { medical_line: '01632 960 129' }
  expect((await save('medical', 0, values)).body.code).toBe('not_permitted')
  const [clinician, treasurer] = [await site.staff(['clinician']), await site.staff(['treasurer'])]
  expect((await save('medical', 0, values, treasurer)).status).toBe(403)
  expect((await save('medical', 0, values, clinician)).status).toBe(200)
  expect((await save('helpline', 2, SUMMER, clinician)).status).toBe(403)
  const [{ version, values: money }] = await read('money')
  expect((await save('money', version, { ...money, vat_line: 'VAT <20>' }, treasurer)).status).toBe(
    400,
  )
  const line = 'VAT has been charged at 20 per cent.'
  expect((await save('money', version, { ...money, vat_line: line }, treasurer)).status).toBe(200)
  for (const role of ['office', 'venue'] as const) {
    const as = await site.staff([role])
    expect((await site.ask('GET', '/api/office/settings', { as })).status).toBe(403)
    expect((await save('helpline', 2, SUMMER, as)).status).toBe(403)
  }
  expect((await site.ask('GET', '/api/office/settings/moon', { as: admin })).status).toBe(404)
})
