import {
  type ComingTest,
  carriedFrom,
  FEW_COMING,
  type Recall,
  type RecallEvent,
  toRecallEvent,
} from '../../../domain/recalls.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import { hasFreeRepeat } from '../../bookings/has-free-repeat.ts'
import type { Deps } from '../../deps.ts'
import { listEvents } from '../../events/events.queries.ts'
import { freeTimes } from '../../events/free-places.queries.ts'
import type { AccountHolder } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findLastConsent } from '../../tasks/recalls.queries.ts'
import { findDueRecall, findStillDue } from '../reminders/retests.queries.ts'
import { findEventsFor } from './find-events.ts'

/**
 * The member's open invitation to the next test, with up to three events; null before the first
 * invitation, and once the member has booked.
 */
export async function readRecall(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { id: memberId }: AccountHolder,
): Promise<Recall | null> {
  const now = deps.now()
  const { db } = deps.database
  const recall = await findDueRecall(db, { now, memberId })
  if (!recall) return null
  const isAnswered = recall.answer !== null
  const events = isAnswered ? [] : await eventsFor(db, { memberId, now, from: ukDate(now) })
  return {
    due_on: recall.dueOn,
    answer: recall.answer,
    ask_again_on: recall.askOn,
    events,
    answers: isAnswered ? {} : await lastAnswers(deps, db, memberId),
  }
}

/**
 * Events with a free time from the day `from` on, for the test after the member's latest result; null
 * when it is another, or when the member has booked since. For one whose next test is not due yet.
 */
export async function readComing(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { id: memberId }: AccountHolder,
  { resultId, from }: { resultId: number; from: string },
): Promise<ComingTest | null> {
  const now = deps.now()
  const { db } = deps.database
  if ((await findStillDue(db, { now, memberId })) !== resultId) return null
  const events = await eventsFor(db, { memberId, now, from })
  return {
    events: events.filter(({ free_time }) => free_time !== null).slice(0, FEW_COMING),
    answers: await lastAnswers(deps, db, memberId),
  }
}

/** Up to three from the day `from` on, with the first free time of each. */
async function eventsFor(
  db: Queryable,
  { memberId, now, from }: { memberId: number; now: Date; from: string },
): Promise<RecallEvent[]> {
  const listed = await listEvents(db, { now })
  const later = listed.filter(({ event_date }) => event_date >= from)
  const events = await findEventsFor(db, { memberId, events: later, now })
  const isFree = await hasFreeRepeat(db, { memberId, now })
  return Promise.all(
    events.map(async (event) => {
      const [first] = await freeTimes(db, { eventId: event.event_id, memberId, now })
      return toRecallEvent(event, { freeTime: first ? ukTime(first) : null, isFree })
    }),
  )
}

async function lastAnswers(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  q: Queryable,
  memberId: number,
): Promise<Record<string, unknown>> {
  const consent = await findLastConsent(q, memberId)
  return consent ? carriedFrom(openConsent(fieldKeys, consent).answers) : {}
}
