import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { consentFormFor } from '../../../test/app/consent-form.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const setActive = (id: number, version: number, active: boolean) =>
  site.ask('PUT', `/api/office/members/${id}/active`, {
    as: clerk,
    body: { active, version, reason: 'moved to Spain' },
  })

function bookAt(event: CharityEvent, memberId: number) {
  const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(event)
  return site.ask('POST', '/api/office/appointments', {
    as: clerk,
    body: {
      member_id: memberId,
      event_id: event.event_id,
      date: event.event_date,
      time: '10:00',
      payment: 'due',
      consent: { channel: 'telephone', answers },
    },
  })
}

test('a member out of use is not booked by staff, until taken back with a reason', async () => {
  const { id } = await site.member()
  const event = await site.event()
  const book = () => bookAt(event, id)
  expect((await setActive(id, 1, false)).body).toMatchObject({ is_active: false, version: 2 })
  expect((await book()).body.code).toBe('record_out_of_use')
  expect((await setActive(id, 1, true)).body.code).toBe('changed_meanwhile')
  expect((await setActive(id, 2, true)).body).toMatchObject({ is_active: true, version: 3 })
  expect((await book()).status).toBe(201)
  expect((await setActive(id, 3, false)).body.code).toBe('has_appointment')
  const { rows } = await site.deps.database.pool.query(
    `select action, details->>'reason' as reason from audit_log
      where subject = $1 and action like 'member taken %' order by id`,
    [`member ${id}`],
  )
  expect(rows).toEqual([
    { action: 'member taken out of use', reason: 'moved to Spain' },
    { action: 'member taken back into use', reason: 'moved to Spain' },
  ])
})

test('a record is taken back only when the member can be reached', async () => {
  const { id } = await site.member()
  await setActive(id, 1, false)
  await site.deps.database.pool.query(
    `update members set contact_by = 'post', postcode = null where id = $1`,
    [id],
  )
  expect((await setActive(id, 2, true)).body.fields).toMatchObject([{ field: 'address_lines' }])
  expect((await setActive(9_999_999, 1, true)).status).toBe(404)
})

describe('taken out of use while staff book', () => {
  test('a member is not booked when that commits first', async () => {
    const [{ id }, event] = [await site.member(), await site.event()]
    const other = await site.deps.database.pool.connect()
    await other.query('begin')
    await other.query('select from members where id = $1 for update', [id])
    const booking = bookAt(event, id)
    await until(async () => expect(await waitingForLocks()).toBe(1))
    await other.query('update members set is_active = false where id = $1', [id])
    await other.query('commit')
    other.release()
    expect((await booking).body.code).toBe('record_out_of_use')
    expect(await appointmentsOf(id)).toBe(0)
  })

  test('a member is either booked or out of use', async () => {
    for (let round = 0; round < 20; round++) {
      const [{ id }, event] = [await site.member(), await site.event()]
      const [booked, taken] = await Promise.all([bookAt(event, id), setActive(id, 1, false)])
      expect([booked.status, taken.status]).toEqual(booked.status === 201 ? [201, 409] : [409, 200])
      expect(await appointmentsOf(id)).toBe(booked.status === 201 ? 1 : 0)
    }
  })

  async function waitingForLocks(): Promise<number> {
    const { rows } = await site.owner.execute(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return Number(rows[0]?.count)
  }

  async function appointmentsOf(id: number): Promise<number> {
    const query = 'select count(*)::int as count from appointments where member_id = $1'
    const { rows } = await site.deps.database.pool.query(query, [id])
    return rows[0].count
  }
})
