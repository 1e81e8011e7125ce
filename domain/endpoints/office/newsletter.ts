import { ListQuerySchema, listOf } from '../../office/contract.ts'
import { SubscriptionRowSchema } from '../../office/desk-shapes.ts'
import { endpoints } from '../endpoint.ts'

export const newsletterOfficeEndpoints = endpoints({
  'GET /api/office/subscriptions': {
    permission: 'messages.read',
    query: ListQuerySchema,
    response: { 200: listOf(SubscriptionRowSchema) },
  },
})
