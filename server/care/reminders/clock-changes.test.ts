// Moves time over both clock changes: what routes refuse and allow and what reminders are sent
// agree with what the mails say.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { sendNotices } from './send-notices.ts'

let site: TestApp
beforeAll(async () => {
  // A month before the first event.
  site = await openTestApp({ now: new Date('2027-02-20T09:00:00Z') })
})
afterAll(() => site.close())

const moments = [
  // event on, from, to (London); slot and the one to move to; in UTC: start, cut-off, reminders
  {
    what: 'the night the clocks go forward, before the hour that is skipped',
    day: '2027-03-28',
    from: '00:30',
    to: '03:00',
    time: '00:30',
    next: '02:00',
    start: '2027-03-28T00:30Z',
    cutOff: '2027-03-26T00:30Z',
    week: '2027-03-21T09:00Z',
    last: '2027-03-25T09:00Z',
    until: '00:30 on Friday 26 March 2027',
  },
  {
    what: 'the night the clocks go forward, after it',
    day: '2027-03-28',
    from: '00:30',
    to: '03:00',
    time: '02:30',
    next: '02:00',
    start: '2027-03-28T01:30Z',
    cutOff: '2027-03-26T01:30Z',
    week: '2027-03-21T09:00Z',
    last: '2027-03-25T09:00Z',
    until: '01:30 on Friday 26 March 2027',
  },
  {
    what: 'an afternoon after the clocks went forward',
    day: '2027-03-28',
    from: '15:00',
    to: '17:00',
    time: '16:00',
    next: '16:30',
    start: '2027-03-28T15:00Z',
    cutOff: '2027-03-26T15:00Z',
    week: '2027-03-21T09:00Z',
    last: '2027-03-26T09:00Z',
    until: '15:00 on Friday 26 March 2027',
  },
  {
    what: 'the night the clocks go back, before the hour that comes twice',
    day: '2027-10-31',
    from: '00:30',
    to: '03:00',
    time: '00:30',
    next: '02:00',
    start: '2027-10-30T23:30Z',
    cutOff: '2027-10-28T23:30Z',
    week: '2027-10-24T08:00Z',
    last: '2027-10-28T08:00Z',
    until: '00:30 on Friday 29 October 2027',
  },
  {
    what: 'the night the clocks go back, in that hour',
    day: '2027-10-31',
    from: '00:30',
    to: '03:00',
    time: '01:30',
    next: '02:00',
    start: '2027-10-31T00:30Z',
    cutOff: '2027-10-29T00:30Z',
    week: '2027-10-24T08:00Z',
    last: '2027-10-28T08:00Z',
    until: '01:30 on Friday 29 October 2027',
  },
  {
    what: 'a morning after the clocks went back',
    day: '2027-10-31',
    from: '10:00',
    to: '12:00',
    time: '10:30',
    next: '11:00',
    start: '2027-10-31T10:30Z',
    cutOff: '2027-10-29T10:30Z',
    week: '2027-10-24T08:00Z',
    last: '2027-10-28T08:00Z',
    until: '11:30 on Friday 29 October 2027',
  },
  {
    what: 'a summer day far from both',
    day: '2027-07-17',
    from: '10:00',
    to: '12:00',
    time: '10:30',
    next: '11:00',
    start: '2027-07-17T09:30Z',
    cutOff: '2027-07-15T09:30Z',
    week: '2027-07-10T08:00Z',
    last: '2027-07-14T08:00Z',
    until: '10:30 on Thursday 15 July 2027',
  },
]

describe.each(moments)('$what: $time on $day', (moment) => {
  const { day, from, to, time, next, until } = moment
  const [start, cutOff, week, last] = [moment.start, moment.cutOff, moment.week, moment.last].map(
    (at) => new Date(at),
  ) as [Date, Date, Date, Date]
  let first: Booked
  let others: [Booked, Booked, Booked]
  beforeAll(async () => {
    site.moveTo(new Date(week.getTime() - 86_400_000))
    const event = await site.event({
      startsAt: ukInstant(day, from),
      endsAt: ukInstant(day, to),
      sessionMinutes: 30,
      places: 30,
    })
    const book = async (): Promise<Booked> => {
      const member = await site.member()
      await site.consent(member, event)
      const body = { eventId: event.event_id, appointmentStartTime: time }
      const { status, body: answer } = await site.ask('POST', '/api/appointments', {
        as: member,
        body,
      })
      expect(status).toBe(201)
      return { member, id: answer.appointment.appointment_id }
    }
    first = await book()
    others = [await book(), await book(), await book()]
  })

  test('is booked at that instant, with the right change cut-off', async () => {
    const { rows } = await site.deps.database.db.execute(
      `select slot_starts_at from appointments where id = ${first.id}`,
    )
    expect(new Date(String(rows[0]?.slot_starts_at))).toEqual(start)
    await mailed(first.member, 1)
    expect(site.mails.find(({ to: reader }) => reader === first.member.email)?.text).toContain(
      until,
    )
  })

  test.each([
    ['a week before', () => week, 1],
    ['the last days before', () => last, 2],
  ])('is reminded of %s, at its minute', async (_, at, mails) => {
    site.moveTo(minutes(at(), -1))
    await sendAllNotices()
    await mailed(first.member, mails)
    site.moveTo(at())
    await sendAllNotices()
    site.moveTo(minutes(at(), 1))
    await sendAllNotices()
    const reminder = (await mailed(first.member, mails + 1)).at(-1)
    expect(reminder?.subject).toContain(`coming up: ${time} on`)
    expect(reminder?.text).toContain(until)
  })

  test('is moved and cancelled a minute before the cut-off and at it, and not a minute after', async () => {
    site.moveTo(minutes(cutOff, 1))
    for (const one of [first, ...others]) {
      expect(await move(one)).toEqual([409, 'too_late_to_move'])
      expect(await cancel(one)).toEqual([409, 'too_late_to_cancel'])
    }
    const [second, third, fourth] = others
    site.moveTo(minutes(cutOff, -1))
    expect(await cancel(first)).toEqual([200, undefined])
    expect(await move(second)).toEqual([200, undefined])
    site.moveTo(cutOff)
    expect(await cancel(third)).toEqual([200, undefined])
    expect(await move(fourth)).toEqual([200, undefined])
  })

  const move = ({ member, id }: Booked) => put(member, `${id}/update`, { appt_time: next })
})

type Booked = { member: TestMember; id: number }

const cancel = ({ member, id }: Booked) => put(member, `${id}/cancel`)

async function put(as: TestMember, path: string, body?: object): Promise<[number, string]> {
  const answer = await site.ask('PUT', `/api/appointments/${path}`, { as, ...(body && { body }) })
  return [answer.status, answer.body.code]
}

function minutes(at: Date, count: number): Date {
  return new Date(at.getTime() + count * MINUTE_MS)
}

async function sendAllNotices(): Promise<void> {
  const faults: Error[] = []
  await sendNotices(site.deps, (error) => faults.push(error))
  expect(faults).toEqual([])
}

async function mailed(member: TestMember, count: number) {
  const received = () => site.mails.filter(({ to }) => to === member.email)
  await until(async () => {
    const { rows } = await site.deps.database.db.execute(
      `select 1 from jobs.job where name = 'mail' and state <> 'completed'`,
    )
    expect(rows).toEqual([])
  })
  expect(received()).toHaveLength(count)
  return received()
}
