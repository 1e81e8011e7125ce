import { spokenName } from '../../../domain/latin-names.ts'
import { missedBefore } from '../../../domain/office/closing-a-day.ts'
import { isMendedBy } from '../../../domain/office/day-problems.ts'
import type { DayUnresolved } from '../../../domain/office/day-unresolved.ts'
import { nameIn } from '../../members/latin-columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listExpected } from './attendance.queries.ts'
import { listDayPresses } from './presses.queries.ts'
import {
  listGaps,
  listNotDone,
  listOpenProblems,
  listSamplesOfDay,
  listTwoTubes,
  type SampleOfDay,
} from './unresolved.queries.ts'

/** What of the day a person should look at before it is closed or signed for. */
export async function readUnresolved(
  q: Queryable,
  eventId: number,
  samples?: readonly SampleOfDay[],
): Promise<Omit<DayUnresolved, keyof Missed>> {
  const problems = await readOpenProblems(q, eventId)
  const arrived = await listNotDone(q, eventId)
  const twice = await listTwoTubes(q, samples ?? (await listSamplesOfDay(q, eventId)))
  return {
    problems: problems.map(({ id, type, code, tube, at, ...person }) => ({
      id,
      type,
      code,
      tube,
      at: at.toISOString(),
      name: nameOf(person),
    })),
    samples_without_owner: problems.flatMap(({ type, status, tube }) =>
      type === 'sample' && status === 'refused' ? (tube ?? 'not readable') : [],
    ),
    two_tubes: twice.map((own) => ({
      appointment_id: own[0]?.appointmentId ?? 0,
      name: nameOf(own[0] ?? NOBODY) ?? '',
      tubes: own.map(({ tube }) => tube),
    })),
    not_done: arrived.map(({ appointmentId, ...person }) => ({
      appointment_id: appointmentId,
      name: nameOf(person) ?? '',
    })),
    gaps: await listGaps(q, eventId),
  }
}

type Missed = Pick<DayUnresolved, 'missed' | 'still_expected'>

/** Who would be recorded as not having come now, and who may still come. */
export async function countMissed(
  q: Queryable,
  { eventId, now }: { eventId: number; now: Date },
): Promise<Missed> {
  const before = missedBefore(now)
  const expected = await listExpected(q, { eventId })
  const missed = expected.filter(({ endsAt }) => endsAt <= before).length
  return { missed, still_expected: expected.length - missed }
}

/** As the tablet lists them: without those that later actions have put right. */
async function readOpenProblems(q: Queryable, eventId: number) {
  const actions = await listDayPresses(q, eventId)
  const problems = await listOpenProblems(q, eventId)
  return problems.filter(({ id, appointmentId, code, also, at }) => {
    if (appointmentId === null) return true
    const problem = { id, code, also: also ?? [], at: at.toISOString() }
    return !isMendedBy(problem, actions.get(appointmentId) ?? [])
  })
}

const NOBODY = { firstName: null, lastName: null, latinFirstName: null, latinLastName: null }

type Named = Record<'firstName' | 'lastName' | 'latinFirstName' | 'latinLastName', string | null>

/** Null of nobody. */
function nameOf({ firstName, lastName, ...latin }: Named): string | null {
  if (firstName === null || lastName === null) return null
  return spokenName(nameIn({ firstName, lastName, ...latin }))
}
