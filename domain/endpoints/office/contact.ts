import {
  ComplaintSchema,
  HandledSchema,
  MessageNoteSchema,
  MessageSchema,
  MessageThreadSchema,
  OwnerSchema,
  ReplySchema,
  SpamSchema,
} from '../../office/desk-schemas.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const contactOfficeEndpoints = endpoints({
  'GET /api/office/messages': officeList('messages.read', MessageSchema),
  'GET /api/office/messages/:id': {
    permission: 'messages.read',
    response: { 200: MessageThreadSchema },
  },
  'POST /api/office/messages/:id/replies': {
    permission: 'messages.write',
    body: ReplySchema,
    response: NOTHING,
  },
  'POST /api/office/messages/:id/notes': {
    permission: 'messages.read',
    body: MessageNoteSchema,
    response: NOTHING,
  },
  'PUT /api/office/messages/:id/owner': {
    permission: 'messages.read',
    body: OwnerSchema,
    response: NOTHING,
  },
  'PUT /api/office/messages/:id/complaint': {
    permission: 'messages.read',
    body: ComplaintSchema,
    response: NOTHING,
  },
  'PUT /api/office/messages/:id/handled': {
    permission: 'messages.read',
    body: HandledSchema,
    response: NOTHING,
  },
  'PUT /api/office/messages/:id/spam': {
    permission: 'messages.read',
    body: SpamSchema,
    response: NOTHING,
  },
})
