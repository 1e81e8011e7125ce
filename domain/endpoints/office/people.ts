import { AttendeeLabelsQuerySchema, MemberLabelsQuerySchema } from '../../office/address-labels.ts'
import { MemberMessageSchema } from '../../office/member-message.ts'
import {
  ActiveChangeSchema,
  ListedMemberSchema,
  MemberChangeSchema,
  NewMemberSchema,
  OfficeMemberSchema,
  ReadMemberSchema,
} from '../../office/member-schemas.ts'
import {
  ConfirmationAgainSchema,
  HelpSentSchema,
  PhoneHelpSchema,
} from '../../office/phone-help.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const peopleOfficeEndpoints = endpoints({
  'GET /api/office/members': officeList('members.read', ListedMemberSchema),
  'GET /api/office/address-labels': {
    permission: 'members.read',
    query: MemberLabelsQuerySchema,
    response: {},
  },
  'GET /api/office/events/:id/address-labels': {
    permission: 'members.read',
    query: AttendeeLabelsQuerySchema,
    response: {},
  },
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
  'POST /api/office/members/:id/help': {
    permission: 'members.write',
    body: PhoneHelpSchema,
    response: { 200: HelpSentSchema },
  },
  'POST /api/office/members/:id/messages': {
    permission: 'messages.write',
    body: MemberMessageSchema,
    response: { 201: HelpSentSchema },
  },
  'POST /api/office/sign-up-confirmations': {
    permission: 'members.write',
    body: ConfirmationAgainSchema,
    response: NOTHING,
  },
  'PUT /api/office/members/:id/active': {
    permission: 'members.write',
    body: ActiveChangeSchema,
    response: { 200: OfficeMemberSchema },
  },
})
