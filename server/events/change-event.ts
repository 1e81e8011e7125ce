import {
  CHECKLIST,
  type ChecklistItem,
  type EventChange,
  type NewOfficeEvent,
} from '../../domain/office/event-shapes.ts'
import {
  changePlaces,
  dayOfPlan,
  planSlots,
  type SlotPlan,
  whyNotPlan,
} from '../../domain/office/slot-plan.ts'
import { isCalendarDate, ukDate, ukTime } from '../../domain/uk-time.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { hashAccessCode } from './access-code.ts'
import {
  addPlaces,
  type EventRecord,
  findEventFacts,
  findProductOrLab,
  findStaffName,
  lockEvent,
  lockPlaces,
  removePlaces,
  setKeptBack,
  updateEvent,
} from './office.queries.ts'
import { insertEvent } from './publishing.queries.ts'

/** Runs in the transaction of the change. */
export type OnEventChanged = (
  tx: Tx,
  change: { before: EventRecord; after: EventRecord; by: Staff },
) => Promise<void>

type EventDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/** Adds a draft with its places. Throws Refused invalid_request with `fields`. */
export async function addDraft(
  deps: EventDeps,
  wanted: NewOfficeEvent,
  by: Staff,
): Promise<number> {
  const { event_date: date, slot_plan: plan } = wanted
  const columns = await toColumns(wanted)
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    await checkReferences(tx, columns)
    const draft = {
      exclusiveFor: 'COMMUNITY' as const,
      ...columns,
      name: wanted.event_name,
      ...planColumns(date, plan),
      status: 'draft' as const,
      changedBy: by.id,
    }
    const id = await insertEvent(tx, draft)
    await makePlaces(tx, { id, date, plan })
    await audit(tx, deps, { id, by, action: 'event added', details: { after: forAudit(draft) } })
    return id
  })
}

/**
 * Changes the fields that are given. The places of a draft are made anew; those of a published event
 * are added, and taken away only while free. `onChanged` runs for a published one. Throws Refused not_found, event_cancelled,
 * changed_meanwhile (with `by`), places_taken (with `times`), not_ready (with `missing`) or
 * invalid_request (with `fields`).
 */
export async function changeEvent(
  deps: EventDeps,
  { id, version, notify_booked: isAnnounced = true, ...wanted }: EventChange & { id: number },
  by: Staff,
  onChanged: OnEventChanged,
): Promise<void> {
  const columns = await toColumns(wanted)
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const before = await mustLock(tx, id)
    if (before.status === 'cancelled') throw new Refused('event_cancelled')
    if (before.version !== version)
      throw new Refused('changed_meanwhile', { by: await findStaffName(tx, before.changedBy) })
    await checkReferences(tx, columns)
    const current = await planOf(tx, before)
    const date = wanted.event_date ?? ukDate(before.startsAt)
    const plan = wanted.slot_plan ?? current
    const isReplanned =
      date !== ukDate(before.startsAt) || JSON.stringify(plan) !== JSON.stringify(current)
    if (isReplanned) {
      if (before.status === 'draft') {
        await removePlaces(tx, id, await lockPlaces(tx, { eventId: id, now: deps.now() }))
        await makePlaces(tx, { id, date, plan })
      } else await replan(tx, deps, { before, date, plan })
    }
    const changes = { ...columns, ...(isReplanned && planColumns(date, plan)), changedBy: by.id }
    const wasMissing = await whatIsMissing(tx, before, deps.now())
    await updateEvent(tx, id, changes)
    const after = await mustLock(tx, id)
    const missing = await whatIsMissing(tx, after, deps.now())
    const newlyMissing = missing.filter((item) => !wasMissing.includes(item))
    if (after.status === 'published' && newlyMissing.length > 0)
      throw new Refused('not_ready', { missing: newlyMissing })
    await audit(tx, deps, {
      id,
      by,
      action: 'event changed',
      details: differences(before, changes),
    })
    if (isAnnounced && after.status === 'published') await onChanged(tx, { before, after, by })
  })
}

/**
 * Publishes a draft; nothing happens to an event that is published already. Throws Refused
 * not_found, event_cancelled or not_ready (with `missing`).
 */
export async function publishEvent(deps: EventDeps, id: number, by: Staff): Promise<void> {
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLock(tx, id)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (event.status === 'published') return
    const missing = await whatIsMissing(tx, event, deps.now())
    if (missing.length > 0) throw new Refused('not_ready', { missing })
    await updateEvent(tx, id, { status: 'published', changedBy: by.id })
    await audit(tx, deps, { id, by, action: 'event published', details: {} })
  })
}

/** Drafts of the event with the same plan on other dates; their ids in order of `dates`. */
export async function copyEvent(
  deps: EventDeps,
  { id, dates }: { id: number; dates: readonly string[] },
  by: Staff,
): Promise<number[]> {
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    const original = await mustLock(tx, id)
    const plan = await planOf(tx, original)
    const copies: number[] = []
    for (const date of dates) {
      const { id: _, createdAt, totalPlaces, cancelledAt, version, ...columns } = original
      const planned = planColumns(date, plan)
      const copy = await insertEvent(tx, {
        ...columns,
        ...planned,
        status: 'draft',
        changedBy: by.id,
      })
      await makePlaces(tx, { id: copy, date, plan })
      await audit(tx, deps, { id: copy, by, action: 'event copied', details: { from: id, date } })
      copies.push(copy)
    }
    return copies
  })
}

/** The plan by which the event's places were made; one of even slots for events from before it. */
export async function planOf(
  tx: Tx | Deps['database']['db'],
  event: EventRecord,
): Promise<SlotPlan> {
  const { keptBack } = await findEventFacts(tx, event.id)
  const plan = {
    start: ukTime(event.startsAt),
    end: ukTime(event.endsAt),
    session_minutes: event.sessionMinutes,
    places_per_slot: event.placesPerSlot ?? 1,
    breaks: event.breaks,
    kept_back: event.status === 'cancelled' ? 0 : keptBack,
  }
  if (event.placesPerSlot !== null) return plan
  const slots = planSlots(ukDate(event.startsAt), plan).length
  return { ...plan, places_per_slot: Math.max(1, Math.ceil(event.totalPlaces / slots)) }
}

/** In the order of the form; empty when it can be published. */
async function whatIsMissing(tx: Tx, event: EventRecord, now: Date): Promise<ChecklistItem[]> {
  const found = await findProductOrLab(tx, event)
  const { addressLine1, postcode, latitude, longitude } = event
  const isThere: Record<ChecklistItem, boolean> = {
    event_date: event.startsAt > now,
    product: found.hasProduct,
    lab: found.hasLab,
    price: (event.pricePence ?? found.productPricePence) !== null,
    payment_required: event.paymentRequired !== null,
    access_code: !event.isPrivate || event.accessCodeHash !== null,
    address: !isBlank(addressLine1),
    postcode: !isBlank(postcode),
    pin: latitude !== null && longitude !== null,
    host_contact:
      !isBlank(event.hostName) && !(isBlank(event.hostPhone) && isBlank(event.contactEmail)),
    places: event.totalPlaces > 0,
  }
  return CHECKLIST.filter((item) => !isThere[item])
}

async function makePlaces(
  tx: Tx,
  { id, date, plan }: { id: number; date: string; plan: SlotPlan },
): Promise<void> {
  await addPlaces(tx, id, changePlaces([], planSlots(date, plan)).add)
}

async function replan(
  tx: Tx,
  { now }: EventDeps,
  { before, date, plan }: { before: EventRecord; date: string; plan: SlotPlan },
): Promise<void> {
  const { id, sessionMinutes } = before
  const places = await lockPlaces(tx, { eventId: id, now: now() })
  const taken = places.filter(({ isTaken }) => isTaken)
  // An appointment lasts a session.
  if (plan.session_minutes !== sessionMinutes && taken.length > 0)
    throw placesTaken(taken.map(({ startsAt }) => startsAt))
  const changes = changePlaces(places, planSlots(date, plan))
  if (changes.taken.length > 0 || changes.notKept > 0) throw placesTaken(changes.taken)
  await removePlaces(tx, id, changes.remove)
  await addPlaces(tx, id, changes.add)
  await setKeptBack(tx, id, { keys: changes.keepBack, isKeptBack: true })
  await setKeptBack(tx, id, { keys: changes.release, isKeptBack: false })
}

function placesTaken(starts: Date[]): Refused {
  return new Refused('places_taken', { times: [...new Set(starts.map(ukTime))] })
}

function planColumns(date: string, plan: SlotPlan) {
  if (!isCalendarDate(date)) throw invalid('event_date', 'This is not a date.')
  const why = whyNotPlan(date, plan)
  if (why) throw invalid(why.field, why.message)
  const { session_minutes: sessionMinutes, places_per_slot: placesPerSlot, breaks } = plan
  return { ...dayOfPlan(date, plan), sessionMinutes, placesPerSlot, breaks }
}

/** Only the given fields; an empty text is null. */
async function toColumns(wanted: Omit<EventChange, 'version' | 'notify_booked'>) {
  const { access_code: code } = wanted
  const isGiven = <T>(value: T | undefined): value is T => value !== undefined
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null
  const columns = {
    name: wanted.event_name,
    description: text(wanted.event_description),
    pricePence: wanted.price,
    productId: wanted.product_id,
    labId: wanted.lab_id,
    paymentRequired: wanted.payment_required,
    isPrivate: wanted.is_private,
    exclusiveFor: wanted.exclusive_for,
    contactEmail: text(wanted.contact_email),
    hostName: text(wanted.host_name),
    hostPhone: text(wanted.host_phone),
    addressLine1: text(wanted.address_line1),
    addressLine2: text(wanted.address_line2),
    city: text(wanted.city),
    state: text(wanted.county),
    postcode: text(wanted.postcode)?.toUpperCase() ?? text(wanted.postcode),
    country: text(wanted.country),
    latitude: wanted.latitude,
    longitude: wanted.longitude,
    accessCodeHash: isGiven(code) ? (code?.trim() ? await hashAccessCode(code) : null) : undefined,
  }
  const given = Object.entries(columns).filter(([, value]) => isGiven(value))
  return Object.fromEntries(given) as {
    [K in keyof typeof columns]?: Exclude<(typeof columns)[K], undefined>
  }
}

async function checkReferences(
  tx: Tx,
  { productId = null, labId = null }: { productId?: number | null; labId?: number | null },
): Promise<void> {
  const found = await findProductOrLab(tx, { productId, labId })
  if (productId !== null && !found.hasProduct) throw invalid('product_id', 'There is no such test.')
  if (labId !== null && !found.hasLab) throw invalid('lab_id', 'There is no such laboratory.')
}

function invalid(field: string, message: string): Refused {
  return new Refused('invalid_request', { fields: [{ field, message }] })
}

async function mustLock(tx: Tx, id: number): Promise<EventRecord> {
  const event = await lockEvent(tx, id)
  if (!event) throw new Refused('not_found')
  return event
}

function audit(
  tx: Tx,
  { now }: EventDeps,
  { id, by, ...entry }: { id: number; by: Staff; action: string; details: object },
): Promise<void> {
  return insertAudit(tx, { actorUserId: by.userId, subject: `event ${id}`, at: now(), ...entry })
}

function differences(before: EventRecord, changes: Partial<EventRecord>) {
  const changed = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  const names = changed.map(([name]) => name)
  const old = Object.entries(before).filter(([name]) => names.includes(name))
  return { before: forAudit(Object.fromEntries(old)), after: forAudit(Object.fromEntries(changed)) }
}

/** Without the code's hash. */
function forAudit({ accessCodeHash, ...columns }: Record<string, unknown>) {
  return accessCodeHash === undefined ? columns : { ...columns, accessCode: 'changed' }
}

function isBlank(text: string | null): boolean {
  return (text ?? '').trim() === ''
}
