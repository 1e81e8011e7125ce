import * as z from 'zod/mini'
import { WaitingListSchema, WaitSchema } from '../waiting-list-schemas.ts'
import { endpoints } from './endpoint.ts'

export const waitingListEndpoints = endpoints({
  'GET /api/waiting-list': {
    session: 'required',
    response: { 200: z.object({ waits: z.array(WaitSchema) }) },
  },
  'GET /api/events/:id/waiting-list': { session: 'required', response: { 200: WaitingListSchema } },
  'POST /api/events/:id/waiting-list': {
    session: 'required',
    response: { 200: WaitingListSchema },
  },
  'DELETE /api/events/:id/waiting-list': {
    session: 'required',
    response: { 200: WaitingListSchema },
  },
})
