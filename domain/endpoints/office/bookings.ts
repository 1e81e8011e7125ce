import * as z from 'zod/mini'
import { AppointmentSchema, HoldSchema, SlotTakenSchema } from '../../contract.ts'
import {
  AttendeeSchema,
  AttendeeTotalsSchema,
  PrintedRowSchema,
  WaitingRowSchema,
} from '../../office/attendee-schemas.ts'
import {
  EventsNearMemberSchema,
  OnBehalfBookingSchema,
  OnBehalfCancellationSchema,
  OnBehalfHoldSchema,
  OnBehalfMoveSchema,
  ReasonSchema,
  TimesForStaffSchema,
} from '../../office/booking-schemas.ts'
import {
  NewWaitSchema,
  StaffWaitSchema,
  WaitMoveSchema,
  WaitRemovalSchema,
} from '../../office/staff-waits.ts'
import { endpoints, NOTHING, officeList, REFUSALS, SUCCESS } from '../endpoint.ts'

const BookedSchema = z.object({ appointment: AppointmentSchema })
const ConflictSchema = z.extend(SlotTakenSchema, { difference_pence: z.optional(z.int()) })

export const bookingsOfficeEndpoints = endpoints({
  'GET /api/office/events/:id/attendees': officeList('members.read', AttendeeSchema),
  'GET /api/office/events/:id/attendees/totals': {
    permission: 'members.read',
    response: { 200: AttendeeTotalsSchema },
  },
  'GET /api/office/events/:id/waiting-list': officeList('members.read', WaitingRowSchema),
  'POST /api/office/events/:id/waiting-list': {
    permission: 'appointments.write',
    body: NewWaitSchema,
    response: { 201: StaffWaitSchema },
  },
  'GET /api/office/waits/:id': {
    permission: 'appointments.write',
    response: { 200: StaffWaitSchema },
  },
  'POST /api/office/waits/:id/offer': {
    permission: 'appointments.write',
    response: { 200: StaffWaitSchema },
  },
  'POST /api/office/waits/:id/removal': {
    permission: 'appointments.write',
    body: WaitRemovalSchema,
    response: SUCCESS,
  },
  'PUT /api/office/waits/:id/position': {
    permission: 'appointments.write',
    body: WaitMoveSchema,
    response: { 200: StaffWaitSchema },
  },
  'GET /api/office/events/:id/times': {
    permission: 'appointments.write',
    query: z.object({ member_id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
    response: { 200: TimesForStaffSchema },
  },
  'GET /api/office/members/:id/events-near': {
    permission: 'appointments.write',
    response: { 200: EventsNearMemberSchema },
  },
  'POST /api/office/members/:id/holds': {
    permission: 'appointments.write',
    body: OnBehalfHoldSchema,
    response: { 201: HoldSchema },
    refusals: { 409: SlotTakenSchema, ...REFUSALS },
  },
  'DELETE /api/office/members/:id/holds/:hold': {
    permission: 'appointments.write',
    response: NOTHING,
  },
  'POST /api/office/appointments': {
    permission: 'appointments.write',
    body: OnBehalfBookingSchema,
    response: { 201: BookedSchema },
    refusals: { 409: ConflictSchema, ...REFUSALS },
  },
  'PUT /api/office/appointments/:id/cancel': {
    permission: 'appointments.write',
    body: OnBehalfCancellationSchema,
    response: { 200: BookedSchema },
  },
  'PUT /api/office/appointments/:id/move': {
    permission: 'appointments.write',
    body: OnBehalfMoveSchema,
    response: { 200: BookedSchema },
    refusals: { 409: ConflictSchema, ...REFUSALS },
  },
  'POST /api/office/appointments/:id/rebooking': {
    permission: 'appointments.write',
    body: ReasonSchema,
    response: { 201: BookedSchema },
    refusals: { 409: ConflictSchema, ...REFUSALS },
  },
  'GET /api/office/events/:id/printed-list': {
    permission: 'members.read',
    response: { 200: z.object({ data: z.array(PrintedRowSchema) }) },
  },
})
