import { endpoints } from './endpoint.ts'

export const openapiEndpoints = endpoints({
  'GET /api/openapi.json': { session: 'none', response: {} },
})
