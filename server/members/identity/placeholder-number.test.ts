import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { listOpenReviews } from './identity.queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
afterAll(() => site.close())

const update = (who: TestMember, body: object) =>
  site.ask('PUT', `/api/auth/profile?email=${who.email}`, { as: who, body })

test.each(['0000000000', '1111111111', '9999999999'])(
  'case 20: %s is refused where the laboratory needs one, and never makes two members doubles',
  async (nhs_number) => {
    const [one, other] = [
      await site.member({ firstName: 'Amos', lastName: 'Firth', dateOfBirth: '1951-02-03' }),
      await site.member({ firstName: 'Boris', lastName: 'Gant', dateOfBirth: '1962-03-04' }),
    ]
    for (const who of [one, other]) {
      expect((await update(who, { nhs_number })).body).toMatchObject({
        code: 'invalid_request',
        fields: [{ field: 'nhs_number', message: 'Please check this number.' }],
      })
      expect((await update(who, { first_name: 'Amos', nhs_number })).status).toBe(200)
    }
    expect(await listOpenReviews(site.deps.database.db)).toEqual([])

    const event = await site.event({ labId: await site.lab({ requiresNhsNumber: true }) })
    await site.consent(one, event)
    const body = { eventId: event.event_id, appointmentStartTime: '10:00' }
    const booked = await site.ask('POST', '/api/appointments', { as: one, body })
    expect([booked.status, booked.body.code]).toEqual([403, 'nhs_number_required'])

    const office = await site.staff(['office'])
    const doubles = await site.ask('GET', '/api/office/doubles', { as: office })
    expect(doubles.body.data ?? []).toEqual([])
  },
)
