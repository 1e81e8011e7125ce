import { hasPermission } from '../../../domain/office/permissions.ts'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { publishFigures } from './publish-figures.ts'
import { readYear } from './read-figures.ts'

export function figuresOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/figures/:year', (request) =>
    readYear(deps, {
      year: yearIn(request.params.year),
      withOutcomes: hasPermission(staffOf(request).roles, 'figures.publish'),
    }),
  )

  serve(app, 'POST /api/office/figures/:year/publication', async (request) => {
    const year = yearIn(request.params.year)
    await publishFigures(deps, { year, wanted: request.body, staff: staffOf(request) })
    return readYear(deps, { year, withOutcomes: true })
  })
}

/** Throws Refused not_found for text that is no year of the charity's. */
function yearIn(text: string): number {
  if (!/^20\d{2}$/.test(text)) throw new Refused('not_found')
  return Number(text)
}
