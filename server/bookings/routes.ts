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
import type { App, Parts } from '../deps.ts'
import { visitorHashOf } from '../events/visitor.ts'
import { Refused } from '../http/refused.ts'
import { needsSession } from '../http/session.ts'
import { answerOnce } from '../idempotency/idempotency-key.ts'
import { repeatableOf } from '../idempotency/idempotent-request.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { bookAppointment } from './book-appointment.ts'
import { isPaymentUnderWay } from './booking-context.queries.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { countHold } from './count-hold.ts'
import { moveAppointment } from './move-appointment.ts'
import { placeHold } from './place-hold.ts'
import { releaseHold } from './places.queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Holds and appointments of the member who is signed in; anyone else's do not exist for him. */
export function bookingsRoutes(app: App, parts: Parts): void {
  const onRequest = needsSession(parts)

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
      const member = await signedInMember(parts, request)
      const eventId = publicId(request.params.id)
      const visitorHash = visitorHashOf(request, parts)
      const ask = { member, eventId, time: request.body.slot, address: request.ip, visitorHash }
      const asked = repeatableOf(request, member.userId, parts)
      const hold = await answerOnce(parts, { asked, shape: HoldSchema }, (together, first) =>
        placeHold(parts, {
          ...ask,
          first,
          together: async (tx, placed) => {
            await countHold(tx, parts, member)
            await together(tx, placed)
          },
        }),
      )
      return reply.code(201).header('cache-control', 'no-store').send(hold)
    },
  )

  app.delete(
    '/api/holds/:id',
    { onRequest, schema: { params: IdInPath, response: { 204: z.null(), '4xx': ErrorSchema } } },
    async (request, reply) => {
      const member = await signedInMember(parts, request)
      const holdId = request.params.id
      if (!UUID.test(holdId)) throw new Refused('not_found')
      const asked = repeatableOf(request, member.userId, parts)
      if (await isPaymentUnderWay(parts.database.db, member.id)) {
        throw new Refused('payment_under_way')
      }
      await answerOnce(parts, { asked, shape: Released }, (together) =>
        parts.database.transaction(async (tx) => {
          if (!(await releaseHold(tx, { holdId, memberId: member.id }))) {
            throw new Refused('not_found')
          }
          await together(tx, {})
          return {}
        }),
      )
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
      const { eventId, eventDate, appointmentStartTime, profileId } = request.body
      const member = await signedInMember(parts, request)
      if (profileId !== undefined && profileId !== member.id) throw new Refused('not_found')
      const visitorHash = visitorHashOf(request, parts)
      const ask = { member, eventId, time: appointmentStartTime, date: eventDate, visitorHash }
      const asked = repeatableOf(request, member.userId, parts)
      const shape = AppointmentSchema
      const appointment = await answerOnce(parts, { asked, shape }, (together) =>
        bookAppointment(parts, { ...ask, together }),
      )
      return reply.code(201).header('cache-control', 'no-store').send({ appointment })
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
      const member = await signedInMember(parts, request)
      const appointmentId = publicId(request.params.id)
      const asked = repeatableOf(request, member.userId, parts)
      const shape = AppointmentSchema
      const appointment = await answerOnce(parts, { asked, shape }, (together) =>
        cancelAppointment(parts, { member, appointmentId, together }),
      )
      return reply.header('cache-control', 'no-store').send({ status: 'success', appointment })
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
      const member = await signedInMember(parts, request)
      const appointmentId = publicId(request.params.id)
      const time = request.body.appt_time
      const asked = repeatableOf(request, member.userId, parts)
      const shape = AppointmentSchema
      const appointment = await answerOnce(parts, { asked, shape }, (together) =>
        moveAppointment(parts, { member, appointmentId, time, together }),
      )
      return reply.header('cache-control', 'no-store').send({ status: 'success', appointment })
    },
  )
}

const Released = z.object({})
const Changed = z.object({ status: z.literal('success'), appointment: AppointmentSchema })
