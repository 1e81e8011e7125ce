import type { LoopKind } from '../../domain/office/care-loops.ts'
import { findCapacity } from '../facts/capacity.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { closeLoops, openLoop } from './change-loops.ts'
import { hasStandingSample, lockStoredOfPerson } from './loops.queries.ts'

/**
 * Opens a clinician's task, one for the person, after a doubt was stored; and another where blood was
 * taken already.
 */
export async function followDoubt(
  q: Queryable,
  { memberId, appointmentId, now }: { memberId: number; appointmentId: number | null; now: Date },
): Promise<void> {
  const open = await lockStoredOfPerson(q, memberId)
  if (!open.some(({ kind }) => kind === 'capacity_doubt'))
    await openLoop(q, { kind: 'capacity_doubt', memberId, appointmentId, openedAt: now })
  if (appointmentId !== null) await followSampleInDoubt(q, { memberId, appointmentId, now })
}

/** A sample that was taken while a doubt stood is a task by itself, which a decision does not close. */
export async function followSampleInDoubt(
  q: Queryable,
  { memberId, appointmentId, now }: { memberId: number; appointmentId: number; now: Date },
): Promise<void> {
  const kind: LoopKind = 'sampled_in_doubt'
  if (!(await hasStandingSample(q, appointmentId))) {
    const subject = { appointmentIds: [appointmentId] }
    return void (await closeLoops(q, { kinds: [kind], subject, because: 'undone', at: now }))
  }
  const { stop } = await findCapacity(q, memberId)
  if (stop !== null) await openLoop(q, { kind, memberId, appointmentId, openedAt: now })
}

/** Closes the task about the doubts, after a clinician's decision was stored. */
export async function followDecision(
  q: Queryable,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  const subject = { personOf: memberId, exceptAppointment: 0 }
  await closeLoops(q, { kinds: ['capacity_doubt'], subject, because: 'decided', at: now })
}
