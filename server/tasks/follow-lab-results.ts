import type { LoopKind, PlainKind } from '../../domain/office/care-loops.ts'
import type { LabResultState } from '../../domain/office/result-states.ts'
import type { Deps } from '../deps.ts'
import { lockLettersOfReports } from '../facts/letter-contents.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import {
  changeLoop,
  closeAnyLoops,
  closeLoops,
  openAnyLoop,
  openAnyLoops,
  openLoop,
  openLoops,
  toRow,
} from './change-loops.ts'
import { hasLabResult, lockOpenLoops } from './loops.queries.ts'
import { listWithoutResult } from './samples.queries.ts'
import { toReal } from './sealed-loops.ts'

type Recorded = { id: number; memberId: number; appointmentId: number; replacesId: number | null }

type Keys = Pick<Deps, 'fieldKeys'>
const LAB_KINDS: PlainKind[] = ['sample_to_lab', 'lab_to_result']
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
  keys: Keys,
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
  await closeAnyLoops(q, keys, {
    kinds: REVIEW_KINDS,
    subject: { labResultIds: replacedIds },
    because: 'corrected by the laboratory',
    at,
  })
  await openAnyLoops(
    q,
    keys,
    recorded.map(({ id, memberId, appointmentId }) => ({
      kind: 'result_to_review',
      memberId,
      appointmentId,
      labResultId: id,
      openedAt: at,
    })),
  )
  // A correction may be of another sample: the one that was reported first is awaited again.
  const awaited = await listWithoutResult(q, replacedIds)
  await openLoops(
    q,
    awaited.map((one) => ({ ...one, kind: 'lab_to_result', openedAt: at })),
  )
}

/**
 * Call with every new state of a laboratory result, in the transaction that stores it. A second review
 * goes on in the task of the first: another task would tell that it is red.
 */
export async function followReview(
  q: Queryable,
  keys: Keys,
  of: {
    labResult: { id: number; memberId: number; appointmentId: number }
    state: LabResultState
    now: Date
  },
): Promise<void> {
  const { labResult, state, now: at } = of
  const { id: labResultId, memberId, appointmentId } = labResult
  const kind = KIND_OF[state]
  const subject = { labResultIds: [labResultId] }
  // Nothing else is tried then: a number left out in the table would tell it too.
  if (kind === 'second_review' && (await turnToSecond(q, keys, { subject, at }))) return
  const kinds = REVIEW_KINDS.filter((one) => one !== kind)
  await closeAnyLoops(q, keys, { kinds, subject, because: state, at })
  if (kind) await openAnyLoop(q, keys, { kind, memberId, appointmentId, labResultId, openedAt: at })
  if (state === 'discarded' && !(await hasLabResult(q, appointmentId)))
    await openLoop(q, { kind: 'lab_to_result', memberId, appointmentId, openedAt: at })
}

/** Whether there was a first review to turn. */
async function turnToSecond(
  q: Queryable,
  keys: Keys,
  { subject, at }: { subject: { labResultIds: number[] }; at: Date },
): Promise<boolean> {
  const open = await lockOpenLoops(q, { kinds: ['result_to_review'], subject })
  for (const row of open) {
    const { memberId } = row
    const second = toRow({ kind: 'second_review', memberId, openedAt: at })
    const { kind, urgency, dueAt = null, nextStepAt = null } = second
    const changes = { kind, urgency, dueAt, nextStepAt, escalatedTo: null }
    await changeLoop(q, keys, toReal(keys.fieldKeys, row), changes)
  }
  return open.length > 0
}

const ENDED_BY_A_CHOICE: PlainKind[] = ['consent_withdrawn']
type OfReport = { labResult: { id: number; memberId: number; appointmentId: number }; now: Date }

/** Call when a clinician chose what becomes of a result whose consent was withdrawn. */
export async function followChoice(q: Queryable, of: OfReport): Promise<void> {
  await closeAbout(q, of, { kinds: ENDED_BY_A_CHOICE, because: 'a clinician chose' })
}

/** Call when a report was destroyed: nothing is awaited any more. */
export async function followDestroyed(q: Queryable, of: OfReport): Promise<void> {
  await followChoice(q, of)
  await closeAbout(q, of, { kinds: LAB_KINDS, because: 'destroyed' })
}

/** Call when a result was given to the GP alone. */
export async function followGpOnly(q: Queryable, of: OfReport): Promise<void> {
  const kinds: PlainKind[] = [...ENDED_BY_A_CHOICE, 'result_of_the_dead']
  await closeAbout(q, of, { kinds, because: 'given to the GP alone' })
}

/** Call when taking a released result back was asked for, or the request was dropped. */
export async function followTakeBackRequested(
  q: Queryable,
  { labResult, now, isOpen }: OfReport & { isOpen: boolean },
): Promise<void> {
  const { id: labResultId, memberId, appointmentId } = labResult
  if (isOpen)
    await openLoop(q, { kind: 'take_back', memberId, appointmentId, labResultId, openedAt: now })
  else await closeAbout(q, { labResult, now }, { kinds: ['take_back'], because: 'dropped' })
}

/** Call when a released result was taken back; after another man's the member's own is awaited. */
export async function followTakenBack(
  q: Queryable,
  of: OfReport & { isOfAnother: boolean },
): Promise<void> {
  const { id: labResultId, memberId, appointmentId } = of.labResult
  const kinds: PlainKind[] = ['take_back', 'sample_undone']
  await closeAbout(q, of, { kinds, because: 'taken back' })
  await openLoop(q, { kind: 'incident', memberId, appointmentId, labResultId, openedAt: of.now })
  if (of.isOfAnother)
    await openLoop(q, { kind: 'lab_to_result', memberId, appointmentId, openedAt: of.now })
}

/** Call when a clinician recorded that a released result stands although its sample was undone. */
export async function followStands(q: Queryable, of: OfReport): Promise<void> {
  await closeAbout(q, of, { kinds: ['sample_undone'], because: 'it stands' })
}

async function closeAbout(
  q: Queryable,
  { labResult, now: at }: OfReport,
  { kinds, because }: { kinds: PlainKind[]; because: string },
): Promise<void> {
  for (const subject of [
    { labResultIds: [labResult.id] },
    { appointmentIds: [labResult.appointmentId] },
  ])
    await closeLoops(q, { kinds, subject, because, at })
}
