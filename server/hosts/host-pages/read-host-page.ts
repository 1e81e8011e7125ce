import { DAY_MS } from '../../../domain/durations.ts'
import { eventAddress } from '../../../domain/events.ts'
import type { HostPage } from '../../../domain/host-schemas.ts'
import { type HostSummary, SUMMARY_DAYS, toHostSummary } from '../../../domain/host-summary.ts'
import type { HostSettings } from '../../../domain/office/host-links.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { type EventRecord, findEventRecord } from '../../events/office.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { readEventFigures } from '../figures/read-figures.ts'
import {
  countPlaces,
  findLinkOfEvent,
  findOpenLink,
  findRelease,
  listHostShares,
} from './host-pages.queries.ts'

type HostDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys'>

/** Throws Refused not_found for a key that is unknown or has ended. */
export async function readHostPage(deps: HostDeps, key: string): Promise<HostPage> {
  const { db } = deps.database
  const now = deps.now()
  const link = await findOpenLink(db, { keyHash: hashOfLinkKey(key), now })
  const record = link && (await findEventRecord(db, link.eventId))
  const event = link && (await findEventDetails(db, link.eventId))
  if (!link || !record || !event) throw new Refused('not_found')
  const isOver = record.endsAt <= now
  return {
    state: record.status === 'cancelled' ? 'cancelled' : isOver ? 'over' : 'coming',
    event_id: record.id,
    event_name: event.event_name,
    date: event.event_date,
    start_time: ukTime(record.startsAt),
    end_time: ukTime(record.endsAt),
    place: eventAddress(event),
    is_private: event.is_private,
    places: record.status === 'published' && !isOver ? await placesOf(deps, record.id) : null,
    share: await shareOf(deps, record),
    summary: isOver && record.status === 'published' ? await summaryOf(deps, record, now) : null,
    works_until: ukDate(link.expiresAt),
  }
}

async function placesOf({ database: { db } }: HostDeps, eventId: number) {
  const [counted, release] = await Promise.all([countPlaces(db, eventId), findRelease(db, eventId)])
  return {
    all: counted.all,
    booked: counted.booked,
    kept_back: counted.keptBack,
    kept_back_booked: counted.keptBackBooked,
    release_on: release?.releaseOn ?? null,
    is_released: release !== null && release.releasedAt !== null,
  }
}

/** Counts and sums; null when the host pays nothing. A cancelled event has no booked appointment. */
async function shareOf(
  { database: { db } }: HostDeps,
  { id, hostSharePence }: EventRecord,
): Promise<HostPage['share']> {
  const lines = await listHostShares(db, id)
  if (hostSharePence === 0 && lines.length === 0) return null
  const owed = lines.reduce((sum, { pence, appointments }) => sum + pence * appointments, 0)
  return { each_pence: hostSharePence, lines, owed_pence: owed }
}

/** Bands are counted once they all can be there; no person sees a result. */
async function summaryOf(deps: HostDeps, event: EventRecord, now: Date): Promise<HostSummary> {
  const withOutcomes = now.getTime() - event.endsAt.getTime() >= SUMMARY_DAYS * DAY_MS
  return toHostSummary(await readEventFigures(deps, { event, withOutcomes }))
}

/** What the office sees and sets. Throws Refused not_found. */
export async function readHostSettings(
  { database: { db }, now: clock }: HostDeps,
  eventId: number,
): Promise<HostSettings> {
  const now = clock()
  const [event, link, counted, release] = await Promise.all([
    findEventRecord(db, eventId),
    findLinkOfEvent(db, { eventId, now }),
    countPlaces(db, eventId),
    findRelease(db, eventId),
  ])
  if (!event) throw new Refused('not_found')
  return {
    link: link && {
      made_at: link.madeAt.toISOString(),
      made_by: link.madeBy,
      is_mailed: link.isMailed,
      expires_at: link.expiresAt.toISOString(),
    },
    kept_back: counted.keptBack,
    kept_back_booked: counted.keptBackBooked,
    release_on: release?.releaseOn ?? null,
    released_at: release?.releasedAt?.toISOString() ?? null,
  }
}
