// The one way in which events open and close loops, each in the transaction of its event.
import {
  dueAt,
  LOOP_RULES,
  type LoopKind,
  nextStepAt,
  type Pace,
  type PlainKind,
  storedKindsOf,
} from '../../domain/office/care-loops.ts'
import { taskAfterDeath } from '../../domain/office/contact-stops.ts'
import type { Deps } from '../deps.ts'
import { listDead } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { findLabDays } from './lab-days.queries.ts'
import {
  insertLoops,
  lockOpenLoops,
  type Subject,
  storeLoop,
  updateOpenLoops,
} from './loops.queries.ts'
import { type LoopRow, type NewLoop, type StoredLoop, toReals, toStored } from './sealed-loops.ts'

type LoopToOpen<Kind extends LoopKind = LoopKind> = {
  kind: Kind
  memberId: number
  appointmentId?: number | null
  labResultId?: number | null
  resultId?: number | null
  eventId?: number | null
  openedAt: Date
  /** Where the kind does not say it. */
  dueAt?: Date
  pace?: Pace
  /** A person has to call. */
  isToRing?: boolean
}

/**
 * Does nothing where the same loop is open. Of a member who has died only what is left to do opens:
 * a result goes to the list of the dead, and nobody rings.
 */
export async function openAnyLoops(
  q: Queryable,
  { fieldKeys }: Keys,
  careLoops: readonly LoopToOpen[],
): Promise<void> {
  const rows = await toRows(q, await listLeftToDo(q, careLoops))
  await insertLoops(
    q,
    rows.map((row) => toStored(fieldKeys, row)),
  )
}

export function openAnyLoop(q: Queryable, keys: Keys, careLoop: LoopToOpen): Promise<void> {
  return openAnyLoops(q, keys, [careLoop])
}

/** The same for what tells nothing of a result, without keys. */
export async function openLoops(
  q: Queryable,
  careLoops: readonly LoopToOpen<PlainKind>[],
): Promise<void> {
  await insertLoops(q, await toRows(q, await listLeftToDo(q, careLoops)))
}

async function listLeftToDo(q: Queryable, careLoops: readonly LoopToOpen[]): Promise<LoopToOpen[]> {
  const dead = await listDead(
    q,
    careLoops.map(({ memberId }) => memberId),
  )
  return careLoops.flatMap((careLoop) => {
    const kind = dead.has(careLoop.memberId) ? taskAfterDeath(careLoop.kind) : careLoop.kind
    return kind === null ? [] : [{ ...careLoop, kind }]
  })
}

export function openLoop(q: Queryable, careLoop: LoopToOpen<PlainKind>): Promise<void> {
  return openLoops(q, [careLoop])
}

/** `because` names the event. Returns the loops that were open, as they are now. */
export async function closeAnyLoops(
  q: Queryable,
  keys: Keys,
  { because, at, kinds, subject }: ClosedBy & { kinds: readonly LoopKind[]; subject: Subject },
): Promise<LoopRow[]> {
  const open = await lockOpenLoops(q, { kinds: kinds.flatMap(storedKindsOf), subject })
  const meant = toReals(keys.fieldKeys, open).filter(({ kind }) => kinds.includes(kind))
  const closed: LoopRow[] = []
  for (const careLoop of meant)
    closed.push(
      await changeLoop(q, keys, careLoop, {
        closedAt: at,
        closedBecause: because,
        nextStepAt: null,
      }),
    )
  return closed
}

/** The same for what tells nothing of a result, without keys. */
export function closeLoops(
  q: Queryable,
  { because, at, ...which }: ClosedBy & { kinds: readonly PlainKind[]; subject: Subject },
): Promise<StoredLoop[]> {
  return updateOpenLoops(q, which, { closedAt: at, closedBecause: because })
}

/** Stores changes of a loop, sealed where it tells something; returns it as it is now. */
export async function changeLoop(
  q: Queryable,
  { fieldKeys }: Keys,
  careLoop: LoopRow,
  changes: Partial<LoopRow>,
): Promise<LoopRow> {
  const { id, ...changed } = { ...careLoop, ...changes }
  await storeLoop(q, id, toStored(fieldKeys, changed))
  return { ...changed, id }
}

type Keys = Pick<Deps, 'fieldKeys'>
export type ClosedBy = { because: string; at: Date }

/** A result is late after the days of its own laboratory. */
export async function toRows(q: Queryable, careLoops: readonly LoopToOpen[]): Promise<NewLoop[]> {
  const atLab = careLoops.filter(({ kind }) => kind === 'lab_to_result')
  const days = await findLabDays(
    q,
    atLab.flatMap(({ appointmentId }) => appointmentId ?? []),
  )
  return careLoops.map((careLoop) => toRow(careLoop, days.get(careLoop.appointmentId ?? 0)))
}

export function toRow({ pace = 'usual', ...loop }: LoopToOpen, labDays?: number): NewLoop {
  const { owner, urgency } = LOOP_RULES[loop.kind]
  const due = loop.dueAt ?? dueAt(loop.kind, loop.openedAt, pace, labDays)
  return {
    ...loop,
    pace,
    owner,
    urgency,
    dueAt: due,
    nextStepAt: nextStepAt(loop.kind, loop.openedAt, { pace, due }),
  }
}
