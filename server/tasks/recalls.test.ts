import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { consentFormFor } from '../../test/app/consent-form.ts'
import { openNotices } from '../../test/app/notices.ts'
import type { TestMember } from '../../test/app/test-app.ts'
import { queryReal } from '../../test/care-loops/real-rows.ts'
import { chaseLoops } from '../care/task-list/chase-loops.ts'

const old = { sampleDate: '2026-01-08', releasedAt: new Date('2026-01-15T12:00:00Z') }
let notices: Awaited<ReturnType<typeof openNotices>>
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(() => notices.site.close())
beforeEach(async () => {
  notices.at('01-08T09:00:00')
  notices.faults.length = 0
  member = await notices.site.member()
  event = await notices.site.event({
    startsAt: new Date('2027-03-06T10:00:00Z'),
    endsAt: new Date('2027-03-06T12:00:00Z'),
  })
  await notices.addResult(member, { retest_months: 12 }, old)
})

async function read(as = member) {
  const { status, body } = await notices.site.ask('GET', '/api/recall', { as })
  expect(status).toBe(200)
  return body.recall
}

async function answer(given: string | null, as = member) {
  return notices.site.ask('PUT', '/api/recall', { as, body: { answer: given } })
}

const chase = () => chaseLoops(notices.site.deps, (error) => void notices.faults.push(error))

/** Why each was closed, in order. */
async function recallLoops(): Promise<unknown[]> {
  const { rows } = await queryReal(
    notices.site.deps.database.pool,
    `select closed_because as why from care_loops where kind = 'recall' and member_id = ${member.id} order by id`,
  )
  return rows.map(({ why }) => why)
}

async function mails(): Promise<number> {
  await notices.remindOfTests()
  expect(notices.faults).toEqual([])
  return (await notices.subjectsTo(member)).length
}

describe('an invitation', () => {
  test('stands from the day that is due, with events and their first free time', async () => {
    expect(await read()).toBeNull()
    expect(await mails()).toBe(1)
    const recall = await read()
    expect(recall).toMatchObject({ due_on: '2027-01-08', answer: null, ask_again_on: null })
    const offered = recall.events.map((one: { event_id: number }) => one.event_id)
    expect(offered).toContain(event.event_id)
    expect(recall.events[0]).toMatchObject({ free_time: expect.stringMatching(/^\d\d:\d\d$/) })
  })

  test('brings the history of the family from the last consent, and none of its ticks', async () => {
    const other = await notices.site.event()
    const form = { ...consentFormFor(other), profileId: member.id }
    const given = await notices.site.ask('POST', '/api/medical/consent', { as: member, body: form })
    expect(given.status).toBe(201)
    await mails()
    const { answers } = await read()
    expect(Object.keys(answers)).toContain('familyHistoryProstateCancer')
    expect(Object.keys(answers)).not.toContain('terms')
    expect(Object.keys(answers)).not.toContain('medicationHistory')
  })

  test('ends with a booking, and is open again when that is cancelled', async () => {
    await mails()
    const id = await notices.book(member, event)
    expect(await read()).toBeNull()
    expect((await answer('stop')).status).toBe(404)
    await notices.site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    expect(await read()).toMatchObject({ due_on: '2027-01-08' })
  })

  test('is nobody else’s', async () => {
    await mails()
    const other = await notices.site.member()
    expect(await read(other)).toBeNull()
    expect((await answer('stop', other)).status).toBe(404)
    expect(await read()).toMatchObject({ answer: null })
    expect((await notices.site.ask('GET', '/api/recall')).status).toBe(401)
  })
})

describe('before the invitation', () => {
  async function coming(resultId: number, from: string) {
    const url = `/api/recall?after=${resultId}&from=${from}`
    return (await notices.site.ask('GET', url, { as: member })).body
  }
  async function amber(): Promise<number> {
    const of = { sampleDate: '2026-12-20', releasedAt: new Date('2026-12-27T12:00:00Z') }
    await notices.addResult(member, { band: 'Amber', retest_months: 4 }, of)
    const { pool } = notices.site.deps.database
    const newest = `select max(id)::int as id from results where member_id = ${member.id}`
    return Number((await queryReal(pool, newest)).rows[0]?.id)
  }

  test('events from a day on are offered after the latest result, until one is booked', async () => {
    const resultId = await amber()
    const later = await notices.site.event({
      startsAt: new Date('2027-05-06T09:00:00Z'),
      endsAt: new Date('2027-05-06T11:00:00Z'),
    })
    const { recall, coming: offered } = await coming(resultId, '2027-05-01')
    expect(recall).toBeNull()
    const ids = offered.events.map((one: { event_id: number }) => one.event_id)
    expect(ids).toContain(later.event_id)
    expect(ids).not.toContain(event.event_id)
    expect(offered.events[0]).toMatchObject({ free_time: expect.stringMatching(/^\d\d:\d\d$/) })
    expect((await coming(resultId - 1, '2027-05-01')).coming).toBeNull()
    await notices.book(member, later)
    expect((await coming(resultId, '2027-05-01')).coming).toBeNull()
  })

  test('nothing is offered beside an open invitation', async () => {
    await mails()
    const body = await coming(1, '2027-01-01')
    expect(body.recall).not.toBeNull()
    expect(body).not.toHaveProperty('coming')
  })
})

describe('the answer', () => {
  test('‘later’ asks again after 90 days, once', async () => {
    expect(await mails()).toBe(1)
    const { body } = await answer('later')
    expect(body.recall).toMatchObject({ answer: 'later', ask_again_on: '2027-04-08', events: [] })
    notices.at('04-07T12:00:00')
    expect(await mails()).toBe(1)
    notices.at('04-08T12:00:00')
    expect(await mails()).toBe(2)
    expect(await mails()).toBe(2)
    expect(await read()).toMatchObject({ answer: null, ask_again_on: null })
  })

  test('‘later’ asks nobody who has booked meanwhile', async () => {
    await mails()
    await answer('later')
    await notices.book(member, event)
    notices.at('04-08T12:00:00')
    const before = (await notices.subjectsTo(member)).length
    expect(await mails()).toBe(before)
  })

  test.each(['stop', 'elsewhere'])('‘%s’ asks no more, and can be taken back', async (given) => {
    await mails()
    expect((await answer(given)).body.recall).toMatchObject({ answer: given, ask_again_on: null })
    notices.at('12-08T12:00:00')
    expect(await mails()).toBe(1)
    expect((await answer(null)).body.recall).toMatchObject({ answer: null })
  })

  test('closes the loop of the recall, and opens it again when it is taken back', async () => {
    await chase()
    await mails()
    expect(await recallLoops()).toEqual([null])
    await answer('stop')
    expect(await recallLoops()).toEqual(['asked us to stop'])
    await answer(null)
    expect(await recallLoops()).toEqual(['asked us to stop', null])
    await answer('elsewhere')
    expect(await recallLoops()).toEqual(['asked us to stop', 'tested elsewhere'])
  })

  test('of a clerk on the telephone ends the invitations, also before the first', async () => {
    await chase()
    const { rows } = await queryReal<{ id: number }>(
      notices.site.deps.database.pool,
      `select id::int from care_loops where kind = 'recall' and member_id = ${member.id}`,
    )
    const clinician = await notices.site.staff(['clinician'])
    const closed = await notices.site.ask('POST', `/api/office/loops/${rows[0]?.id}/close`, {
      as: clinician,
      body: { reason: 'asked_us_to_stop', note: 'Rang him' },
    })
    expect(closed.status).toBe(204)
    expect(await mails()).toBe(0)
    expect(await read()).toMatchObject({ answer: 'stop' })
  })

  test('is in the audit log and in the copy of all data', async () => {
    await mails()
    await answer('later')
    await answer('stop')
    const { rows } = await notices.site.deps.database.db.execute(
      `select details from audit_log where action = 'recall answered' and member_id = ${member.id} order by id`,
    )
    expect(rows.map(({ details }) => details)).toEqual([
      { before: null, after: 'later' },
      { before: 'later', after: 'stop' },
    ])
    const { body } = await notices.site.ask('GET', '/api/my-data', { as: member })
    expect(body.notices).toContainEqual(
      expect.objectContaining({ about: 'next test', answer: 'stop', due_on: '2027-01-08' }),
    )
  })
})
