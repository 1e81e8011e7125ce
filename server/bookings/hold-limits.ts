import { siteOf } from '../../auth/limits/ip-prefix.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { MAX_VISITOR_HOLDS_PER_SLOT, maxHoldsPerIpPrefix } from '../../domain/hold-limits.ts'
import type { Deps } from '../deps.ts'

export type HoldLimits = {
  /** Keyed hash of address and event. */
  address: Buffer
  /** Places of the event that the address may hold at once; null for no limit. */
  most: number | null
  /** Keyed hash of the slot and the member or visitor. */
  slot: Buffer
}

/** A new cookie costs nothing, so that holds of a slot are counted for the address too. */
export type VisitorHoldLimits = HoldLimits & {
  /** Keyed hash of the slot and the address. */
  slotAndAddress: Buffer
  /** Holds of the slot by signed-out visitors of the address. */
  mostOfSlot: number
  /** Keyed hash of the event, by which visitors take turns. */
  event: Buffer
}

type LimitDeps = Pick<Deps, 'fieldKeys' | 'settings'>

type AskedHold = {
  event: Pick<CharityEvent, 'event_id' | 'total_spaces'>
  startsAt: Date
  address: string
}

export function holdLimitsOf(
  { fieldKeys, settings }: LimitDeps,
  { userId, event, startsAt, address }: AskedHold & { userId: string },
): HoldLimits {
  const { event_id: id, total_spaces: places } = event
  const most = Math.ceil(maxHoldsPerIpPrefix(places) * settings.rateLimitScale)
  const slot = `${userId} ${id} ${startsAt.toISOString()}`
  return {
    address: fieldKeys.blindIndex(`${siteOf(address)} ${id}`, 'holds of an address'),
    most: most < places ? most : null,
    slot: fieldKeys.blindIndex(slot, 'holds of a slot'),
  }
}

/** Of staff who book for a member: an office is one address, so its holds have no limit together. */
export function staffHoldLimitsOf(
  { fieldKeys }: Pick<LimitDeps, 'fieldKeys'>,
  asked: { staffId: string; memberId: number; eventId: number; startsAt: Date },
): HoldLimits {
  const { staffId, memberId, eventId, startsAt } = asked
  const slot = `staff ${staffId} ${memberId} ${eventId} ${startsAt.toISOString()}`
  return {
    address: fieldKeys.blindIndex(`office ${eventId}`, 'holds of an address'),
    most: null,
    slot: fieldKeys.blindIndex(slot, 'holds of a slot'),
  }
}

export function visitorHoldLimitsOf(
  deps: LimitDeps,
  { visitorHash, ...hold }: AskedHold & { visitorHash: Buffer },
): VisitorHoldLimits {
  const { event, startsAt, address } = hold
  const slot = `${siteOf(address)} ${event.event_id} ${startsAt.toISOString()}`
  return {
    ...holdLimitsOf(deps, { ...hold, userId: `visitor ${visitorHash.toString('hex')}` }),
    slotAndAddress: deps.fieldKeys.blindIndex(slot, 'visitor holds of a slot from an address'),
    event: deps.fieldKeys.blindIndex(`${event.event_id}`, 'visitor holds of an event'),
    mostOfSlot: Math.ceil(MAX_VISITOR_HOLDS_PER_SLOT * deps.settings.rateLimitScale),
  }
}
