import { RouterContextProvider } from 'react-router'
import { comingFrom } from '../../../domain/coming-test.ts'
import type { MedicalResult } from '../../../domain/contract.ts'
import type { ComingTest, Recall } from '../../../domain/recalls.ts'
import { get } from '../../api.ts'
import { reportClientError } from '../../report-error.ts'

export type NextTestLoaded = {
  /** The open invitation. */
  recall: Recall | null
  /** Events for the test after an amber result, before the invitation. */
  coming: (ComingTest & { dueOn: string; resultId: number }) | null
}

/** What the member can book next; `newest` is the latest result. Never rejects. */
export async function loadNextTest(
  newest: MedicalResult | null | undefined,
  today: string,
): Promise<NextTestLoaded> {
  const amber = newest?.result?.band === 'Amber' && !newest.replaced_by ? newest.result : null
  const { retest_on: dueOn = null, result_id: resultId = 0 } = amber ?? {}
  const query = dueOn ? { after: String(resultId), from: comingFrom(dueOn, today) } : {}
  try {
    const { recall, coming = null } = await get(new RouterContextProvider(), 'GET /api/recall', {
      query,
    })
    return { recall, coming: dueOn && coming ? { ...coming, dueOn, resultId } : null }
  } catch (error) {
    reportClientError('Failed to load the next test', error)
    return { recall: null, coming: null }
  }
}
