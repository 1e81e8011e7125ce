import { carriedFrom, type Recall, toRecallEvent } from '../../../domain/recalls.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import type { Deps } from '../../deps.ts'
import { listEvents } from '../../events/events.queries.ts'
import { freeTimes } from '../../events/free-places.queries.ts'
import type { AccountHolder } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findLastConsent } from '../../tasks/recalls.queries.ts'
import { findDueRecall } from '../reminders/retests.queries.ts'
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
  const listed = isAnswered ? [] : await listEvents(db, { now })
  const events = await findEventsFor(db, { memberId, events: listed, now })
  const withTimes = await Promise.all(
    events.map(async (event) => {
      const [first] = await freeTimes(db, { eventId: event.event_id, memberId, now })
      return toRecallEvent(event, first ? ukTime(first) : null)
    }),
  )
  return {
    due_on: recall.dueOn,
    answer: recall.answer,
    ask_again_on: recall.askOn,
    events: withTimes,
    answers: isAnswered ? {} : await lastAnswers(deps, db, memberId),
  }
}

async function lastAnswers(
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  q: Queryable,
  memberId: number,
): Promise<Record<string, unknown>> {
  const consent = await findLastConsent(q, memberId)
  return consent ? carriedFrom(openConsent(fieldKeys, consent).answers) : {}
}
