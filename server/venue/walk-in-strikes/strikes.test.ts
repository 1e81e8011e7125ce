// The walk-ins that a helper invented are struck out by two people, and nothing else is.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ukInstant } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'
import { pressOf, walkIn } from '../../../test/app/walk-ins.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
const STRIKES = '/api/office/walk-in-strikes'
type Person = Awaited<ReturnType<TestApp['staff']>>

let site: TestApp
let event: Awaited<ReturnType<TestApp['event']>>
let [helper, clerk, colleague]: Person[] = []
let helperId: number
let since: string
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event({ places: 30, pricePence: 1500 })
  site.moveTo(ukInstant(event.event_date, '10:00'))
  since = site.deps.now().toISOString()
  const eventIds = [event.event_id]
  helper = await site.staff(['venue'], { eventIds, leads: eventIds })
  clerk = await site.staff(['office'])
  colleague = await site.staff(['office'])
  const [row] = await rows('select id::int as id from staff where user_id = $1', helper.userId)
  helperId = row.id
})

const rows = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
async function press(presses: ReturnType<typeof pressOf>[], as = helper) {
  const url = `/api/office/days/${event.event_id}/actions`
  const { body } = await site.ask('POST', url, { ...(as && { as }), body: { actions: presses } })
  return body.results
}
async function register(count: number, more: object = {}, as = helper): Promise<string[]> {
  const presses = Array.from({ length: count }, () =>
    pressOf('walk_in', site.deps.now(), { registration: walkIn(more) }),
  )
  const results = await press(presses, as)
  expect(results.map(({ status }: { status: string }) => status)).not.toContain('refused')
  return presses.map(({ id }) => id)
}
const of = (walk_in: string | undefined) => ({ walk_in: `${walk_in}` })
const about = () => ({ staff_id: helperId, since })
const ask = async (url: string, as = clerk, body?: object) =>
  site.ask(body ? 'POST' : 'GET', url, { ...(as && { as }), ...(body && { body }) })
const request = (expected: object, as = clerk) =>
  ask(STRIKES, as, { dry_run: false, ...about(), reason: 'Nobody was there', expected })
const booked = async () =>
  (
    await rows(
      `select count(*)::int as count from appointments where event_id = $1 and status = 'booked'`,
      event.event_id,
    )
  )[0].count

test('what a helper invented is shown, asked for, approved by a second person, and the places are free', async () => {
  const loops = await rows('select count(*)::int as n from care_loops where closed_at is null')
  await register(6)
  const other = await site.staff(['venue'], { eventIds: [event.event_id] })
  await register(1, {}, other)
  const helpers = await ask(`/api/office/days/${event.event_id}/walk-ins`)
  expect(helpers.body.helpers).toEqual(
    expect.arrayContaining([expect.objectContaining({ staff_id: helperId, walk_ins: 6 })]),
  )
  const shown = await ask(STRIKES, clerk, { dry_run: true, ...about() })
  expect(shown.body).toMatchObject({ to_strike: 6, staying: 0 })
  expect(shown.body.walk_ins[0].name).toMatch(/^Walter\d+ Innes$/)
  const counts = { to_strike: 6, staying: 0 }
  expect((await request({ to_strike: 5, staying: 0 })).body.code).toBe('preview_outdated')
  const { status, body } = await request(counts)
  expect([status, body.state, body.is_own]).toEqual([201, 'waiting', true])
  expect(await booked()).toBe(7)

  const approve = (as: Person | undefined) =>
    ask(`${STRIKES}/${body.id}/approval`, as, { expected: counts })
  expect((await approve(clerk)).body.code).toBe('same_person')
  const done = await approve(colleague)
  expect([done.status, done.body]).toMatchObject([
    200,
    { state: 'done', struck: 6, approved_by: colleague?.name },
  ])
  expect(await booked()).toBe(1)
  expect(
    await rows(
      'select count(appointment_id)::int as taken from places where event_id = $1',
      event.event_id,
    ),
  ).toEqual([{ taken: 1 }])
  expect(await brokenInvariants(site.deps.database.db, site.deps.now())).toEqual([])
  const day = await ask(`/api/office/days/${event.event_id}`)
  expect(day.body.people.filter((one: { is_booked: boolean }) => one.is_booked)).toHaveLength(1)
  expect(await rows('select count(*)::int as n from care_loops where closed_at is null')).toEqual(
    loops,
  )
  const audit = await rows(
    'select action, details from audit_log where subject = $1 order by id',
    `staff ${helperId}`,
  )
  expect(audit).toMatchObject([
    { action: 'striking out walk-ins requested', details: { to_strike: 6 } },
    { action: 'walk-ins struck out', details: { struck: 6, reason: 'Nobody was there' } },
  ])
  expect((await approve(colleague)).body.code).toBe('strike_ended')
})

test('a request is on Today of those who may approve it and in their mail, and of nobody else', async () => {
  await register(2)
  const venue = await site.staff(['venue'], { eventIds: [event.event_id] })
  const told = async (subject: RegExp) => {
    await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
    const mails = site.mails.filter((mail) => subject.test(mail.subject))
    return (as: Person | undefined) => mails.filter(({ to }) => to === as?.email).length
  }
  const onToday = async (as: Person | undefined) =>
    ((await ask('/api/office/today', as)).body.strikes_to_approve ?? []).filter(
      (one: { walk_in_strike_id: number }) => one.walk_in_strike_id === body.id,
    ).length
  const { body } = await request({ to_strike: 2, staying: 0 })
  const hasMail = await told(/^Striking out walk-ins from .* needs a second person$/)
  expect([clerk, helper, venue, colleague].map(hasMail)).toEqual([0, 0, 0, 1])
  expect(await onToday(colleague)).toBe(1)
  expect(await onToday(clerk)).toBe(0)
  const own = async () => (await ask('/api/office/today', clerk)).body.own_requests
  expect(await own()).toContainEqual(
    expect.objectContaining({ kind: 'strike', id: String(body.id), about: helper?.name }),
  )
  expect(await onToday(venue)).toBe(0)
  const mail = site.mails.findLast(({ to }) => to === colleague?.email)
  expect(mail?.text).toContain(`/office/walk-in-strikes/${body.id}`)
  expect(mail?.text).not.toMatch(/Walter|Innes/)

  await ask(`${STRIKES}/${body.id}/withdrawal`, clerk, {})
  expect((await told(/^Withdrawn: striking out walk-ins/))(colleague)).toBe(1)
  expect(await onToday(colleague)).toBe(0)
  expect(await own()).toBeUndefined()
})

test('whoever has a sample, a payment, a result or an account stays, and is listed apart', async () => {
  const [plain, sampled, paid, member, undone] = await register(5, { payment: 'due' })
  const tube = newTube()
  const [taken] = [pressOf('sample', site.deps.now(), { ...of(undone), tube: newTube() })]
  await press([
    pressOf('sample', site.deps.now(), { ...of(sampled), tube }),
    pressOf('taking', site.deps.now(), { ...of(paid), how: 'cash', pence: 1500 }),
    taken,
    pressOf('undo', site.deps.now(), { ...of(undone), undoes: taken.id, reason: 'a slip' }),
  ])
  await rows(
    `update members set user_id = gen_random_uuid(), email = 'claimed@example.org'
      where id = (select member_id from appointments a
        join attendance_actions w on w.appointment_id = a.id where w.action_id = $1)`,
    member,
  )
  const { body } = await ask(STRIKES, clerk, { dry_run: true, ...about() })
  const reasons = body.walk_ins.map((one: { stays_because: string | null }) => one.stays_because)
  expect(reasons.toSorted()).toEqual(['account', 'payment', 'sample', 'sample', null].toSorted())
  const counts = { to_strike: 1, staying: 4 }
  const asked = await request(counts)
  await ask(`${STRIKES}/${asked.body.id}/approval`, colleague, { expected: counts })
  const [{ status }] = await rows(
    `select a.status from appointments a join attendance_actions w on w.appointment_id = a.id
      where w.action_id = $1 and w.type = 'walk_in'`,
    plain,
  )
  expect([status, await booked()]).toEqual(['cancelled', 4])
})

test('a sample that is taken while the request is read makes the counts outdated', async () => {
  const [first] = await register(3)
  const counts = { to_strike: 3, staying: 0 }
  const { body } = await request(counts)
  await press([pressOf('sample', site.deps.now(), { ...of(first), tube: newTube() })])
  const approved = await ask(`${STRIKES}/${body.id}/approval`, colleague, { expected: counts })
  expect([approved.status, approved.body.code, await booked()]).toEqual([
    409,
    'preview_outdated',
    3,
  ])
})

test('whoever registered them approves nothing, and a role without members reads no name', async () => {
  const office = await site.staff(['office'])
  helper = office
  const [row] = await rows('select id::int as id from staff where user_id = $1', office.userId)
  helperId = row.id
  await register(2)
  const { body } = await request({ to_strike: 2, staying: 0 })
  const approval = { expected: { to_strike: 2, staying: 0 } }
  expect((await ask(`${STRIKES}/${body.id}/approval`, office, approval)).body.code).toBe(
    'same_person',
  )
  const own = await ask(`${STRIKES}/${body.id}/withdrawal`, office, {})
  expect([own.status, own.body.code]).toEqual([403, 'same_person'])
  const partOf = async (as: Person | undefined) =>
    (await ask(`${STRIKES}/${body.id}`, as)).body.part
  expect(await partOf(clerk)).toBe('requester')
  expect(await partOf(office)).toBe('helper')
  const admin = await site.staff(['admin'])
  const seen = await ask(`${STRIKES}/${body.id}`, admin)
  const { rows: others } = await site.deps.database.pool.query(
    `select count(*)::int as all from staff where id <> $1 and user_id <> $2
       and roles && '{office,treasurer,admin}'::text[]`,
    [helperId, clerk?.userId],
  )
  expect(seen.body).toMatchObject({
    part: 'second person',
    second_people: others[0].all,
    second_person_roles: ['office', 'treasurer', 'admin'],
  })
  expect(seen.body.walk_ins.map(({ name }: { name: string | null }) => name)).toEqual([null, null])
  expect((await ask(`${STRIKES}/${body.id}/withdrawal`, clerk, {})).body.state).toBe('withdrawn')
  expect((await ask(`${STRIKES}/${body.id}/approval`, admin, approval)).body.code).toBe(
    'strike_ended',
  )
  expect(await booked()).toBe(2)
})

test('two people who approve at once strike out once', async () => {
  await register(4)
  const expected = { to_strike: 4, staying: 0 }
  const { body } = await request(expected)
  const admin = await site.staff(['admin'])
  const answers = await Promise.all(
    [colleague, admin].map((as) => ask(`${STRIKES}/${body.id}/approval`, as, { expected })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await booked()).toBe(0)
})
