import {
  DayActionsSchema,
  DayClosedSchema,
  DayResultsSchema,
  DaySchema,
  DayToCloseSchema,
  OpenDaysSchema,
} from '../../office/day-schemas.ts'
import { DayUnresolvedSchema } from '../../office/day-unresolved.ts'
import { KeptRegistrationSchema } from '../../office/walk-in-schemas.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const checkInOfficeEndpoints = endpoints({
  'GET /api/office/days': { permission: 'days.write', response: { 200: OpenDaysSchema } },
  'GET /api/office/days/:id': { permission: 'days.write', response: { 200: DaySchema } },
  'POST /api/office/days/:id/actions': {
    permission: 'days.write',
    body: DayActionsSchema,
    response: { 200: DayResultsSchema },
  },
  'POST /api/office/days/:id/close': {
    permission: 'days.write',
    body: DayToCloseSchema,
    response: { 200: DayClosedSchema },
  },
  'GET /api/office/days/:id/unresolved': {
    permission: 'days.write',
    response: { 200: DayUnresolvedSchema },
  },
  'POST /api/office/days/:id/problems/:action/review': {
    permission: 'days.write',
    response: NOTHING,
  },
  'GET /api/office/days/:id/problems/:action/registration': {
    permission: 'days.write',
    response: { 200: KeptRegistrationSchema },
  },
})
