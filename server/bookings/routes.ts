import { AppointmentSchema, HoldSchema } from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { visitorHashOf } from '../events/visitor.ts'
import { serve } from '../platform/http/serve.ts'
import { sessionOf } from '../platform/http/session.ts'
import { doOnce, withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { publicId } from '../platform/public-id.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { moveAppointment } from './move-appointment.ts'
import { moveOwnToEvent } from './move-own-to-event.ts'
import { placeHold } from './place-hold.ts'
import { releaseHoldOf } from './release-hold.ts'
import { visitorHoldRoutes } from './visitor-hold-routes.ts'

export function bookingsRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/events/:id/holds', async (request, reply) => {
    const { userId } = sessionOf(request)
    const eventId = publicId(request.params.id)
    const visitorHash = visitorHashOf(request, deps)
    const params = { userId, eventId, time: request.body.slot, address: request.ip, visitorHash }
    const hold = await withIdempotencyKey(
      deps,
      { request, caller: userId, shape: HoldSchema },
      (saveResponse, first) => placeHold(deps, { ...params, first, saveResponse }),
    )
    return reply.code(201).send(hold)
  })

  visitorHoldRoutes(app, deps)

  serve(app, 'DELETE /api/holds/:id', async (request, reply) => {
    const { userId } = sessionOf(request)
    const hold = { holdId: request.params.id, key: { userId } }
    await doOnce(deps, { request, caller: userId }, (saveResponse) =>
      releaseHoldOf(deps, hold, saveResponse),
    )
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/appointments', async (request, reply) => {
    const { eventId, eventDate: date, appointmentStartTime: time, profileId } = request.body
    const { userId } = sessionOf(request)
    const { pricePence } = request.body
    const visitorHash = visitorHashOf(request, deps)
    const params = { userId, profileId, eventId, time, date, pricePence, visitorHash }
    const shape = AppointmentSchema
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: userId, shape },
      (saveResponse) => bookAppointment(deps, { ...params, saveResponse }),
    )
    return reply.code(201).send({ appointment })
  })

  serve(app, 'PUT /api/appointments/:id/cancel', async (request, reply) => {
    const { userId } = sessionOf(request)
    const appointmentId = publicId(request.params.id)
    const shape = AppointmentSchema
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: userId, shape },
      (saveResponse) => cancelAppointment(deps, { whose: { userId }, appointmentId, saveResponse }),
    )
    return reply.send({ status: 'success', appointment })
  })

  serve(app, 'PUT /api/appointments/:id/update', async (request, reply) => {
    const { userId } = sessionOf(request)
    const appointmentId = publicId(request.params.id)
    const time = request.body.appt_time
    const shape = AppointmentSchema
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: userId, shape },
      (saveResponse) => moveAppointment(deps, { userId, appointmentId, time, saveResponse }),
    )
    return reply.send({ status: 'success', appointment })
  })

  serve(app, 'PUT /api/appointments/:id/move-to-event', async (request, reply) => {
    const { userId } = sessionOf(request)
    const appointmentId = publicId(request.params.id)
    const { event_id: eventId, date, time, difference_pence: differencePence } = request.body
    const visitorHash = visitorHashOf(request, deps)
    const to = { userId, appointmentId, eventId, date, time, differencePence, visitorHash }
    const shape = AppointmentSchema
    const appointment = await withIdempotencyKey(
      deps,
      { request, caller: userId, shape },
      (saveResponse) => moveOwnToEvent(deps, { ...to, saveResponse }),
    )
    return reply.send({ status: 'success', appointment })
  })
}
