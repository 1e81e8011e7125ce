import * as z from 'zod/mini'
import { AppointmentSchema, ErrorSchema, SlotTakenSchema } from '../../domain/contract.ts'
import {
  OnBehalfBookingSchema,
  OnBehalfCancellationSchema,
  OnBehalfMoveSchema,
  ReasonSchema,
  TimesForStaffSchema,
} from '../../domain/office/booking-shapes.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { Refused } from '../platform/http/refused.ts'
import { withIdempotencyKey } from '../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { findMemberOfAppointment, listTimesForStaff } from './on-behalf.queries.ts'
import { bookOnBehalf, logAccess, moveOnBehalf } from './on-behalf.ts'
import { rebook } from './rebook.ts'

const Answer = z.object({ appointment: AppointmentSchema })
const Conflict = z.extend(SlotTakenSchema, { difference_pence: z.optional(z.int()) })
const refused = { 409: Conflict, '4xx': ErrorSchema }
const shape = AppointmentSchema

export function bookingsOfficeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/office/events/:id/times',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        querystring: z.object({ member_id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
        response: { 200: TimesForStaffSchema },
      },
    },
    async (request) => {
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
    },
  )

  app.post(
    '/api/office/appointments',
    {
      ...permitted(deps, 'appointments.write'),
      schema: { body: OnBehalfBookingSchema, response: { 201: Answer, ...refused } },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointment = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape },
        (saveResponse) => bookOnBehalf(deps, { ...request.body, staff, saveResponse }),
      )
      return reply.code(201).send({ appointment })
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
      const appointment = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape },
        (saveResponse) =>
          moveOnBehalf(deps, { ...request.body, appointmentId, staff, saveResponse }),
      )
      return reply.send({ appointment })
    },
  )

  app.post(
    '/api/office/appointments/:id/rebooking',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: ReasonSchema,
        response: { 201: Answer, ...refused },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const appointmentId = publicId(request.params.id)
      const { reason } = request.body
      const appointment = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape },
        (saveResponse) => rebook(deps, { appointmentId, reason, staff, saveResponse }),
      )
      return reply.code(201).send({ appointment })
    },
  )
}
