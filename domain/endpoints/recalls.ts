import * as z from 'zod/mini'
import { RecallAnswerSchema, RecallSchema } from '../recalls.ts'
import { endpoints } from './endpoint.ts'

export const recallsEndpoints = endpoints({
  'GET /api/recall': {
    session: 'proven',
    response: { 200: z.object({ recall: z.nullable(RecallSchema) }) },
  },
  'PUT /api/recall': {
    session: 'proven',
    body: RecallAnswerSchema,
    response: { 200: z.object({ recall: z.nullable(RecallSchema) }) },
  },
})
