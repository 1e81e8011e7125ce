import * as z from 'zod/mini'
import { GivenConsentSchema, WithdrawalSchema } from '../consent-schemas.ts'
import { endpoints } from './endpoint.ts'

export const withdrawalsEndpoints = endpoints({
  'GET /api/medical/consents': {
    session: 'required',
    response: { 200: z.object({ consents: z.array(GivenConsentSchema) }) },
  },
  'POST /api/events/:id/consent-withdrawal': {
    session: 'required',
    response: { 200: WithdrawalSchema },
  },
})
