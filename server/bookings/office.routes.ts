import { AppointmentSchema, HoldSchema } from '../../domain/contract.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findOwnRecord } from '../members/record-of.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { doOnce, withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { eventsNearMember } from './events-near-member.ts'
import { holdForMember } from './hold-for-member.ts'
import { findMemberOfAppointment, listTimesForStaff } from './on-behalf.queries.ts'
import { bookOnBehalf, logAccess, moveOnBehalf } from './on-behalf.ts'
import { rebook } from './rebook.ts'
import { releaseHoldOf } from './release-hold.ts'

const shape = AppointmentSchema

export function bookingsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/events/:id/times', async (request) => {
    const { member_id: memberId } = request.query
    const times = await listTimesForStaff(deps.database.db, {
      eventId: publicId(request.params.id),
      memberId: memberId === undefined ? null : Number(memberId),
      now: deps.now(),
    })
    return {
      times: times.map(({ startsAt, free, keptBack }) => ({
        date: ukDate(startsAt),
        time: ukTime(startsAt),
        free,
        kept_back: keptBack,
      })),
    }
  })

  serve(app, 'GET /api/office/members/:id/events-near', (request) =>
    eventsNearMember(deps.database.db, {
      memberId: publicId(request.params.id),
      now: deps.now(),
    }),
  )

  serve(app, 'POST /api/office/members/:id/holds', async (request, reply) => {
    const staff = staffOf(request)
    const memberId = publicId(request.params.id)
    const hold = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: HoldSchema },
      (saveResponse, first) =>
        holdForMember(deps, { ...request.body, memberId, staff, first, saveResponse }),
    )
    return reply.code(201).send(hold)
  })

  serve(app, 'DELETE /api/office/members/:id/holds/:hold', async (request, reply) => {
    const { userId: caller } = staffOf(request)
    const memberId = publicId(request.params.id)
    const hold = { holdId: request.params.hold, key: { memberId } }
    await findOwnRecord(deps.database.db, memberId)
    await doOnce(deps, { request, caller }, (saveResponse) =>
      releaseHoldOf(deps, hold, saveResponse),
    )
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/appointments', async (request, reply) => {
    const staff = staffOf(request)
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape },
      (saveResponse) => bookOnBehalf(deps, { ...request.body, staff, saveResponse }),
    )
    return reply.code(201).send({ appointment })
  })

  serve(app, 'PUT /api/office/appointments/:id/cancel', async (request, reply) => {
    const staff = staffOf(request)
    const appointmentId = publicId(request.params.id)
    const { reason, refund } = request.body
    const member = await findMemberOfAppointment(deps.database.db, appointmentId)
    if (!member) throw new Refused('not_found')
    const mayExceed = hasPermission(staff.roles, 'refunds.beyond_policy')
    const onBehalf = { userId: staff.userId, reason, refund, mayExceed }
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape },
      (saveResponse) =>
        cancelAppointment(deps, {
          whose: { member },
          appointmentId,
          saveResponse,
          onBehalf,
          also: (tx) => logAccess(tx, { staff, memberId: member.id, now: deps.now() }),
        }),
    )
    return reply.send({ appointment })
  })

  serve(app, 'PUT /api/office/appointments/:id/move', async (request, reply) => {
    const staff = staffOf(request)
    const appointmentId = publicId(request.params.id)
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape },
      (saveResponse) => moveOnBehalf(deps, { ...request.body, appointmentId, staff, saveResponse }),
    )
    return reply.send({ appointment })
  })

  serve(app, 'POST /api/office/appointments/:id/rebooking', async (request, reply) => {
    const staff = staffOf(request)
    const appointmentId = publicId(request.params.id)
    const { reason } = request.body
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape },
      (saveResponse) => rebook(deps, { appointmentId, reason, staff, saveResponse }),
    )
    return reply.code(201).send({ appointment })
  })
}
