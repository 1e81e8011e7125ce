import { SubscriptionRowSchema } from '../../office/desk-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

export const newsletterOfficeEndpoints = endpoints({
  'GET /api/office/subscriptions': officeList('messages.read', SubscriptionRowSchema),
})
