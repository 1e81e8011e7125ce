import * as z from 'zod/mini'
import { AttendeeMessageSchema, MessagePreviewSchema } from '../../office/attendee-messages.ts'
import { ReasonSchema } from '../../office/booking-schemas.ts'
import {
  BulkActionRowSchema,
  BulkActionSchema,
  CancellationPreviewSchema,
  CancellationSchema,
  ConfirmationSchema,
  StartedActionSchema,
} from '../../office/bulk-actions.ts'
import { OfficeEventSchema } from '../../office/event-schemas.ts'
import { LatePreviewSchema, LateStateSchema, RunningLateSchema } from '../../office/running-late.ts'
import {
  TickedCancellationSchema,
  TickedMoveSchema,
  TickedPreviewSchema,
} from '../../office/ticked.ts'
import { TimeChangePreviewSchema, TimeChangeSchema } from '../../office/time-change-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const changedDaysOfficeEndpoints = endpoints({
  'POST /api/office/events/:id/time-change': {
    permission: 'events.write',
    body: TimeChangeSchema,
    response: { 200: TimeChangePreviewSchema, 202: StartedActionSchema },
  },
  'POST /api/office/events/:id/messages': {
    permission: 'messages.write',
    body: AttendeeMessageSchema,
    response: { 200: MessagePreviewSchema, 202: StartedActionSchema },
  },
  'POST /api/office/events/:id/appointment-moves': {
    permission: 'appointments.write',
    body: TickedMoveSchema,
    response: { 200: TickedPreviewSchema, 202: StartedActionSchema },
  },
  'POST /api/office/events/:id/appointment-cancellations': {
    permission: 'appointments.write',
    body: TickedCancellationSchema,
    response: { 200: TickedPreviewSchema, 202: StartedActionSchema },
  },
  'GET /api/office/days/:id/running-late': {
    permission: 'days.write',
    response: { 200: LateStateSchema },
  },
  'POST /api/office/days/:id/running-late': {
    permission: 'days.write',
    body: RunningLateSchema,
    response: { 200: LatePreviewSchema, 202: StartedActionSchema },
  },
  'GET /api/office/bulk-actions': officeList('events.read', BulkActionRowSchema),
  'GET /api/office/events/:id/bulk-actions': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(BulkActionRowSchema) }) },
  },
  'POST /api/office/events/:id/cancellation': {
    permission: 'events.cancel',
    body: CancellationSchema,
    response: { 200: CancellationPreviewSchema, 202: StartedActionSchema },
  },
  'POST /api/office/events/:id/cancellation/revert': {
    permission: 'events.cancel',
    body: ReasonSchema,
    response: { 200: OfficeEventSchema },
  },
  'GET /api/office/bulk-actions/:id': {
    permission: 'actions.confirm',
    response: { 200: BulkActionSchema },
  },
  'POST /api/office/bulk-actions/:id/confirmation': {
    permission: 'actions.confirm',
    body: ConfirmationSchema,
    response: { 200: BulkActionSchema },
  },
  'POST /api/office/bulk-actions/:id/stop': {
    permission: 'actions.confirm',
    body: ReasonSchema,
    response: { 200: BulkActionSchema },
  },
  'POST /api/office/bulk-actions/:id/retry': {
    permission: 'events.cancel',
    response: { 200: BulkActionSchema },
  },
})
