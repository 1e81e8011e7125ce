import * as z from 'zod/mini'
import { SubscriptionSchema } from '../contract.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

/** `sent_on`: YYYY-MM-DD in London. */
const PastNewsletterSchema = z.object({ id: z.int(), subject: z.string(), sent_on: z.string() })

export const newsletterEndpoints = endpoints({
  'POST /api/subscriptions': { session: 'none', body: SubscriptionSchema, response: SUCCESS },
  /** Those that the website shows, the newest first. */
  'GET /api/newsletters': {
    session: 'none',
    response: { 200: z.object({ newsletters: z.array(PastNewsletterSchema) }) },
  },
  'GET /api/newsletters/:id': {
    session: 'none',
    response: {
      200: z.object({
        newsletter: z.extend(PastNewsletterSchema, { html: z.string() }),
      }),
    },
  },
})
