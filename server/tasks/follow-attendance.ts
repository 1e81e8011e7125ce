import type { AttendanceState } from '../../domain/office/attendance-states.ts'
import type { LoopKind } from '../../domain/office/care-loops.ts'
import { isToTryAgain } from '../../domain/office/not-sampled.ts'
import type { Deps } from '../deps.ts'
import { mayTellMember } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { closeAnyLoops, closeLoops, openAnyLoops, openLoop } from './change-loops.ts'
import { findNextEnd } from './chase.queries.ts'
import {
  findSlotEnd,
  hasLabResult,
  isAtLab,
  listClosedBySample,
  sampleOf,
} from './loops.queries.ts'

const ANSWERED_BY_A_SAMPLE: LoopKind[] = ['repeat_test', 'recall']
const OFFER_AGAIN = ['not_sampled', 'did_not_attend'] as const

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
  const offered = isWithdrawn ? null : await toOfferAgain(q, { ...of, memberId })
  if (offered)
    await openLoop(q, {
      kind: offered,
      memberId,
      appointmentId,
      openedAt: of.since,
      isToRing: offered === 'did_not_attend',
    })
  const others = OFFER_AGAIN.filter((kind) => kind !== offered)
  await closeLoops(q, { kinds: others, subject, because: 'undone', at })
  if (state === 'sampled') {
    await closeLoops(q, { kinds: ['booked_to_attended'], subject, because: 'sampled', at })
    if (isWithdrawn)
      await openLoop(q, { kind: 'consent_withdrawn', memberId, appointmentId, openedAt: at })
    // A press that arrives late, after the result of this very sample, answers nothing.
    const elsewhere = { personOf: memberId, exceptAppointment: appointmentId }
    const because = sampleOf(appointmentId)
    await closeAnyLoops(q, keys, { kinds: ANSWERED_BY_A_SAMPLE, subject: elsewhere, because, at })
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

/** The task to offer the member another appointment; null for none. */
async function toOfferAgain(
  q: Queryable,
  {
    state,
    reason,
    memberId,
    now,
  }: { state: AttendanceState; reason: string | null; memberId: number; now: Date },
): Promise<(typeof OFFER_AGAIN)[number] | null> {
  if (state === 'not_sampled') return isToTryAgain(reason) ? 'not_sampled' : null
  if (state !== 'did_not_attend' || !(await mayTellMember(q, memberId, 'invitation'))) return null
  return (await findNextEnd(q, { memberId, now })) === null ? 'did_not_attend' : null
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
