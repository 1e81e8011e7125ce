// What the tablet keeps for the day, in IndexedDB, all of it sealed: the people, the actions that
// wait to be sent, and a registration that is being typed. Actions stay until the server has them;
// the rest goes at sign-out, a day after the last load, when the day is over and when the tablet's
// clock was set back.

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { HOUR_MS } from '../../../domain/durations.ts'
import type { Day, DayAction } from '../../../domain/office/day-schemas.ts'
import { instantAt } from '../../../domain/office/day-times.ts'
import { keptFor } from '../../../domain/office/days.ts'
import type { TabletIncident } from '../../../domain/office/incidents.ts'
import { type Sealed, seal, unseal } from './day-key.ts'
import type { Draft } from './walk-in/draft.ts'

/** With who takes blood at this tablet, which an older version did not keep. */
type KeptDay = Day & { collector?: string | null }

type StoredDay = {
  eventId: number
  salt: Uint8Array<ArrayBuffer>
  /** Null when it was wiped while actions waited. */
  people: Sealed | null
  /** Opens with the right key. */
  check: Sealed
  /** Milliseconds; the people go then. */
  until: number
  /** The latest time that the tablet's clock has shown. */
  seen: number
}
type WaitingAction = { eventId: number; sequence: number; sealed: Sealed }

interface DayDatabase extends DBSchema {
  days: { key: number; value: StoredDay }
  waiting: { key: [number, number]; value: WaitingAction }
  device: { key: string; value: { name: string; id: string; sequence: number } }
  drafts: { key: number; value: { eventId: number; sealed: Sealed } }
}

const COOKIE_SECONDS = 30 * 24 * 3_600
const CHANNEL = 'chaps-days'
/** Written to the disk before it counts as kept: a tablet may lose its power. */
const LASTING = { durability: 'strict' } as const
/** Above the number of every press. */
const FIRST_INCIDENT = 2 ** 40
const TAB = crypto.randomUUID()

let opening: Promise<IDBPDatabase<DayDatabase>> | undefined
function database(): Promise<IDBPDatabase<DayDatabase>> {
  opening ??= openDB<DayDatabase>('chaps-days', 2, {
    upgrade(db, before) {
      db.createObjectStore('drafts', { keyPath: 'eventId' })
      if (before === 1) return
      db.createObjectStore('days', { keyPath: 'eventId' })
      db.createObjectStore('waiting', { keyPath: ['eventId', 'sequence'] })
      db.createObjectStore('device', { keyPath: 'name' })
    },
  })
  return opening
}

export async function findStoredDay(eventId: number): Promise<StoredDay | null> {
  return (await (await database()).get('days', eventId)) ?? null
}

/** Wipes the days whose time is over, or unknown because the clock was set back over an hour. */
export async function wipeOver(now: number): Promise<void> {
  const db = await database()
  for (const day of await db.getAll('days')) {
    if (day.people === null) continue
    if (now >= day.until || now < day.seen - HOUR_MS) await wipe(day.eventId)
    else if (now > day.seen) await noteClock(day.eventId, now)
  }
}

async function noteClock(eventId: number, now: number): Promise<void> {
  const transaction = (await database()).transaction('days', 'readwrite')
  const day = await transaction.store.get(eventId)
  if (day) await transaction.store.put({ ...day, seen: Math.max(day.seen, now) })
  await transaction.done
}

export async function saveDay(
  { key, salt }: { key: CryptoKey; salt: Uint8Array<ArrayBuffer> },
  day: KeptDay,
  now: number,
): Promise<void> {
  const { id: eventId, date, start, end } = day.event
  const endsAt = instantAt({ date, start }, end)
  const [people, check] = await Promise.all([seal(key, day), seal(key, 'open')])
  const until = now + keptFor(endsAt, new Date(day.server_time))
  await (await database()).put('days', { eventId, salt, people, check, until, seen: now })
  keepAtSignOut(true)
}

/** Null with another code's key; `day` is null when its people were wiped. */
export async function openStoredDay(
  { people, check }: StoredDay,
  key: CryptoKey,
): Promise<{ day: Day | null; collector: string | null } | null> {
  try {
    await unseal(key, check)
  } catch {
    // The code is a wrong one.
    return null
  }
  if (people === null) return { day: null, collector: null }
  const { collector = null, ...day } = (await unseal(key, people)) as KeptDay
  return { day, collector }
}

/** The tablet's id and the number of its next action. */
export async function nextSequence(): Promise<{ device: string; sequence: number }> {
  const transaction = (await database()).transaction('device', 'readwrite')
  const name = 'this'
  const known = (await transaction.store.get(name)) ?? {
    name,
    id: crypto.randomUUID(),
    sequence: 0,
  }
  const sequence = known.sequence + 1
  await transaction.store.put({ ...known, sequence })
  await transaction.done
  return { device: known.id, sequence }
}

/** All or none. A registration takes the place of its draft. */
export async function addWaiting(
  key: CryptoKey,
  eventId: number,
  actions: readonly DayAction[],
): Promise<void> {
  const rows = await Promise.all(
    actions.map(async (action) => {
      return { eventId, sequence: action.sequence, sealed: await seal(key, action) }
    }),
  )
  const transaction = (await database()).transaction(['waiting', 'drafts'], 'readwrite', LASTING)
  for (const row of rows) void transaction.objectStore('waiting').put(row)
  if (actions.some(({ type }) => type === 'walk_in'))
    void transaction.objectStore('drafts').delete(eventId)
  await transaction.done
}

/** Null when nothing is being typed. Throws OperationError with another key. */
export async function findDraft(key: CryptoKey, eventId: number): Promise<Draft | null> {
  const stored = await (await database()).get('drafts', eventId)
  return stored ? ((await unseal(key, stored.sealed)) as Draft) : null
}

export async function saveDraft(key: CryptoKey, eventId: number, draft: Draft): Promise<void> {
  const sealed = await seal(key, draft)
  const transaction = (await database()).transaction('drafts', 'readwrite', LASTING)
  await transaction.store.put({ eventId, sealed })
  await transaction.done
}

export async function removeDraft(eventId: number): Promise<void> {
  await (await database()).delete('drafts', eventId)
}

/** An incident that waits; `sequence` is no number of the tablet's presses, which have no gaps. */
export type WaitingIncident = { type: 'incident'; sequence: number; incident: TabletIncident }

export async function addWaitingIncident(
  key: CryptoKey,
  eventId: number,
  incident: TabletIncident,
): Promise<WaitingIncident> {
  const db = await database()
  const sealedKeys = await db.getAllKeys('waiting', rowsOf(eventId))
  const sequence = Math.max(FIRST_INCIDENT, ...sealedKeys.map(([, number]) => number)) + 1
  const row = { type: 'incident', sequence, incident } as const
  const sealed = await seal(key, row)
  const transaction = db.transaction('waiting', 'readwrite', LASTING)
  await transaction.store.add({ eventId, sequence, sealed })
  await transaction.done
  return row
}

/** In the order in which they were made. Throws OperationError with another key. */
export async function listWaiting(
  key: CryptoKey,
  eventId: number,
): Promise<(DayAction | WaitingIncident)[]> {
  const stored = await (await database()).getAll('waiting', rowsOf(eventId))
  return Promise.all(
    stored.map(async ({ sealed }) => (await unseal(key, sealed)) as DayAction | WaitingIncident),
  )
}

export async function countWaiting(eventId: number): Promise<number> {
  return (await database()).count('waiting', rowsOf(eventId))
}

export async function removeWaiting(eventId: number, sequences: number[]): Promise<void> {
  const transaction = (await database()).transaction('waiting', 'readwrite')
  await Promise.all(sequences.map((sequence) => transaction.store.delete([eventId, sequence])))
  await transaction.done
}

/** The people go; what opens waiting actions stays while there are some. */
export async function wipe(eventId: number): Promise<void> {
  const db = await database()
  const transaction = db.transaction(['days', 'waiting', 'drafts'], 'readwrite')
  await transaction.objectStore('drafts').delete(eventId)
  const days = transaction.objectStore('days')
  const stored = await days.get(eventId)
  const waiting = await transaction.objectStore('waiting').count(rowsOf(eventId))
  if (stored && waiting > 0) await days.put({ ...stored, people: null })
  else await days.delete(eventId)
  await transaction.done
}

/** In other tabs too. */
export async function wipeAll(): Promise<void> {
  const ids = await (await database()).getAllKeys('days')
  for (const id of ids) await wipe(id)
  keepAtSignOut((await (await database()).count('waiting')) > 0)
  tellOtherTabs()
}

/** What they hold open was wiped, or sealed with another code. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(TAB)
  channel.close()
}

/** Returns the unsubscribe. */
export function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data !== TAB) listener()
  }
  return () => channel.close()
}

/** Signing out clears the browser's storage unless this cookie is there (server/sign-in/auth-gateway). */
function keepAtSignOut(isKept: boolean): void {
  const age = isKept ? COOKIE_SECONDS : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `keeps_day=1; path=/auth; max-age=${age}; samesite=strict`
}

function rowsOf(eventId: number): IDBKeyRange {
  return IDBKeyRange.bound([eventId, 0], [eventId, Number.MAX_SAFE_INTEGER])
}
