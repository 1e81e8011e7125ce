import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import { FiguresPublicationSchema, YearFiguresSchema } from '../../../domain/office/figures.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { publishFigures } from './publish-figures.ts'
import { readYear } from './read-figures.ts'

const YearInPath = z.object({ year: z.string() })

export function figuresOfficeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/office/figures/:year',
    {
      ...permitted(deps, 'figures.read'),
      schema: { params: YearInPath, response: { 200: YearFiguresSchema, '4xx': ErrorSchema } },
    },
    (request) =>
      readYear(deps, {
        year: yearIn(request.params.year),
        withOutcomes: hasPermission(staffOf(request).roles, 'figures.publish'),
      }),
  )

  app.post(
    '/api/office/figures/:year/publication',
    {
      ...permitted(deps, 'figures.publish'),
      schema: {
        params: YearInPath,
        body: FiguresPublicationSchema,
        response: { 200: YearFiguresSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const year = yearIn(request.params.year)
      await publishFigures(deps, { year, wanted: request.body, staff: staffOf(request) })
      return readYear(deps, { year, withOutcomes: true })
    },
  )
}

/** Throws Refused not_found for text that is no year of the charity's. */
function yearIn(text: string): number {
  if (!/^20\d{2}$/.test(text)) throw new Refused('not_found')
  return Number(text)
}
