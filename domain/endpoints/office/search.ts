import { FoundSchema, SearchQuerySchema } from '../../office/search-schemas.ts'
import { endpoints } from '../endpoint.ts'

export const searchOfficeEndpoints = endpoints({
  'GET /api/office/search': {
    permission: null,
    query: SearchQuerySchema,
    response: { 200: FoundSchema },
  },
})
