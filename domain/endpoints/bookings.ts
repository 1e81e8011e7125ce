import * as z from 'zod/mini'
import {
  AppointmentSchema,
  BookingSchema,
  HoldRequestSchema,
  HoldSchema,
  MoveSchema,
  MoveToEventSchema,
  PastAppointmentSchema,
  SlotTakenSchema,
} from '../contract.ts'
import { endpoints, NOTHING, REFUSALS } from './endpoint.ts'

const ChangedSchema = z.object({ status: z.literal('success'), appointment: AppointmentSchema })

export const bookingsEndpoints = endpoints({
  'GET /api/appointments/:id/calendar.ics': {
    session: 'required',
    query: z.object({ title: z._default(z.enum(['full', 'neutral']), 'full') }),
    response: { 200: z.string() },
  },
  'GET /api/appointments/:id/code.png': { session: 'required', response: { 200: z.any() } },
  'GET /api/appointments/upcoming-appointments/user/:id': {
    session: 'required',
    response: {
      200: z.object({
        appointments: z.array(AppointmentSchema),
        free_repeat: z.optional(z.literal(true)),
      }),
    },
  },
  'GET /api/appointments/past-appointments/user/:id': {
    session: 'required',
    query: z.object({ after: z.optional(z.string().check(z.maxLength(100))) }),
    response: {
      200: z.object({
        appointments: z.array(PastAppointmentSchema),
        /** The `after` of the next page; missing on the last one. */
        next: z.optional(z.string()),
      }),
    },
  },
  'POST /api/events/:id/holds': {
    session: 'required',
    body: HoldRequestSchema,
    response: { 201: HoldSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'DELETE /api/holds/:id': { session: 'required', response: NOTHING },
  'POST /api/appointments': {
    session: 'required',
    body: BookingSchema,
    response: { 201: z.object({ appointment: AppointmentSchema }) },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'PUT /api/appointments/:id/cancel': { session: 'required', response: { 200: ChangedSchema } },
  'PUT /api/appointments/:id/update': {
    session: 'required',
    body: MoveSchema,
    response: { 200: ChangedSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'PUT /api/appointments/:id/move-to-event': {
    session: 'required',
    body: MoveToEventSchema,
    response: { 200: ChangedSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/events/:id/visitor-holds': {
    session: 'none',
    body: HoldRequestSchema,
    response: { 201: HoldSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/events/:id/visitor-holds/keep': {
    session: 'none',
    body: HoldRequestSchema,
    response: { 200: HoldSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'POST /api/events/:id/holds/claim': {
    session: 'required',
    body: HoldRequestSchema,
    response: { 200: HoldSchema },
  },
})
