import * as z from 'zod/mini'
import { AppointmentSchema, SlotTakenSchema } from '../../contract.ts'
import { AttendeeSchema, PrintedRowSchema, WaitingRowSchema } from '../../office/attendee-shapes.ts'
import {
  OnBehalfBookingSchema,
  OnBehalfCancellationSchema,
  OnBehalfMoveSchema,
  ReasonSchema,
  TimesForStaffSchema,
} from '../../office/booking-shapes.ts'
import { ListQuerySchema, listOf } from '../../office/contract.ts'
import { endpoints, REFUSALS } from '../endpoint.ts'

const Answer = z.object({ appointment: AppointmentSchema })
const Conflict = z.extend(SlotTakenSchema, { difference_pence: z.optional(z.int()) })

export const bookingsOfficeEndpoints = endpoints({
  'GET /api/office/events/:id/attendees': {
    permission: 'members.read',
    query: ListQuerySchema,
    response: { 200: listOf(AttendeeSchema) },
  },
  'GET /api/office/events/:id/waiting-list': {
    permission: 'members.read',
    query: ListQuerySchema,
    response: { 200: listOf(WaitingRowSchema) },
  },
  'GET /api/office/events/:id/times': {
    permission: 'appointments.write',
    query: z.object({ member_id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
    response: { 200: TimesForStaffSchema },
  },
  'POST /api/office/appointments': {
    permission: 'appointments.write',
    body: OnBehalfBookingSchema,
    response: { 201: Answer },
    refusals: { 409: Conflict, ...REFUSALS },
  },
  'PUT /api/office/appointments/:id/cancel': {
    permission: 'appointments.write',
    body: OnBehalfCancellationSchema,
    response: { 200: Answer },
  },
  'PUT /api/office/appointments/:id/move': {
    permission: 'appointments.write',
    body: OnBehalfMoveSchema,
    response: { 200: Answer },
    refusals: { 409: Conflict, ...REFUSALS },
  },
  'POST /api/office/appointments/:id/rebooking': {
    permission: 'appointments.write',
    body: ReasonSchema,
    response: { 201: Answer },
    refusals: { 409: Conflict, ...REFUSALS },
  },
  'GET /api/office/events/:id/printed-list': {
    permission: 'members.read',
    response: { 200: z.object({ data: z.array(PrintedRowSchema) }) },
  },
})
