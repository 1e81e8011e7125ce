import * as z from 'zod/mini'
import { listOf } from '../../office/contract.ts'
import {
  BatchOutcomeSchema,
  GreenReviewsSchema,
  LabResultSchema,
  OpenedResultSchema,
  ReleaseSchema,
  ReleasesSchema,
  ResultCallSchema,
  ResultChoiceSchema,
  ResultDetailSchema,
  ResultNoteSchema,
  ResultReviewSchema,
  TakeBackRequestSchema,
} from '../../office/lab-result-schemas.ts'
import { endpoints, officeList } from '../endpoint.ts'

/** A decision about one result, which answers with the result as it is then. */
const change = <const Body extends z.ZodMiniType>(body: Body) =>
  ({ permission: 'results.review', body, response: { 200: LabResultSchema } }) as const

export const reviewOfficeEndpoints = endpoints({
  'GET /api/office/results': officeList('results.review', LabResultSchema),
  'GET /api/office/results/:id': {
    permission: 'results.review',
    response: { 200: OpenedResultSchema },
  },
  'GET /api/office/results/review-list': {
    permission: 'results.review',
    query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
    response: { 200: listOf(ResultDetailSchema) },
  },
  'POST /api/office/results/green-reviews': {
    permission: 'results.review',
    body: GreenReviewsSchema,
    response: { 200: BatchOutcomeSchema },
  },
  'POST /api/office/results/releases': {
    permission: 'results.review',
    body: ReleasesSchema,
    response: { 200: BatchOutcomeSchema },
  },
  'POST /api/office/results/:id/review': change(ResultReviewSchema),
  'POST /api/office/results/:id/second-review': change(ResultReviewSchema),
  'POST /api/office/results/:id/send-back': change(ResultNoteSchema),
  'POST /api/office/results/:id/take-back': change(ResultNoteSchema),
  'POST /api/office/results/:id/call': change(ResultCallSchema),
  'POST /api/office/results/:id/release': change(ReleaseSchema),
  'POST /api/office/results/:id/choice': change(ResultChoiceSchema),
  'POST /api/office/results/:id/same-person': change(ResultNoteSchema),
  'POST /api/office/results/:id/stands': change(ResultNoteSchema),
  'POST /api/office/results/:id/take-back-request': change(TakeBackRequestSchema),
  'POST /api/office/results/:id/take-back-request/drop': change(ResultNoteSchema),
  'POST /api/office/results/:id/take-back-request/confirm': change(ResultNoteSchema),
})
