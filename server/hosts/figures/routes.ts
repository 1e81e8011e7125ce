import { PublishedYearsSchema } from '../../../domain/published-figures.ts'
import type { App, Deps } from '../../deps.ts'
import { readPublished } from './read-figures.ts'

export function figuresRoutes(app: App, deps: Deps): void {
  app.get('/api/figures', { schema: { response: { 200: PublishedYearsSchema } } }, async () => ({
    years: await readPublished(deps),
  }))
}
