import { hideSmall } from '../../../domain/figures.ts'
import { DIAGNOSES, type Diagnosis } from '../../../domain/follow-up.ts'
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import type { YearFigures } from '../../../domain/office/figures.ts'
import { openSaid } from '../../care/task-list/sealed-follow-up.ts'
import type { Deps } from '../../deps.ts'
import { openClosing } from '../../tasks/sealed-closing.ts'
import { toReal } from '../../tasks/sealed-loops.ts'
import { listFollowUpAnswersOfEvents, listFollowUpClosingsOfEvents } from './diagnoses.queries.ts'

const ABOUT_A_GP: readonly LoopKind[] = ['gp_told', 'gp_outcome']

/**
 * Each result once: the clinician's word when there is one, otherwise the member's latest. `outside` is
 * 0, null for 1 to 7, and otherwise rounded.
 */
export async function countDiagnoses(
  { database: { db }, fieldKeys }: Pick<Deps, 'database' | 'fieldKeys'>,
  between: { from: Date; until: Date },
): Promise<NonNullable<YearFigures['diagnoses']>> {
  const ofResult = new Map<number, Diagnosis>()
  for (const { resultId, ...row } of await listFollowUpAnswersOfEvents(db, between)) {
    const { diagnosis } = openSaid(fieldKeys, { resultId, ...row })
    if (diagnosis) ofResult.set(resultId, diagnosis)
  }
  for (const row of await listFollowUpClosingsOfEvents(db, between)) {
    const { id, resultId, closing } = row
    if (!ABOUT_A_GP.includes(toReal(fieldKeys, row).kind)) continue
    const { diagnosis } = openClosing(fieldKeys, { id, sealed: closing })
    if (diagnosis) ofResult.set(resultId, diagnosis)
  }
  const counts = Map.groupBy(ofResult.values(), (diagnosis) => diagnosis)
  return DIAGNOSES.map((diagnosis) => {
    const count = counts.get(diagnosis)?.length ?? 0
    return { diagnosis, count, outside: hideSmall(count) }
  })
}
