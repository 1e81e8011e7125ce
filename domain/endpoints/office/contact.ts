import { HandledSchema, MessageSchema, SpamSchema } from '../../office/desk-schemas.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const contactOfficeEndpoints = endpoints({
  'GET /api/office/messages': officeList('messages.read', MessageSchema),
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
