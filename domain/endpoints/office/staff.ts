import {
  NewStaffSchema,
  OfficeMeSchema,
  StaffChangeSchema,
  StaffSchema,
} from '../../office/contract.ts'
import { endpoints, officeList } from '../endpoint.ts'

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
  'PUT /api/office/staff/:id': {
    permission: 'staff.write',
    body: StaffChangeSchema,
    response: { 200: StaffSchema },
  },
})
