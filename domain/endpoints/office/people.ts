import {
  ActiveChangeSchema,
  ListedMemberSchema,
  MemberChangeSchema,
  NewMemberSchema,
  OfficeMemberSchema,
  ReadMemberSchema,
} from '../../office/member-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const peopleOfficeEndpoints = endpoints({
  'GET /api/office/members': officeList('members.read', ListedMemberSchema),
  'POST /api/office/members': {
    permission: 'members.write',
    body: NewMemberSchema,
    response: { 201: OfficeMemberSchema },
  },
  'GET /api/office/members/:id': {
    permission: 'members.read',
    query: ReadMemberSchema,
    response: { 200: OfficeMemberSchema },
  },
  'PUT /api/office/members/:id': {
    permission: 'members.write',
    body: MemberChangeSchema,
    response: { 200: OfficeMemberSchema },
  },
  'PUT /api/office/members/:id/active': {
    permission: 'members.write',
    body: ActiveChangeSchema,
    response: { 200: OfficeMemberSchema },
  },
})
