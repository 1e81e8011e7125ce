import * as z from 'zod/mini'
import { HostKeySchema, HostPageSchema } from '../host-schemas.ts'
import { endpoints } from './endpoint.ts'

export const hostPagesEndpoints = endpoints({
  'POST /api/host': { session: 'none', body: HostKeySchema, response: { 200: HostPageSchema } },
  'POST /api/host/poster': { session: 'none', body: HostKeySchema, response: { 200: z.any() } },
})
