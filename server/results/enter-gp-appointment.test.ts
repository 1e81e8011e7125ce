import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { insertResult } from '../facts/results.queries.ts'
import { sealResult } from '../facts/sealed-result.ts'
import { listGpAppointmentsOf } from './gp-appointments.queries.ts'

const START = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let member: TestMember
let resultId: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await site.member()
  resultId = await addResult(START)
})

async function addResult(releasedAt: Date | null, supersedesId?: number): Promise<number> {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const found = { test_result: '11.2', test_unit: 'ng/ml', comments: null, band: 'Red' }
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId: member.id,
    sampleDate: '2027-01-26',
    releasedAt,
    supersedesId,
    sealed: sealResult(site.deps.fieldKeys, origin, found),
  })
  const [row] = await rows(`select max(id)::int as id from results`)
  return Number(row?.id)
}
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows
const address = (result = resultId, whose = member) => `/api/medical/results/${whose.id}/${result}`
const enter = (day: unknown, at = address(), as: TestMember | null = member) =>
  site.ask('PUT', `${at}/gp-appointment`, { ...(as && { as }), body: { day } })
const shown = async () =>
  (await site.ask('GET', address(), { as: member })).body.data.result.gp_appointment_on
const entries = () => listGpAppointmentsOf(site.deps.database.db, site.deps.fieldKeys, member.id)

test('the entered day is shown with the result, and every entry is kept', async () => {
  expect(await shown()).toBeUndefined()
  const { status, headers } = await enter('2027-02-11')
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(await shown()).toBe('2027-02-11')
  await enter('2027-02-12')
  expect(await shown()).toBe('2027-02-12')
  await enter(null)
  expect(await shown()).toBeUndefined()
  expect((await entries()).map(({ day }) => day)).toEqual(['2027-02-11', '2027-02-12', null])
  expect(
    await rows(`select action, subject from audit_log where member_id = ${member.id} order by id`),
  ).toEqual([
    { action: 'GP appointment entered', subject: `result ${resultId}` },
    { action: 'GP appointment entered', subject: `result ${resultId}` },
    { action: 'GP appointment taken back', subject: `result ${resultId}` },
  ])
  const list = await site.ask('GET', `/api/medical/results/${member.id}`, { as: member })
  expect(list.body.data[0].result).not.toHaveProperty('gp_appointment_on')
})

test('the same day again writes nothing, as does taking back what was not entered', async () => {
  await enter(null)
  expect(await entries()).toEqual([])
  await Promise.all([enter('2027-02-11'), enter('2027-02-11'), enter('2027-02-11')])
  expect(await entries()).toHaveLength(1)
})

test('an entry names neither member, result nor day, and has no moment that another row has', async () => {
  await enter('2027-02-11')
  const [last] = await rows('select * from gp_appointments order by id desc limit 1')
  expect(last).toMatchObject({ member_id: null, result_id: null, day: null })
  expect(new Date(String(last?.entered_at)).getTime() % 86_400_000).toBe(0)
})

test('an entry from before it was sealed is shown, and a later one counts', async () => {
  await rows(`insert into gp_appointments (member_id, result_id, day, entered_at)
    values (${member.id}, ${resultId}, '2027-02-10', now())`)
  expect(await shown()).toBe('2027-02-10')
  await enter('2027-02-11')
  expect(await shown()).toBe('2027-02-11')
  expect((await entries()).map(({ day }) => day)).toEqual(['2027-02-10', '2027-02-11'])
})

test('the day and when it was entered are in the copy of all data', async () => {
  await enter('2027-02-11')
  const { body } = await site.ask('GET', '/api/my-data', { as: member })
  expect(body.gp_appointments).toEqual([{ day: '2027-02-11', entered_at: START.toISOString() }])
})

test.each(['2027-01-25', '2028-03-01', '2027-02-30', 'soon', 7, undefined])(
  'the day %j is refused',
  async (day) => {
    expect((await enter(day)).status).toBe(400)
    expect(await entries()).toEqual([])
  },
)

test('only of a member’s own result that is released and not replaced', async () => {
  const other = await site.member()
  const before = await site.stored()
  const unreleased = await addResult(null)
  const answers = [
    await enter('2027-02-11', address(resultId, other), other),
    await enter('2027-02-11', address(), other),
    await enter('2027-02-11', address(unreleased)),
    await enter('2027-02-11', address(99_999_999)),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await enter('2027-02-11', address(), null)).status).toBe(401)
  await addResult(START, resultId)
  expect((await enter('2027-02-11')).status).toBe(404)
  expect((await site.stored()).gp_appointments).toEqual(before.gp_appointments)
})
