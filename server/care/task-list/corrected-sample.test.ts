import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { slashDate, ukInstant } from '../../../domain/uk-time.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import {
  fileOf,
  lineOf,
  openLaboratory,
  type SampledPerson,
  upload,
} from '../../../test/app/laboratory.ts'
import { press } from '../../../test/app/presses.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const openTasks = async ({ appointmentId }: SampledPerson) => {
  const { rows } = await site.deps.database.pool.query<{ kind: string }>(
    `select kind from care_loops where appointment_id = $1 and closed_at is null order by kind`,
    [appointmentId],
  )
  return rows.map(({ kind }) => kind)
}

test('a sample whose report is said to be of the member’s other sample is awaited again', async () => {
  const { labId, event: firstDay, clinician: as } = await openLaboratory(site)
  const times = ['10:00', '12:00'].map((time) => ukInstant('2027-02-09', time))
  const [startsAt, endsAt] = times as [Date, Date]
  const member = await site.member({ firstName: 'Wren' })
  const first = await sampleOn(member, firstDay, 'TUBE1234')
  const second = await sampleOn(member, await site.event({ labId, startsAt, endsAt }), 'TUBE5678')
  as.cookie = await site.signIn(as.userId, as.email, 'aal2')
  const imported = async (line: object) => {
    const bytes = fileOf([{ ...line, 'Lab no': 'N-1' } as Record<string, string>])
    return (await upload(site, { labId, bytes, as })).body.id
  }
  const commit = (id: number) => site.ask('POST', `/api/office/result-imports/${id}/commit`, { as })

  await commit(await imported(lineOf(first)))
  expect(await openTasks(first)).toEqual(['result_to_review'])
  const id = await imported(
    lineOf(second, { Collected: slashDate(first.date), Status: 'C', Result: '4.4' }),
  )
  const url = `/api/office/result-imports/${id}/rows`
  const [{ row }] = (await site.ask('GET', url, { as })).body.data
  const body = { decision: 'match', appointment_id: second.appointmentId }
  expect((await site.ask('POST', `${url}/${row}/decision`, { as, body })).status).toBe(200)
  expect((await commit(id)).body.rows).toMatchObject({ committed: 1 })

  expect(await openTasks(second)).toEqual(['result_to_review'])
  expect(await openTasks(first)).toEqual(['lab_to_result'])
})

async function sampleOn(
  member: TestMember,
  event: CharityEvent,
  tube: string,
): Promise<SampledPerson> {
  await site.consent(member, event)
  const appointmentId = await bookedId(site, member, event, '10:00')
  site.moveTo(ukInstant(event.event_date, '10:05'))
  const as = await site.staff(['venue'], { eventIds: [event.event_id] })
  await press(site, { event, as, appointment: appointmentId }, 'sample', { tube })
  site.moveTo(ukInstant(event.event_date, '12:30'))
  member.cookie = await site.signIn(member.userId, member.email)
  const { id: memberId, firstName, lastName, dateOfBirth } = member
  return { memberId, appointmentId, tube, firstName, lastName, dateOfBirth, date: event.event_date }
}
