import * as z from 'zod/mini'
import { AppointmentSchema, ErrorSchema, SlotTakenSchema } from '../../domain/contract.ts'
import {
  OnBehalfBookingSchema,
  OnBehalfCancellationSchema,
  OnBehalfMoveSchema,
} from '../../domain/office/booking-shapes.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { withIdempotencyKey } from '../idempotency/idempotency-key.ts'
import { idempotentRequestOf } from '../idempotency/idempotent-request.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { findMemberOfAppointment } from './on-behalf.queries.ts'
import { bookOnBehalf, logAccess, moveOnBehalf } from './on-behalf.ts'

const Answer = z.object({ appointment: AppointmentSchema })
const refused = { 409: SlotTakenSchema, '4xx': ErrorSchema }
const shape = AppointmentSchema

export function bookingsOfficeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/office/appointments',
    {
      ...permitted(deps, 'appointments.write'),
      schema: { body: OnBehalfBookingSchema, response: { 201: Answer, ...refused } },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const repeatable = idempotentRequestOf(request, staff.userId, deps)
      const appointment = await withIdempotencyKey(
        deps,
        { request: repeatable, shape },
        (saveResponse) => bookOnBehalf(deps, { ...request.body, staff, saveResponse }),
      )
      return reply.code(201).header('cache-control', 'no-store').send({ appointment })
    },
  )

  app.put(
    '/api/office/appointments/:id/cancel',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: OnBehalfCancellationSchema,
        response: { 200: Answer, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointmentId = publicId(request.params.id)
      const { reason, refund } = request.body
      const member = await findMemberOfAppointment(deps.database.db, appointmentId)
      if (!member) throw new Refused('not_found')
      const mayExceed = hasPermission(staff.roles, 'refunds.beyond_policy')
      const onBehalf = { userId: staff.userId, reason, refund, mayExceed }
      const repeatable = idempotentRequestOf(request, staff.userId, deps)
      const appointment = await withIdempotencyKey(
        deps,
        { request: repeatable, shape },
        (saveResponse) =>
          cancelAppointment(deps, {
            member,
            appointmentId,
            saveResponse,
            onBehalf,
            also: (tx) => logAccess(tx, { staff, memberId: member.id, now: deps.now() }),
          }),
      )
      return reply.header('cache-control', 'no-store').send({ appointment })
    },
  )

  app.put(
    '/api/office/appointments/:id/move',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: OnBehalfMoveSchema,
        response: { 200: Answer, ...refused },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointmentId = publicId(request.params.id)
      const repeatable = idempotentRequestOf(request, staff.userId, deps)
      const appointment = await withIdempotencyKey(
        deps,
        { request: repeatable, shape },
        (saveResponse) =>
          moveOnBehalf(deps, { ...request.body, appointmentId, staff, saveResponse }),
      )
      return reply.header('cache-control', 'no-store').send({ appointment })
    },
  )
}
