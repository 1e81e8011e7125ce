import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

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
      reference.toLowerCase(),
    ])
      expect([typed, await find(typed)]).toEqual([typed, [member.id]])
    expect(await find('josé other')).toEqual([])
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
})
