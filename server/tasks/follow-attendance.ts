import type { AttendanceState } from '../../domain/office/attendance-states.ts'
import type { LoopKind } from '../../domain/office/care-loops.ts'
import { isToTryAgain } from '../../domain/office/not-sampled.ts'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import { closeAnyLoops, closeLoops, openAnyLoops, openLoop } from './change-loops.ts'
import {
  findSlotEnd,
  hasLabResult,
  isAtLab,
  listClosedBySample,
  sampleOf,
} from './loops.queries.ts'

const ANSWERED_BY_A_SAMPLE: LoopKind[] = ['repeat_test', 'recall']

/**
 * Call with every new state of an appointment's attendance, in the transaction that stores it.
 * Returns the member's id.
 */
export async function followAttendance(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  of: {
    appointmentId: number
    state: AttendanceState
    /** Why no sample was taken. */
    reason: string | null
    since: Date
    now: Date
  },
): Promise<number> {
  const { appointmentId, state, now: at } = of
  const subject = { appointmentIds: [appointmentId] }
  const booked = await findSlotEnd(q, appointmentId)
  if (!booked) throw new Error(`appointment ${appointmentId} is not there`)
  const { memberId, slotEndsAt, isWithdrawn } = booked
  if (state === 'not_sampled' && !isWithdrawn && isToTryAgain(of.reason))
    await openLoop(q, { kind: 'not_sampled', memberId, appointmentId, openedAt: of.since })
  else await closeLoops(q, { kinds: ['not_sampled'], subject, because: 'undone', at })
  if (state === 'sampled') {
    await closeLoops(q, { kinds: ['booked_to_attended'], subject, because: 'sampled', at })
    if (isWithdrawn)
      await openLoop(q, { kind: 'consent_withdrawn', memberId, appointmentId, openedAt: at })
    // A press that arrives late, after the result of this very sample, answers nothing.
    const others = { personOf: memberId, exceptAppointment: appointmentId }
    const because = sampleOf(appointmentId)
    await closeAnyLoops(q, keys, { kinds: ANSWERED_BY_A_SAMPLE, subject: others, because, at })
    if ((await hasLabResult(q, appointmentId)) || (await isAtLab(q, appointmentId))) return memberId
    await openLoop(q, { kind: 'sample_to_lab', memberId, appointmentId, openedAt: of.since })
    return memberId
  }
  const kinds = ['sample_to_lab', 'lab_to_result'] as const
  await closeLoops(q, { kinds, subject, because: 'no sample after all', at })
  await reopen(q, keys, { appointmentId, memberId })
  if (state === 'not_sampled' || state === 'did_not_attend') {
    await closeLoops(q, { kinds: ['booked_to_attended'], subject, because: state, at })
  } else if (slotEndsAt <= at)
    await openLoop(q, { kind: 'booked_to_attended', memberId, appointmentId, openedAt: slotEndsAt })
  return memberId
}

/** The repeats and recalls that the sample seemed to answer. */
async function reopen(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  of: { appointmentId: number; memberId: number },
): Promise<void> {
  const answered = await listClosedBySample(q, keys, of)
  await openAnyLoops(
    q,
    keys,
    answered.map(({ kind, memberId, resultId, appointmentId: about, openedAt, pace }) => ({
      kind,
      memberId,
      resultId,
      appointmentId: about,
      openedAt,
      pace,
    })),
  )
}
