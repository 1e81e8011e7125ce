import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { readPublished } from './read-figures.ts'

export function figuresRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/figures', async () => ({
    years: await readPublished(deps),
  }))
}
