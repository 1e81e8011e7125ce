import { isDeepStrictEqual } from 'node:util'
import { missingInWords } from '../../domain/office/checklist-words.ts'
import { doubtsOfNewHall } from '../../domain/office/event-doubts.ts'
import { isWorthAMail } from '../../domain/office/event-fields.ts'
import type {
  ChecklistItem,
  SeriesChange,
  SeriesOutcome,
  SeriesRow,
} from '../../domain/office/event-schemas.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { changeEvent, type OnEventChanged } from './change-event.ts'
import { findNewDoubts } from './doubts.ts'
import { checkReferences, eventColumns } from './event-columns.ts'
import { type EventRecord, findEventFacts, findEventRecord } from './office.queries.ts'
import { toRow } from './office-event.ts'
import { readReadiness } from './publish-event.ts'
import { listSeries } from './series.queries.ts'

/** The drafts and the events to come of the event's series, each with what publishing needs. Throws Refused not_found. */
export async function readSeries(q: Queryable, id: number, now: Date): Promise<SeriesRow[]> {
  const rows: SeriesRow[] = []
  for (const event of await findSeries(q, id, now)) {
    const facts = await findEventFacts(q, event.id)
    const row = { ...event, ...facts, isBookingPaused: event.bookingPausedAt !== null }
    const { version } = event
    rows.push({ ...toRow(row), version, ...(await readReadiness(q, event, now)) })
  }
  return rows
}

/**
 * Changes fields of events of a series, each event by `changeEvent` in a transaction of its own, or says what that
 * would do. One that is refused stays as it is, and its sentence says why; sending it again changes the rest. Throws Refused
 * not_found for an event that is not of the series or no longer to come.
 */
export async function changeSeries(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  { id, ...change }: SeriesChange & { id: number },
  by: Staff,
  onChanged: OnEventChanged,
): Promise<SeriesOutcome[]> {
  const { db } = deps.database
  const { dry_run: isDryRun, changes, notify_booked, acknowledged } = change
  const series = await findSeries(db, id, deps.now())
  const columns = await eventColumns(changes)
  const outcomes: SeriesOutcome[] = []
  for (const { event_id: eventId, version } of change.events) {
    const before = series.find((one) => one.id === eventId)
    if (!before) throw new Refused('not_found')
    const outcome = await foresee(db, before, columns)
    if (!isDryRun && outcome.is_changed) {
      const wanted = { ...changes, id: eventId, version, notify_booked, acknowledged }
      outcome.refused = await sentenceOfRefusal(() => changeEvent(deps, wanted, by, onChanged))
    }
    outcomes.push(outcome)
  }
  return outcomes
}

async function findSeries(q: Queryable, id: number, now: Date): Promise<EventRecord[]> {
  const event = await findEventRecord(q, id)
  if (!event) throw new Refused('not_found')
  return listSeries(q, { event, now })
}

async function foresee(
  q: Queryable,
  before: EventRecord,
  columns: Partial<EventRecord>,
): Promise<SeriesOutcome> {
  const after = { ...before, ...columns }
  const { booked } = await findEventFacts(q, before.id)
  const isPublished = before.status === 'published'
  const isChanged = !isDeepStrictEqual(before, after)
  return {
    event_id: before.id,
    event_name: before.name,
    event_date: ukDate(before.startsAt),
    is_changed: isChanged,
    told: isPublished && isWorthAMail(before, after) ? booked : 0,
    doubts: [
      ...doubtsOfNewHall(before, after),
      ...(isPublished ? await findNewDoubts(q, { before, after }) : []),
    ],
    refused: isChanged ? await sentenceOfRefusal(() => checkReferences(q, after)) : null,
  }
}

async function sentenceOfRefusal(act: () => Promise<void>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { fields = [], missing = [] } = error.extra as {
      fields?: { message: string }[]
      missing?: ChecklistItem[]
    }
    return [fields[0]?.message ?? error.message, ...missingInWords(missing)].join(' ')
  }
}
