import { isDeepStrictEqual } from 'node:util'
import type { FiguresPublication } from '../../../domain/office/figures.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { insertPublishedFigures } from './figures.queries.ts'
import { readYear } from './read-figures.ts'

/**
 * Publishes a year that is over, small counts hidden. Throws Refused year_not_over, too_few_events
 * or one_host where the figures would tell a host those of others, and
 * preview_outdated when the records have changed since the preview was read.
 */
export async function publishFigures(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'cache'>,
  { year, wanted, staff }: { year: number; wanted: FiguresPublication; staff: Staff },
): Promise<void> {
  const { preview, withheld } = await readYear(deps, { year, withOutcomes: true })
  if (withheld) throw new Refused(withheld)
  if (!preview) throw new Refused('year_not_over')
  if (!isDeepStrictEqual(preview, wanted.preview)) throw new Refused('preview_outdated')
  const at = deps.now()
  const { source } = wanted
  // The public page shows all events' figures, so every cached page is about them.
  await commit({ ...deps, eventIds: 'any' }, async (tx) => {
    await insertPublishedFigures(tx, {
      year,
      counts: preview,
      source,
      publishedBy: staff.id,
      publishedAt: at,
    })
    await insertAudit(
      tx,
      { by: staff, memberId: null, subject: `year ${year}`, at },
      'figures published',
      { ...preview, source },
    )
  })
}
