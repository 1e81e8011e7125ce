import {
  InvitationKeySchema,
  InvitationViewSchema,
  OpenedInvitationSchema,
} from '../invitation-schemas.ts'
import { endpoints } from './endpoint.ts'

export const invitationEndpoints = endpoints({
  'POST /api/invitation': {
    session: 'none',
    body: InvitationKeySchema,
    response: { 200: InvitationViewSchema },
  },
  'POST /api/invitation/refusal': {
    session: 'none',
    body: InvitationKeySchema,
    response: { 200: InvitationViewSchema },
  },
  'POST /api/invitation/place': {
    session: 'none',
    body: InvitationKeySchema,
    response: { 200: OpenedInvitationSchema },
  },
})
