import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canaryMember } from '../../../test/app/canaries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { carryOutErasures } from './carry-out-erasure.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
let member: TestMember
let id: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
  admin = await site.staff(['admin'])
})
afterAll(() => site.close())
beforeEach(async () => {
  member = await canaryMember(site)
  await site.ask('POST', '/api/my-data/erasure-request', { as: member })
  const { data } = (await ask('GET', '/api/office/erasures')).body
  id = data.at(-1).request_id
})

const ask = (method: 'GET' | 'POST', url: string, body?: object) =>
  site.ask(method, url, { as: admin, ...(body && { body }) })
const read = async () => (await ask('GET', `/api/office/erasures/${id}`)).body
const approve = (memberId = member.id) =>
  ask('POST', `/api/office/erasures/${id}/approval`, { member_id: memberId })
const closing = (outcome: string, reason = 'We still need it.') =>
  ask('POST', `/api/office/erasures/${id}/closing`, { outcome, reason })
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows

describe('an open request', () => {
  test('is listed with the day by which the law asks for an answer', async () => {
    const { data } = (await ask('GET', '/api/office/erasures')).body
    expect(data.at(-1)).toEqual({
      request_id: id,
      member_id: member.id,
      name: 'Canariusz Heronsby-Quill',
      asked_at: START.toISOString(),
      due_on: '2027-02-12',
      state: 'open',
      ended_at: null,
      by: null,
    })
  })

  test('shows what would go and what stays and why, changes nothing, and the look is logged', async () => {
    const before = await site.stored()
    const shown = await read()
    expect(shown).toMatchObject({ obstacles: [], email: member.email, log_number: null })
    const goes = shown.goes.map(({ what }: { what: string }) => what)
    expect(goes).toEqual(
      expect.arrayContaining(['Account and sign-ins', 'Name, contact, address and profile']),
    )
    expect(shown.stays).toContainEqual({
      what: 'Consent forms',
      rows: 1,
      why: expect.stringContaining('health record'),
      until: '8 years after the last appointment',
    })
    const after = await site.stored()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed).toEqual(['public.access_log'])
    expect(
      await rows(
        `select what, reason, actor_user_id from access_log where member_id = ${member.id}`,
      ),
    ).toContainEqual({ what: 'member', reason: 'request of the man', actor_user_id: admin.userId })
  })

  test('is carried out after its approval, and then shows the number of the log', async () => {
    const other = await site.member()
    expect((await approve(other.id)).body.code).toBe('other_number')
    // A result of this member is under way, which a clinician signs for.
    expect((await approve()).body.code).toBe('erasure_under_way')
    const signed = await site.ask('POST', `/api/office/erasures/${id}/exception`, {
      as: await site.staff(['clinician']),
      body: { reason: 'Was told by telephone.' },
    })
    expect(signed.status).toBe(204)
    expect((await approve()).status).toBe(204)
    expect((await read()).state).toBe('running')
    await site.ask('DELETE', '/api/my-data/erasure-request', { as: member })
    expect((await read()).state).toBe('running')
    await carryOutErasures(site.deps, (error) => {
      throw error
    })
    const done = await read()
    expect(done).toMatchObject({
      state: 'done',
      name: 'Erased member',
      email: null,
      by: admin.name,
    })
    expect(done.log_number).toBeGreaterThan(0)
    expect(JSON.stringify(done)).not.toContain('Heronsby')
    expect((await approve()).body.code).toBe('not_open')
  })

  test('is refused with a reason that the member reads, and may be made again', async () => {
    expect((await closing('refused')).status).toBe(204)
    expect(await read()).toMatchObject({ state: 'refused', refusal: 'We still need it.' })
    await until(() => {
      const mail = site.mails.find(
        ({ subject, to }) => subject.startsWith('About') && to === member.email,
      )
      expect(mail?.text).toContain('We still need it.')
      expect(mail?.text).toContain('ico.org.uk')
    })
    expect((await closing('refused')).body.code).toBe('not_open')
    const again = await site.ask('POST', '/api/my-data/erasure-request', { as: member })
    expect(again.status).toBe(200)
  })

  test('is taken back for the member, who may book again', async () => {
    expect((await closing('taken back', 'rang us')).status).toBe(204)
    expect(await read()).toMatchObject({ state: 'taken back', refusal: null })
    const { body } = await site.ask('GET', '/api/my-data/erasure-request', { as: member })
    expect(body).toEqual({ request: null })
  })

  test('of somebody who works here is not carried out', async () => {
    await rows(`insert into staff (user_id, email, name, roles, since)
      values ('${member.userId}', 'x@example.org', 'X', '{office}', now())`)
    expect((await read()).obstacles).toEqual(['staff'])
    expect((await approve()).body.code).toBe('erasure_of_staff')
  })
})

describe('a request that the office enters', () => {
  const typed = { asked_by: 'the carer', identity: 'called back', reason: 'letter of 3 May' }
  const enter = (memberId: number, body: object = typed) =>
    ask('POST', `/api/office/members/${memberId}/erasure-requests`, body)
  beforeAll(async () => {
    admin = await site.staff(['admin', 'office'])
  })

  test('stands in the same queue with who asked and how the identity was checked', async () => {
    const body = { first_name: 'Ann', last_name: 'Post', date_of_birth: '1960-05-01' }
    const contact = { email: 'ann.post@example.org', confirmed_new: true }
    const made = (await ask('POST', '/api/office/members', { ...body, ...contact })).body
    const { status, body: entered } = await enter(made.id)
    expect(status).toBe(201)
    id = entered.request_id
    expect(await read()).toMatchObject({
      member_id: made.id,
      state: 'open',
      entered: { ...typed, by: admin.name },
    })
    expect((await enter(made.id)).body.code).toBe('already_asked')
    const told = await until(() => {
      const mail = site.mails.find(({ to }) => to === contact.email)
      if (!mail) throw new Error('the mail is on its way')
      return mail
    })
    expect(told.text).not.toContain('/portal')
    expect((await approve(made.id)).status).toBe(204)
    await carryOutErasures(site.deps, (error) => {
      throw error
    })
    expect(await read()).toMatchObject({ state: 'done', entered: null })
  })

  test('needs all three answers, and the member’s own request has none', async () => {
    expect((await read()).entered).toBeNull()
    const { id: other } = await site.member()
    for (const name of Object.keys(typed))
      expect((await enter(other, { ...typed, [name]: ' ' })).status).toBe(400)
    expect(await rows(`select from erasure_requests where member_id = ${other}`)).toEqual([])
    expect((await enter(9_999_999)).status).toBe(404)
  })
})

test('without the role nothing is erased, and the screen says so', async () => {
  await site.owner.execute(
    'set role charity_erasure; revoke execute on function erase_member from charity; reset role',
  )
  expect((await read()).obstacles).toEqual(['not set up'])
  expect((await approve()).body.code).toBe('erasure_not_set_up')
})
