import type { LoopKind } from '../../domain/office/care-loops.ts'
import type { LabResultState } from '../../domain/office/result-states.ts'
import type { Queryable } from '../db/database.ts'
import { lockLettersOfReports } from '../result-letters/letter-contents.queries.ts'
import { closeLoops, openLoop, openLoops } from './change-loops.ts'
import { hasLabResult } from './loops.queries.ts'

type Recorded = { id: number; memberId: number; appointmentId: number; replacesId: number | null }

const LAB_KINDS: LoopKind[] = ['sample_to_lab', 'lab_to_result']
const REVIEW_KINDS: LoopKind[] = ['result_to_review', 'second_review', 'review_to_release']
const KIND_OF: Record<LabResultState, LoopKind | null> = {
  review: 'result_to_review',
  second: 'second_review',
  ready: 'review_to_release',
  'ring first': 'review_to_release',
  released: null,
  discarded: null,
}

/** Call with the laboratory results that a file has brought, in the transaction that stores them. */
export async function followRecorded(
  q: Queryable,
  { recorded, now: at }: { recorded: readonly Recorded[]; now: Date },
): Promise<void> {
  const appointmentIds = recorded.map(({ appointmentId }) => appointmentId)
  const replacedIds = recorded.flatMap(({ replacesId }) => replacesId ?? [])
  await lockLettersOfReports(q, replacedIds)
  await closeLoops(q, {
    kinds: LAB_KINDS,
    subject: { appointmentIds },
    because: 'laboratory result recorded',
    at,
  })
  await closeLoops(q, {
    kinds: REVIEW_KINDS,
    subject: { labResultIds: replacedIds },
    because: 'corrected by the laboratory',
    at,
  })
  await openLoops(
    q,
    recorded.map(({ id, memberId, appointmentId }) => ({
      kind: 'result_to_review',
      memberId,
      appointmentId,
      labResultId: id,
      openedAt: at,
    })),
  )
}

/** Call with every new state of a laboratory result, in the transaction that stores it. */
export async function followReview(
  q: Queryable,
  of: {
    labResult: { id: number; memberId: number; appointmentId: number }
    state: LabResultState
    now: Date
  },
): Promise<void> {
  const { labResult, state, now: at } = of
  const { id: labResultId, memberId, appointmentId } = labResult
  const kind = KIND_OF[state]
  const kinds = REVIEW_KINDS.filter((one) => one !== kind)
  await closeLoops(q, { kinds, subject: { labResultIds: [labResultId] }, because: state, at })
  if (kind) await openLoop(q, { kind, memberId, appointmentId, labResultId, openedAt: at })
  if (state === 'discarded' && !(await hasLabResult(q, appointmentId)))
    await openLoop(q, { kind: 'lab_to_result', memberId, appointmentId, openedAt: at })
}
