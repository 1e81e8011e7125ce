import * as z from 'zod/mini'
import { ComingTestSchema, RecallAnswerSchema, RecallSchema } from '../recalls.ts'
import { endpoints } from './endpoint.ts'

export const recallsEndpoints = endpoints({
  'GET /api/recall': {
    session: 'proven',
    /** `after` is the id of a result: then also the events from the day `from` on. */
    query: z.object({
      after: z.optional(z.string().check(z.maxLength(20))),
      from: z.optional(z.iso.date()),
    }),
    response: {
      200: z.object({
        recall: z.nullable(RecallSchema),
        coming: z.optional(z.nullable(ComingTestSchema)),
      }),
    },
  },
  'PUT /api/recall': {
    session: 'proven',
    body: RecallAnswerSchema,
    response: { 200: z.object({ recall: z.nullable(RecallSchema) }) },
  },
})
