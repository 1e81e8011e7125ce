// The one way in which events open and close loops, each in the transaction of its event.
import {
  dueAt,
  LOOP_RULES,
  type LoopKind,
  nextStepAt,
  type Pace,
} from '../../domain/office/care-loops.ts'
import { taskAfterDeath } from '../../domain/office/contact-stops.ts'
import type { Queryable } from '../db/database.ts'
import { listDead } from '../members/reach.queries.ts'
import { findLabDays } from './lab-days.queries.ts'
import {
  insertLoops,
  type LoopRow,
  type NewLoop,
  type Subject,
  updateOpenLoops,
} from './loops.queries.ts'

export type LoopToOpen = {
  kind: LoopKind
  memberId: number
  appointmentId?: number | null
  labResultId?: number | null
  resultId?: number | null
  openedAt: Date
  pace?: Pace
}

/**
 * Does nothing where the same loop is open. Of a member who has died only what is left to do opens:
 * a result goes to the list of the dead, and nobody rings.
 */
export async function openLoops(q: Queryable, loops: readonly LoopToOpen[]): Promise<void> {
  const dead = await listDead(
    q,
    loops.map(({ memberId }) => memberId),
  )
  const open = loops.flatMap((loop) => {
    const kind = dead.has(loop.memberId) ? taskAfterDeath(loop.kind) : loop.kind
    return kind === null ? [] : [{ ...loop, kind }]
  })
  await insertLoops(q, await toRows(q, open))
}

export function openLoop(q: Queryable, loop: LoopToOpen): Promise<void> {
  return openLoops(q, [loop])
}

/** `because` names the event. Returns the loops that were open. */
export function closeLoops(
  q: Queryable,
  { because, at, ...which }: ClosedBy & { kinds: readonly LoopKind[]; subject: Subject },
): Promise<LoopRow[]> {
  return updateOpenLoops(q, which, { closedAt: at, closedBecause: because })
}

export type ClosedBy = { because: string; at: Date }

/** A result is late after the days of its own laboratory. */
export async function toRows(q: Queryable, loops: readonly LoopToOpen[]): Promise<NewLoop[]> {
  const atLab = loops.filter(({ kind }) => kind === 'lab_to_result')
  const days = await findLabDays(
    q,
    atLab.flatMap(({ appointmentId }) => appointmentId ?? []),
  )
  return loops.map((loop) => toRow(loop, days.get(loop.appointmentId ?? 0)))
}

export function toRow({ pace = 'usual', ...loop }: LoopToOpen, labDays?: number): NewLoop {
  const { owner, urgency } = LOOP_RULES[loop.kind]
  const due = dueAt(loop.kind, loop.openedAt, pace, labDays)
  return {
    ...loop,
    pace,
    owner,
    urgency,
    dueAt: due,
    nextStepAt: nextStepAt(loop.kind, loop.openedAt, { pace, due }),
  }
}
