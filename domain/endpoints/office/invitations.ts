import {
  ExtensionSchema,
  GroupHeldSchema,
  GroupListSchema,
  GroupPlanSchema,
  InvitationCardSchema,
  InvitationSchema,
  ListedInvitationSchema,
} from '../../office/invitations.ts'
import { endpoints, officeList } from '../endpoint.ts'

const permission = 'appointments.write'
const changed = { permission, response: { 200: InvitationSchema } } as const

export const invitationsOfficeEndpoints = endpoints({
  'GET /api/office/events/:id/invitations': officeList(permission, ListedInvitationSchema),
  'POST /api/office/events/:id/invitation-plan': {
    permission,
    body: GroupListSchema,
    response: { 200: GroupPlanSchema },
  },
  'POST /api/office/events/:id/invitations': {
    permission,
    body: GroupListSchema,
    response: { 201: GroupHeldSchema },
  },
  'POST /api/office/invitations/:id/withdrawal': changed,
  'POST /api/office/invitations/:id/sending': changed,
  'POST /api/office/invitations/:id/card': {
    permission,
    response: { 200: InvitationCardSchema },
  },
  'POST /api/office/invitations/:id/extension': { ...changed, body: ExtensionSchema },
})
