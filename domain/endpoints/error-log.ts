import { ErrorReportSchema } from '../contract.ts'
import { endpoints, NOTHING, SuccessSchema } from './endpoint.ts'

export const errorLogEndpoints = endpoints({
  'POST /api/logs/error': {
    session: 'none',
    body: ErrorReportSchema,
    response: { 202: SuccessSchema },
  },
  'POST /api/logs/policy': { session: 'none', response: NOTHING },
})
