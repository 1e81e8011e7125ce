import { ListQuerySchema, listOf } from '../../office/contract.ts'
import { HandledSchema, MessageSchema } from '../../office/desk-shapes.ts'
import { endpoints, NOTHING } from '../endpoint.ts'

export const contactOfficeEndpoints = endpoints({
  'GET /api/office/messages': {
    permission: 'messages.read',
    query: ListQuerySchema,
    response: { 200: listOf(MessageSchema) },
  },
  'PUT /api/office/messages/:id/handled': {
    permission: 'messages.read',
    body: HandledSchema,
    response: NOTHING,
  },
})
