import { afterAll, beforeAll, expect, test } from 'vitest'
import { appointmentCodeOf } from '../../domain/appointment-code.ts'
import { bookedId } from '../../test/app/bookings.ts'
import { readCodes } from '../../test/app/read-codes.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'

let site: TestApp
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
  member = await site.member()
})
afterAll(() => site.close())

test('the picture of an appointment is its reference’s code, and stays so after a move', async () => {
  const event = await site.event()
  await site.consent(member, event)
  const id = await bookedId(site, member, event, '10:00')
  const list = `/api/appointments/upcoming-appointments/user/${member.id}`
  const { body } = await site.ask('GET', list, { as: member })
  const text = appointmentCodeOf(body.appointments[0].reference)
  const before = await picture(id)
  expect(await readCodes(before)).toEqual([{ format: 'QRCode', text }])
  const move = { as: member, body: { appt_time: '11:00' } }
  expect((await site.ask('PUT', `/api/appointments/${id}/update`, move)).status).toBe(200)
  expect(await picture(id)).toEqual(before)
})

async function picture(id: number): Promise<Buffer> {
  const { headers, rawPayload } = await site.app.inject({
    url: `/api/appointments/${id}/code.png`,
    headers: { cookie: member.cookie },
  })
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
  return rawPayload
}
