import { randomUUID } from 'node:crypto'
import { isLeadOf } from '../../../domain/office/days.ts'
import {
  type DayIncidents,
  type Incident,
  type IncidentAct,
  type IncidentRow,
  incidentDates,
  isLookedAt,
  type SentIncident,
} from '../../../domain/office/incidents.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import { ukDate, ukInstant, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { type EventRecord, lockEvent } from '../../events/office.queries.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  type EntryRow,
  findAttendee,
  findEntryBySeal,
  findIncident,
  insertEntry,
  listBooked,
  listEntries,
} from './incidents.queries.ts'
import { openIncident, sealIncident } from './sealed-incident.ts'

type IncidentDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>
type OfDay = { event: EventRecord; by: Staff }

/** The incidents of a day that this person may read, and who is booked. Logs the access. */
export function readIncidents(
  { database, fieldKeys, now }: IncidentDeps,
  { event, by }: OfDay,
): Promise<DayIncidents> {
  return database.transaction(async (tx) => {
    const entries = await listEntries(tx, event.id)
    const incidents = groupOf(entries).filter((parts) => mayRead(by, event.id, parts))
    const people = await listBooked(tx, event.id)
    const memberIds = incidents.flatMap((parts) => parts[0]?.memberId ?? [])
    await insertStaffAccesses(tx, {
      staff: by,
      memberIds,
      what: 'member',
      reason: 'day',
      at: now(),
    })
    return {
      event_id: event.id,
      event_name: event.name,
      event_date: ukDate(event.startsAt),
      has_begun: ukDate(event.startsAt) <= ukDate(now()),
      sees_all: seesAll(by, event.id),
      people: people.map((one) => ({
        appointment_id: one.appointmentId,
        name: `${one.firstName} ${one.lastName}`,
        time: ukTime(one.startsAt),
      })),
      incidents: incidents.map((parts) => toIncident(fieldKeys, parts)).reverse(),
    }
  })
}

/**
 * Records an incident; returns its id, the same for a repeat of one that a tablet sent under an id of its own.
 * Throws Refused day_not_begun before the day of the event, or invalid_request for a time to come or somebody
 * who is not booked. One of a tablet is not refused for these: nobody is there any more to correct it.
 */
export function recordIncident(
  { database, fieldKeys, now }: IncidentDeps,
  {
    event,
    by,
    incident,
    saveResponse,
  }: OfDay & {
    incident: SentIncident
    saveResponse: (tx: Tx, id: number) => Promise<unknown>
  },
): Promise<number> {
  const at = now()
  const isOfTablet = incident.id !== undefined
  const eventDate = ukDate(event.startsAt)
  if (eventDate > ukDate(at)) throw new Refused('day_not_begun')
  const { date = eventDate } = incident
  if (!incidentDates(eventDate, at).includes(date))
    throw invalidField('date', 'Choose the day of the event or the day after it.')
  const written = ukInstant(date, incident.time)
  if (written > at && !isOfTablet)
    throw invalidField('time', 'Enter a time that is not in the future.')
  return database.transaction(async (tx) => {
    if (isOfTablet) await lockEvent(tx, event.id)
    const known = incident.id === undefined ? null : await findEntryBySeal(tx, incident.id)
    if (known && (known.eventId !== event.id || known.act !== 'recorded'))
      throw invalidField('id', 'Something else was recorded under this id.')
    const id = known?.id ?? (await write(tx))
    await saveResponse(tx, id)
    return id
  })

  async function write(tx: Tx): Promise<number> {
    const { person, text } = await readPerson(tx, { eventId: event.id, incident })
    const memberId = person?.memberId ?? null
    const id = await writeEntry(tx, fieldKeys, {
      first: null,
      part: 1,
      act: 'recorded',
      eventId: event.id,
      memberId,
      appointmentId: person?.appointmentId ?? null,
      // The clock of the tablet may have been wrong.
      happenedAt: written > at ? at : written,
      madeBy: by.id,
      at,
      words: { text, kind: incident.kind },
      ...(incident.id !== undefined && { sealId: incident.id }),
    })
    if (id === null) throw new Error('an inserted incident has no id')
    await insertAudit(tx, { by, memberId, subject: `event ${event.id}`, at }, 'incident recorded', {
      incident: id,
    })
    return id
  }
}

/** Who it was, with the words: a name goes before them where a tablet's person is not found any more. */
async function readPerson(
  tx: Tx,
  { eventId, incident }: { eventId: number; incident: SentIncident },
) {
  const {
    appointment_id: appointmentId,
    walk_in: walkIn = null,
    text,
    person_name: name,
  } = incident
  if (incident.id !== undefined) {
    const person = await findAttendee(tx, { eventId, appointmentId, walkIn })
    return { person, text: person || !name ? text : `${name}: ${text}` }
  }
  const booked = await listBooked(tx, eventId)
  const person = booked.find((one) => one.appointmentId === appointmentId) ?? null
  if (appointmentId !== null && !person)
    throw invalidField('appointment_id', 'Choose somebody who is booked at this event.')
  return { person, text }
}

/**
 * Adds words to an incident, or says that a clinician has looked at it. Throws Refused not_found, or
 * changed_meanwhile when there are more entries than were seen.
 */
export function addToIncident(
  { database, fieldKeys, now }: IncidentDeps,
  {
    event,
    by,
    id,
    act,
    text,
    after,
    saveResponse,
  }: OfDay & {
    id: number
    act: Exclude<IncidentAct, 'recorded'>
    text: string
    after: number
    saveResponse: (tx: Tx) => Promise<unknown>
  },
): Promise<void> {
  const at = now()
  return database.transaction(async (tx) => {
    const parts = await findIncident(tx, { id, eventId: event.id })
    const [first] = parts
    if (!first || !mayRead(by, event.id, parts)) throw new Refused('not_found')
    if (parts.length !== after) throw new Refused('changed_meanwhile')
    const { memberId, appointmentId, happenedAt } = first
    const added = await writeEntry(tx, fieldKeys, {
      first: id,
      part: parts.length + 1,
      act,
      eventId: event.id,
      memberId,
      appointmentId,
      happenedAt,
      madeBy: by.id,
      at,
      words: { text },
    })
    if (added === null) throw new Refused('changed_meanwhile')
    const entry = { by, memberId, subject: `event ${event.id}`, at }
    await insertAudit(tx, entry, `incident ${act === 'added' ? 'added to' : act}`, { incident: id })
    await saveResponse(tx)
  })
}

export function toIncidentRow(keys: FieldKeys, row: EntryRow): IncidentRow {
  return {
    incident_id: row.id,
    event_id: row.eventId,
    event_name: row.eventName,
    kind: openIncident(keys, row).kind ?? 'other',
    happened_at: row.happenedAt.toISOString(),
    name: nameOf(row),
    recorded_by: row.by,
  }
}

function writeEntry(
  tx: Tx,
  keys: FieldKeys,
  {
    words,
    sealId = randomUUID(),
    ...row
  }: Omit<Parameters<typeof insertEntry>[1], 'sealed' | 'sealId'> & {
    sealId?: string
    words: Parameters<typeof sealIncident>[2]
  },
): Promise<number | null> {
  return insertEntry(tx, { ...row, sealId, sealed: sealIncident(keys, sealId, words) })
}

/** The office, a clinician and who leads the day read all of a day, a helper what they recorded. */
function seesAll(by: Staff, eventId: number): boolean {
  return isLeadOf(by, eventId) || hasPermission(by.roles, 'incidents.look')
}

function mayRead(by: Staff, eventId: number, [first]: readonly EntryRow[]): boolean {
  return seesAll(by, eventId) || first?.madeById === by.id
}

function groupOf(entries: readonly EntryRow[]): EntryRow[][] {
  return [...Map.groupBy(entries, ({ incidentId }) => incidentId).values()]
}

function toIncident(keys: FieldKeys, parts: readonly EntryRow[]): Incident {
  const [first] = parts
  if (!first) throw new Error('an incident has no entry')
  const { appointmentId, startsAt } = first
  const name = nameOf(first)
  return {
    incident_id: first.id,
    kind: openIncident(keys, first).kind ?? 'other',
    happened_at: first.happenedAt.toISOString(),
    person:
      appointmentId !== null && startsAt && name !== null
        ? { appointment_id: appointmentId, name, time: ukTime(startsAt) }
        : null,
    is_looked_at: isLookedAt(parts),
    entries: parts.map((one) => ({
      act: one.act,
      text: openIncident(keys, one).text,
      by: one.by,
      at: one.at.toISOString(),
    })),
  }
}

function nameOf({ firstName, lastName }: EntryRow): string | null {
  return firstName === null ? null : `${firstName} ${lastName}`
}
