import * as z from 'zod/mini'
import {
  DoorHelpersSchema,
  NewStrikeSchema,
  StrikeApprovalSchema,
  StrikePreviewSchema,
  WalkInStrikeSchema,
} from '../../office/walk-in-strikes.ts'
import { endpoints } from '../endpoint.ts'

export const walkInStrikesOfficeEndpoints = endpoints({
  'GET /api/office/days/:id/walk-ins': {
    permission: 'appointments.write',
    response: { 200: DoorHelpersSchema },
  },
  'POST /api/office/walk-in-strikes': {
    permission: 'appointments.write',
    body: NewStrikeSchema,
    response: { 200: StrikePreviewSchema, 201: WalkInStrikeSchema },
  },
  'GET /api/office/walk-in-strikes/:id': {
    permission: 'actions.confirm',
    response: { 200: WalkInStrikeSchema },
  },
  'POST /api/office/walk-in-strikes/:id/approval': {
    permission: 'actions.confirm',
    body: StrikeApprovalSchema,
    response: { 200: WalkInStrikeSchema },
  },
  'POST /api/office/walk-in-strikes/:id/withdrawal': {
    permission: 'actions.confirm',
    body: z.optional(z.object({})),
    response: { 200: WalkInStrikeSchema },
  },
})
