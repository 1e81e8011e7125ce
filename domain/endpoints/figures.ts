import { PublishedYearsSchema } from '../published-figures.ts'
import { endpoints } from './endpoint.ts'

export const figuresEndpoints = endpoints({
  'GET /api/figures': { session: 'none', response: { 200: PublishedYearsSchema }, refusals: {} },
})
