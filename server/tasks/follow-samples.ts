import { type AttendanceAction, hasDoubtfulSamples } from '../../domain/office/attendance.ts'
import type { Queryable } from '../platform/db/database.ts'
import { closeLoops, openLoop } from './change-loops.ts'
import { isOnEarlierForm, listStandingReports } from './samples.queries.ts'

type Followed = {
  appointmentId: number
  memberId: number
  /** All of the appointment. */
  actions: readonly AttendanceAction[]
  /** Those of them that were recorded just now. */
  fresh: readonly AttendanceAction[]
  now: Date
}

const ABOUT_SAMPLES: readonly AttendanceAction['type'][] = ['sample', 'undo', 'both_theirs']

/**
 * Opens a task for a person when a sample is undone or a second one comes after somebody has read
 * of the first, and closes it when that is put right. Call after the actions are stored.
 */
export async function followSamples(q: Queryable, followed: Followed): Promise<void> {
  const { fresh } = followed
  if (!fresh.some(({ type }) => ABOUT_SAMPLES.includes(type))) return
  await followTwoTubes(q, followed)
  await followReports(q, followed)
  await followForms(q, followed)
}

async function followTwoTubes(q: Queryable, followed: Followed): Promise<void> {
  const { appointmentId, memberId, actions, now } = followed
  const subject = { appointmentIds: [appointmentId] }
  if (hasDoubtfulSamples(actions))
    return openLoop(q, { kind: 'two_tubes', memberId, appointmentId, openedAt: now })
  const because = actions.some(({ type }) => type === 'both_theirs')
    ? 'both samples are theirs'
    : 'one sample stands'
  await closeLoops(q, { kinds: ['two_tubes'], subject, because, at: now })
}

async function followReports(q: Queryable, followed: Followed): Promise<void> {
  const { appointmentId, memberId, actions, now: at } = followed
  const isDoubtful = hasDoubtfulSamples(actions)
  for (const { labResultId, resultId, isUndone } of await listStandingReports(q, appointmentId)) {
    const about = resultId === null ? { labResultId } : { resultId }
    if (isUndone || isDoubtful) {
      await openLoop(q, { kind: 'sample_undone', memberId, appointmentId, ...about, openedAt: at })
      continue
    }
    const because = 'the sample stands again'
    const kinds = ['sample_undone'] as const
    const subjects = [
      { resultIds: resultId === null ? [] : [resultId] },
      { labResultIds: labResultId === null ? [] : [labResultId] },
    ]
    for (const subject of subjects) await closeLoops(q, { kinds, subject, because, at })
  }
}

async function followForms(q: Queryable, followed: Followed): Promise<void> {
  const { appointmentId, memberId, fresh, now: at } = followed
  const kind = 'tell_laboratory'
  const isListed = await isOnEarlierForm(q, appointmentId)
  if (isListed && fresh.some(({ type }) => type === 'undo'))
    return openLoop(q, { kind, memberId, appointmentId, openedAt: at })
  if (isListed) return
  const subject = { appointmentIds: [appointmentId] }
  await closeLoops(q, { kinds: [kind], subject, because: 'no form lists a tube taken back', at })
}
