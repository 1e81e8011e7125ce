import { AbsencesSchema, NewAbsenceSchema } from '../../office/absences.ts'
import { ReasonSchema } from '../../office/booking-schemas.ts'
import {
  NewStaffSchema,
  OfficeMeSchema,
  StaffChangeSchema,
  StaffSchema,
} from '../../office/contract.ts'
import { StaffAccountSchema, StaffCoverSchema } from '../../office/staff-account.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const staffOfficeEndpoints = endpoints({
  'GET /api/office/me': { permission: null, response: { 200: OfficeMeSchema } },
  'GET /api/office/openapi.json': { permission: null, response: {} },
  'GET /api/office/staff': officeList('staff.write', StaffSchema),
  'POST /api/office/staff': {
    permission: 'staff.write',
    body: NewStaffSchema,
    response: { 201: StaffSchema },
  },
  'GET /api/office/staff/:id': { permission: 'staff.write', response: { 200: StaffSchema } },
  'GET /api/office/staff/:id/account': {
    permission: 'staff.write',
    response: { 200: StaffAccountSchema },
  },
  'POST /api/office/staff/:id/invitation': { permission: 'staff.write', response: NOTHING },
  'POST /api/office/staff/:id/sign-out': { permission: 'staff.write', response: NOTHING },
  'POST /api/office/staff/:id/factor-removal': {
    permission: 'staff.write',
    body: ReasonSchema,
    response: NOTHING,
  },
  'POST /api/office/staff/:id/factor-removal/stop': {
    permission: 'staff.write',
    response: NOTHING,
  },
  'GET /api/office/absences': { permission: 'results.review', response: { 200: AbsencesSchema } },
  'POST /api/office/absences': {
    permission: 'results.review',
    body: NewAbsenceSchema,
    response: { 201: AbsencesSchema },
  },
  'POST /api/office/absences/:id/end': {
    permission: 'results.review',
    response: { 200: AbsencesSchema },
  },
  'GET /api/office/staff-cover': {
    permission: 'staff.write',
    response: { 200: StaffCoverSchema },
  },
  'PUT /api/office/staff/:id': {
    permission: 'staff.write',
    body: StaffChangeSchema,
    response: { 200: StaffSchema },
  },
})
