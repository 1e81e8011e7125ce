import { SubscriptionSchema } from '../contract.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

export const newsletterEndpoints = endpoints({
  'POST /api/subscriptions': { session: 'none', body: SubscriptionSchema, response: SUCCESS },
})
