import * as z from 'zod/mini'
import {
  AppointmentSchema,
  BookingSchema,
  ErrorSchema,
  HoldRequestSchema,
  HoldSchema,
  MoveSchema,
  SlotTakenSchema,
} from '../../domain/contract.ts'
import type { App, Deps } from '../deps.ts'
import { visitorHashOf } from '../events/visitor.ts'
import { databaseFault } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { needsSession, sessionOf } from '../platform/http/session.ts'
import { withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { bookAppointment } from './book-appointment.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { findHolder } from './hold-context.queries.ts'
import { moveAppointment } from './move-appointment.ts'
import { placeHold } from './place-hold.ts'
import { NO_HOLD, releaseHold } from './places.queries.ts'
import { visitorHoldRoutes } from './visitor-hold-routes.ts'

export function bookingsRoutes(app: App, deps: Deps): void {
  const onRequest = needsSession(deps)

  app.post(
    '/api/events/:id/holds',
    {
      onRequest,
      schema: {
        params: IdInPath,
        body: HoldRequestSchema,
        response: { 201: HoldSchema, 409: SlotTakenSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
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
    },
  )

  visitorHoldRoutes(app, deps)

  app.delete(
    '/api/holds/:id',
    { onRequest, schema: { params: IdInPath, response: { 204: z.null(), '4xx': ErrorSchema } } },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const holdId = request.params.id
      if (!z.guid().safeParse(holdId).success) throw new Refused('not_found')
      const holder = await findHolder(deps.database.db, userId)
      if (!holder) throw new Refused('not_found')
      // The hold must stay.
      if (holder.paymentUnderWay) throw new Refused('payment_under_way')
      const hold = { holdId, memberId: holder.memberId }
      const shape = Released
      await withIdempotencyKey(deps, { request, caller: userId, shape }, async (saveResponse) => {
        await deps.database
          .sendTransaction((q) => [releaseHold(q, hold), saveResponse(q, {})])
          .catch((error: unknown) => {
            const isOver = databaseFault(error)?.constraint === NO_HOLD
            throw isOver ? new Refused('not_found') : error
          })
        return {}
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/appointments',
    {
      onRequest,
      schema: {
        body: BookingSchema,
        response: {
          201: z.object({ appointment: AppointmentSchema }),
          409: SlotTakenSchema,
          '4xx': ErrorSchema,
        },
      },
    },
    async (request, reply) => {
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
    },
  )

  app.put(
    '/api/appointments/:id/cancel',
    {
      onRequest,
      schema: {
        params: IdInPath,
        response: { 200: Changed, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      const appointmentId = publicId(request.params.id)
      const shape = AppointmentSchema
      const appointment = await withIdempotencyKey(
        deps,
        { request, caller: userId, shape },
        (saveResponse) =>
          cancelAppointment(deps, { whose: { userId }, appointmentId, saveResponse }),
      )
      return reply.send({ status: 'success', appointment })
    },
  )

  app.put(
    '/api/appointments/:id/update',
    {
      onRequest,
      schema: {
        params: IdInPath,
        body: MoveSchema,
        response: { 200: Changed, 409: SlotTakenSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
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
    },
  )
}

const Released = z.object({})
const Changed = z.object({ status: z.literal('success'), appointment: AppointmentSchema })
