// The one way in which events open and close loops, each in the transaction of its event.
import {
  dueAt,
  LOOP_RULES,
  type LoopKind,
  nextStepAt,
  type Pace,
} from '../../domain/office/care-loops.ts'
import type { Queryable } from '../db/database.ts'
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

/** Does nothing where the same loop is open. */
export function openLoops(q: Queryable, loops: readonly LoopToOpen[]): Promise<void> {
  return insertLoops(q, loops.map(toRow))
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

export function toRow({ pace = 'usual', ...loop }: LoopToOpen): NewLoop {
  const { owner, urgency } = LOOP_RULES[loop.kind]
  return {
    ...loop,
    pace,
    owner,
    urgency,
    dueAt: dueAt(loop.kind, loop.openedAt, pace),
    nextStepAt: nextStepAt(loop.kind, loop.openedAt, { pace }),
  }
}
