import * as z from 'zod/mini'
import { ErrorReportSchema } from '../contract.ts'
import { endpoints, NOTHING } from './endpoint.ts'

export const errorLogEndpoints = endpoints({
  'POST /api/logs/error': {
    session: 'none',
    body: ErrorReportSchema,
    response: { 202: z.object({ status: z.literal('success') }) },
  },
  'POST /api/logs/policy': { session: 'none', response: NOTHING },
})
